import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Storage from "../../../src/storage.ts"
import { makeService, newPerson, output, overEveryStore, type Person, type Service, TODAY } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

interface Goal {
  readonly id: string
  readonly targetValue: number
  readonly unit?: string
  readonly metric?: string
}

const METRIC = { bodyWeightUnit: "kg", strengthUnit: "kg", distanceUnit: "km" } as const
const IMPERIAL = { bodyWeightUnit: "lb", strengthUnit: "lb", distanceUnit: "mi" } as const

/** What somebody types, and what it is in the field's unit: for who uses kilograms, and for who uses pounds. */
type Cases = ReadonlyArray<readonly [text: string, metric: number, imperial?: number]>

const GRAMS: Cases = [
  ["150", 150],
  ["150 g", 150],
  ["0,15 kg", Number.NaN],
  ["1500 mg", 1.5],
  ["2,5 oz", 70.87375],
  ["2.5 oz", 70.87375]
]

/** The targets of goals, by kind. What is not a number is refused. */
const TARGETS: Readonly<Record<string, Cases>> = {
  hydration: [
    ["2000", 2000],
    ["2 l", 2000, 66.6667],
    ["1,5 l", 1500, 50],
    ["1.5 litres", 1500, 50],
    ["750 ml", 750, 25],
    ["75 cl", 750, 25],
    ["64 fl oz", 1920, 64],
    ["8 cups", 1920, 64],
    ["2 kg", Number.NaN]
  ],
  calories: [
    ["2,200", 2200],
    ["2200 kcal", 2200],
    ["8368 kJ", 2000],
    ["2 l", Number.NaN]
  ],
  protein: GRAMS,
  carbs: GRAMS,
  fat: GRAMS,
  alcohol: GRAMS,
  fiber: GRAMS,
  sugars: GRAMS,
  saturated_fat: GRAMS,
  sodium: [
    ["2300 mg", 2300],
    ["2,3 g", 2300],
    ["2.3 g", 2300],
    ["2 oz", Number.NaN]
  ],
  steps: [
    ["8,000 steps", 8000],
    ["8000", 8000]
  ],
  weight: [
    ["82", 82],
    ["82 kg", 82, 180.7791],
    ["82,5 kg", 82.5, 181.8814],
    ["181 lb", 82.1002, 181],
    ["181.5 lb", 82.327, 181.5],
    ["13 st", 82.5538, 182],
    ["13 st 1", 83.0074, 183],
    ["2 l", Number.NaN]
  ],
  body_fat: [
    ["18,5 %", 18.5],
    ["18.5 percent", 18.5],
    ["18.5 g", Number.NaN]
  ]
}

const LENGTHS: ReadonlyArray<readonly [text: string, minutes: number | undefined]> = [
  ["75", 75],
  ["75 min", 75],
  ["1 h 15", 75],
  ["1h15", 75],
  ["1 hour 15 minutes", 75],
  ["1:15", 75],
  ["1.25 h", 75],
  ["1,25 h", 75],
  ["45,5 min", 45.5],
  ["1:75", undefined],
  ["75 kg", undefined]
]

const SIZES: ReadonlyArray<readonly [text: string, size: number | undefined, unit: "g" | "ml"]> = [
  ["30", 30, "g"],
  ["30 g", 30, "g"],
  ["0,03 kg", 30, "g"],
  ["0.5 lb", 226.796, "g"],
  ["1 oz", 28.3495, "g"],
  ["250 ml", 250, "ml"],
  ["0,25 l", 250, "ml"],
  ["8 fl oz", 240, "ml"],
  ["8 fl. oz.", 240, "ml"],
  ["1 cup", 240, "ml"],
  ["2 tbsp", 30, "ml"],
  ["2 tsp", 10, "ml"],
  ["30 cm", undefined, "g"]
]

describe("a number with a unit", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(Storage.memory)
  })
  afterAll(() => service.stop())

  const goalsOf = async ({ rest }: Person) =>
    (await output<{ goals: ReadonlyArray<Goal> }>(rest("list_goals", {}))).goals

  describe.each([
    ["kilograms", METRIC, 1],
    ["pounds", IMPERIAL, 2]
  ] as const)("by a person who uses %s", (_, units, place) => {
    const somebody = async () => {
      const person = await newPerson(service, units)
      return { person, browser: await signIn(service, person) }
    }

    test.each(Object.entries(TARGETS))("as the target of a goal for %s, new and changed", async (kind, cases) => {
      const { person, browser } = await somebody()
      for (const [text, metric, imperial = metric] of cases) {
        const expected = place === 1 ? metric : imperial
        const before = await goalsOf(person)
        const made = await browser.submit("/app/goals", "make", { kind, targetValue: text, days: "mon" })
        if (Number.isNaN(expected)) {
          expect([text, made.status, made.html.includes("it may be followed by")]).toEqual([text, 400, true])
          continue
        }
        expect([text, made.status]).toEqual([text, 303])
        const goal = (await goalsOf(person)).find(({ id }) => before.every((each) => each.id !== id))
        expect([text, goal?.targetValue]).toEqual([text, expected])
        const path = `/app/goals/goal?id=${goal?.id}`
        const given = { name: "A goal", days: "mon", unit: goal?.unit ?? "" }
        expect((await browser.submit(path, "change", { ...given, targetValue: "77" })).status).toBe(303)
        const changed = await browser.submit(path, "change", { ...given, targetValue: text })
        expect([text, changed.status]).toEqual([text, 303])
        const found = (await goalsOf(person)).find(({ id }) => id === goal?.id)
        expect([text, found?.targetValue, found?.unit]).toEqual([text, expected, goal?.unit])
      }
    })

    test("as progress, and as a target in a unit of one's own", async () => {
      const { person, browser } = await somebody()
      const glasses = { kind: "hydration", targetValue: "8 glasses", unit: "glasses", days: "mon" }
      expect((await browser.submit("/app/goals", "make", glasses)).status).toBe(303)
      expect((await goalsOf(person))[0]).toMatchObject({ targetValue: 8, unit: "glasses" })
      expect((await browser.submit("/app/goals", "make", { ...glasses, targetValue: "2 l" })).status).toBe(400)
      const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
      const schedule = { days }
      const water = { name: "Water", type: "numeric", metric: "hydration", comparison: "min", schedule }
      const { goal } = await output<{ goal: Goal }>(
        person.rest("save_goal", { ...water, targetValue: 2, unit: "Litres" })
      )
      for (const [text, value] of [
        ["1,5 l", 1.5],
        ["750 ml", 0.75],
        ["20 fl oz", 0.6]
      ] as const) {
        const form = { goalId: goal.id, value: text }
        expect((await browser.submit("/app", "goal", form)).status).toBe(303)
        const { goals } = await output<{ goals: ReadonlyArray<{ goalId: string; currentValue: number }> }>(
          person.rest("get_daily_goals", {})
        )
        expect([text, goals.find(({ goalId }) => goalId === goal.id)?.currentValue]).toEqual([text, value])
      }
    })

    test.each([
      [{ calories: "8368 kJ", protein: "0,12 g", water: "64 fl oz" }, [2000, 0.12, 1920]],
      [{ calories: "2,000 kcal", protein: "120 g", water: "2,5 l" }, [2000, 120, 2500]],
      [{ calories: "2000", protein: "4 oz", water: "2500 ml" }, [2000, 113.398, 2500]]
    ])("on the start: %o", async (fields, targets) => {
      const { person, browser } = await somebody()
      expect((await browser.submit("/app", "day", fields)).status).toBe(303)
      expect((await goalsOf(person)).map(({ targetValue }) => targetValue)).toEqual(targets)
    })

    test.each([
      ["82.4 kg", 82.4],
      ["82,4", place === 1 ? 82.4 : 37.376],
      ["181 lb", 82.1002],
      ["13 st 1", 83.0074]
    ])("as the first weight on the start: %s", async (text, kilograms) => {
      const { person, browser } = await somebody()
      expect((await browser.submit("/app", "weigh", { value: text })).status).toBe(303)
      const { readings } = await output<{ readings: ReadonlyArray<{ value: number }> }>(
        person.rest("list_body_metrics", { metric: "weight" })
      )
      expect(readings[0]?.value).toBeCloseTo(kilograms, 3)
    })

    test("as the length of a workout", async () => {
      const { person, browser } = await somebody()
      for (const [text, minutes] of LENGTHS) {
        const sent = await browser.submit("/app/workouts/log", "log", {
          name: text,
          date: TODAY,
          "exercises[0].name": "Barbell Squat",
          "exercises[0].sets[0].reps": "5",
          minutes: text
        })
        expect([text, sent.status]).toEqual([text, minutes === undefined ? 400 : 303])
        if (minutes === undefined) {
          expect(sent.html).toContain("it may be followed by min or h")
          continue
        }
        const { workouts } = await output<{ workouts: ReadonlyArray<{ name: string; durationSeconds?: number }> }>(
          person.rest("list_workouts", {})
        )
        const found = workouts.find(({ name }) => name === text)
        expect([text, found?.durationSeconds]).toEqual([text, minutes * 60])
      }
    })

    test("as the size of a label's serving", async () => {
      const { person, browser } = await somebody()
      for (const [text, size, unit] of SIZES) {
        const label = { name: text, servingSize: text, servingSizeUnit: "g", of: "serving", protein: "1" }
        const made = await browser.submit("/app/settings/foods", "create", label)
        expect([text, made.status]).toEqual([text, size === undefined ? 400 : 303])
        if (size === undefined) {
          expect(made.html).toContain("it may be followed by g, kg, oz, lb, ml, l or fl oz")
          continue
        }
        const { foods } = await output<{ foods: ReadonlyArray<{ name: string; serving: object }> }>(
          person.rest("search_foods", { kind: "custom_food", query: text })
        )
        expect([text, foods.find(({ name }) => name === text)?.serving]).toEqual([
          text,
          expect.objectContaining({ size, unit })
        ])
      }
    })
  })
})

const BREAD = "food_sr28_18069"

/** Amounts of white bread, of which a slice has 29 g, as typed; in grams. */
const AMOUNTS = [
  ["200", 200],
  ["200 g", 200],
  ["0,2 kg", 200],
  ["2 slices", 58],
  ["1,5 slices", 43.5],
  ["3 oz", 85.05],
  ["0.5 lb", 226.8],
  ["100 ml", 18.75],
  ["1 cup, cubes", 35],
  ["2 servings", 58]
] as const

overEveryStore("an amount of a food in a list of foods", (service) => {
  test.each([
    ["saved meal", "/app/settings/meals", "saved_meal"],
    ["recipe", "/app/settings/recipes", "custom_food"]
  ])("of a %s is taken with its unit: as the first, as another, and changed", async (_, path, kind) => {
    const person = await newPerson(service())
    const browser: Browser = await signIn(service(), person)
    const search = "q=bread,+white,+commercially+prepared"
    const formOf = async (at: string, action: string) =>
      formsOf((await browser.get(at)).html).find(
        ({ hidden, filled }) => hidden.action === action && filled.includes("servings")
      )
    const kcalOf = async (name: string) => {
      const { foods } = await output<{
        foods: ReadonlyArray<{ name: string; perServing: { calories: number } }>
      }>(person.rest("search_foods", { kind, query: name }))
      return foods.find((each) => each.name === name)?.perServing.calories
    }
    const made = await formOf(`${path}?name=Toast&${search}`, "create")
    const send = (form: typeof made, fields: Record<string, string>) =>
      browser.post(form?.to ?? "", { ...form?.hidden, foodId: BREAD, kind: "food", ...fields })
    const first = await send(made, { servings: "100 g", unit: "1/29" })
    expect(first.status).toBe(303)
    const kcal = Number(await kcalOf("Toast"))
    expect(kcal).toBeWithin(200, 300)
    const at = (first.headers.get("location") ?? "").replace("&done=created", "")
    const change = await formOf(at, "amount")
    for (const [text, grams] of AMOUNTS) {
      expect([text, (await send(change, { servings: text, unit: "1/29" })).status]).toEqual([text, 303])
      expect(Number(await kcalOf("Toast"))).toBeCloseTo((kcal * grams) / 100, 0)
    }
    for (const wrong of ["2 buckets", "0 g", "slices", "1,200 g"]) {
      const refused = await send(change, { servings: wrong, unit: "1/29" })
      expect([wrong, refused.status, refused.html.includes(`value="${wrong}"`)]).toEqual([wrong, 400, true])
    }
    expect((await send(change, { servings: "2 buckets" })).html).toContain("which takes g, slice (29 g)")
    await send(change, { servings: "100 g" })
    const another = await formOf(`${at}&${search}`, "add")
    expect((await send(another, { servings: "2 slices", unit: "1/29" })).status).toBe(303)
    expect(Number(await kcalOf("Toast"))).toBeCloseTo(kcal * 1.58, 0)
  })
})

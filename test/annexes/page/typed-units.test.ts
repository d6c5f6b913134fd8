import { describe, expect, test } from "bun:test"
import { newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

interface Readings {
  readonly readings: ReadonlyArray<{ readonly value: number; readonly unit: string }>
}

const dayBefore = (days: number): string =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

overEveryStore("what is typed on the page", (service) => {
  const inKilograms = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }
  const inPounds = async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb", strengthUnit: "lb", distanceUnit: "mi" })
    return { person, browser: await signIn(service(), person) }
  }
  /** Today shows its forms for readings once something is recorded. */
  const weighedBefore = ({ rest }: Person) =>
    output(rest("set_body_metrics", { metric: "weight", readings: [{ value: 82, unit: "kg", date: dayBefore(60) }] }))
  const latest = async ({ rest }: Person, metric: string) =>
    (await output<Readings>(rest("list_body_metrics", { metric }))).readings.at(-1)?.value

  describe.each([
    ["kilograms", inKilograms],
    ["pounds", inPounds]
  ] as const)("by a person who uses %s", (_, somebody) => {
    test.each([
      ["weigh", "82.4 kg", 82.4],
      ["weigh", "82,4kg", 82.4],
      ["weigh", "181 lb", 82.1002],
      ["weigh", "13 st 1", 83.0074],
      ["body_fat", "18,5 %", 18.5],
      ["steps", "8,500 steps", 8500]
    ])("%s takes %s", async (form, text, value) => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      const sent = await browser.submit("/app", form === "weigh" ? "weight" : form, { value: text })
      expect(sent.status).toBe(303)
      expect(await latest(person, form === "weigh" ? "weight" : form)).toBe(value)
    })

    test.each([
      ["waist", "82 cm", 82],
      ["waist", "32 in", 81.28],
      ["resting_heart_rate", "58 bpm", 58],
      ["sleep", "7 h 30", 450]
    ])("the measure %s takes %s", async (metric, text, value) => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      expect((await browser.submit("/app", "measure", { metric, value: text })).status).toBe(303)
      expect(await latest(person, metric)).toBe(value)
    })

    test("a unit that a field does not know is refused with those that it knows", async () => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      const { status, html } = await browser.submit("/app", "weight", { value: "82 bananas" })
      expect(status).toBe(400)
      expect(html).toContain("it may be followed by kg, lb or st")
      expect(await latest(person, "weight")).toBeUndefined()
    })
  })

  describe("as an amount of food", () => {
    const BREAD = "food_sr28_18069"
    const diary = async ({ rest }: Person) =>
      (
        await output<{ entries: ReadonlyArray<{ id: string; servings: number; amount?: { value: number } }> }>(
          rest("list_food_entries", {})
        )
      ).entries

    test.each([
      ["2 slices", 58],
      ["200 g", 200],
      ["0,2 kg", 200],
      ["1 cup, cubes", 35],
      ["3 oz", 85.05],
      ["100 ml", 18.75]
    ])("%s is logged and changed", async (servings, grams) => {
      const { person, browser } = await inKilograms()
      const log = { action: "log", foodId: BREAD, mealType: "lunch", date: TODAY }
      const [form] = formsOf((await browser.get("/app/diary?q=bread,+white,+commercially+prepared")).html).filter(
        ({ hidden }) => hidden.foodId !== undefined
      )
      const sent = await browser.post(form?.to ?? "", { ...form?.hidden, ...log, servings, unit: "1/29" })
      expect(sent.status).toBe(303)
      const [entry] = await diary(person)
      expect(entry?.amount?.value).toBe(grams)
      const change = { id: entry?.id ?? "", mealType: "lunch", date: TODAY, servings: "1 slice" }
      expect((await browser.submit("/app/diary", "change", change)).status).toBe(303)
      expect((await diary(person))[0]?.servings).toBe(1)
      const again = await browser.submit("/app/diary", "change", { ...change, servings })
      expect([again.status, (await diary(person))[0]?.amount?.value]).toEqual([303, grams])
      for (const wrong of ["2 buckets", "0 g", "slices", "1,200 g"]) {
        const refused = await browser.submit("/app/diary", "change", { ...change, servings: wrong })
        expect([wrong, refused.status, refused.html.includes(`value="${wrong}"`)]).toEqual([wrong, 400, true])
      }
      const { html } = await browser.submit("/app/diary", "change", { ...change, servings: "2 buckets" })
      expect(html).toContain("which takes g, slice (29 g), oz (28.35 g), cup, crumbs (45 g)")
    })

    test("of a quick add counts servings", async () => {
      const { person, browser } = await inKilograms()
      const soup = { quickAdd: { name: "Soup", calories: 300 }, servings: 1, mealType: "lunch" }
      await output(person.rest("log_food_entry", soup))
      const [entry] = await diary(person)
      const change = { id: entry?.id ?? "", mealType: "lunch", date: TODAY, servings: "200 g" }
      const { status, html } = await browser.submit("/app/diary", "change", change)
      expect([status, html.includes("without a unit")]).toEqual([400, true])
    })
  })

  test("as the values of a food are grams, milligrams and kilocalories", async () => {
    const { person, browser } = await inKilograms()
    const label = {
      name: "Crisps",
      of: "hundred",
      servingSize: "30",
      servingSizeUnit: "g",
      protein: "6,5 g",
      carbs: "50g",
      fat: "30 g",
      sodium: "0.5 g"
    }
    const made = await browser.submit("/app/settings/foods", "create", label)
    expect(made.status).toBe(303)
    const { foods } = await output<{ foods: ReadonlyArray<{ perServing: Record<string, number> }> }>(
      person.rest("search_foods", { kind: "custom_food" })
    )
    expect(foods[0]?.perServing).toMatchObject({ protein: 1.95, carbs: 15, fat: 9, sodium: 150 })
    const quick = {
      "quickAdd.name": "Bar",
      "quickAdd.calories": "836.8 kJ",
      "quickAdd.protein": "10 g",
      mealType: "snack"
    }
    expect((await browser.submit("/app/diary", "quick", quick)).status).toBe(303)
    const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: Record<string, number> }> }>(
      person.rest("list_food_entries", {})
    )
    expect(entries[0]?.nutrition).toMatchObject({ calories: 200, protein: 10 })
    const refused = await browser.submit("/app/diary", "quick", { ...quick, "quickAdd.calories": "200 km" })
    expect([refused.status, refused.html.includes("it may be followed by kcal or kilojoules")]).toEqual([400, true])
  })

  describe("as a set of a workout", () => {
    test.each([
      ["kilograms", inKilograms, { weight: "60kg", distanceMeters: "400 m" }, [60, 400]],
      ["kilograms", inKilograms, { weight: "135 lb", distanceMeters: "5 km" }, [61.235, 5000]],
      ["pounds", inPounds, { weight: "60 kg", distanceMeters: "1,5 km" }, [132.2774, 1500]],
      ["pounds", inPounds, { weight: "135", distanceMeters: "1 mi" }, [135, 1609.344]]
    ] as const)("by a person who uses %s", async (_, somebody, cells, [weight, metres]) => {
      const { person, browser } = await somebody()
      const fields = Object.fromEntries(
        Object.entries(cells).map(([column, text]) => [`exercises[0].sets[0].${column}`, text])
      )
      const [form] = formsOf((await browser.get("/app/workouts/log")).html).filter(
        ({ hidden }) => hidden.action === "log" || hidden.idempotency_key !== undefined
      )
      const sent = await browser.post(form?.to ?? "", {
        ...form?.hidden,
        name: "Carry",
        date: TODAY,
        "exercises[0].name": "Farmer's Walk",
        ...fields
      })
      expect(sent.status).toBe(303)
      const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts", {}))
      const { exercises } = await output<{
        exercises: ReadonlyArray<{
          sets: ReadonlyArray<{ weight?: { value: number }; distanceMeters?: number }>
        }>
      }>(person.rest("get_workout", { id: workouts[0]?.id }))
      const [set] = exercises[0]?.sets ?? []
      expect([set?.weight?.value, set?.distanceMeters]).toEqual([weight, metres])
    })
  })

  describe("that is hardly meant", () => {
    const weighed = async () => {
      const { person, browser } = await inKilograms()
      const readings = Array.from({ length: 28 }, (_, day) => ({ value: 82, unit: "kg", date: dayBefore(28 - day) }))
      await output(person.rest("set_body_metrics", { metric: "weight", readings }))
      return { person, browser }
    }
    /** Answers the question of a page with one of its buttons. */
    const answer = (browser: Browser, html: string, action: string, name: "sure" | "meant") => {
      const form = formsOf(html).find(({ hidden }) => hidden.action === action)
      const [, value = ""] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? []
      const [, typed = ""] = /name="value"[^>]*value="([^"]+)"/.exec(html) ?? []
      return browser.post(form?.to ?? "", { ...form?.hidden, value: typed, [name]: value })
    }

    test.each([
      ["28.4", "82.4 kg", 82.4],
      ["824", "82.4 kg", 82.4],
      ["181", "181 lb", 82.1002],
      ["8 kg", undefined, undefined],
      ["60", undefined, 60],
      ["90", undefined, 90]
    ])("%s as a weight is asked about, and %s is offered", async (text, likely, value) => {
      const { person, browser } = await weighed()
      const asked = await browser.submit("/app", "weigh", { value: text })
      expect(asked.status).toBe(200)
      expect(asked.html).toContain("the trend of the last four weeks, 82 kg.")
      expect(await latest(person, "weight")).toBe(82)
      if (likely === undefined) expect(asked.html).not.toContain('name="meant"')
      else expect(asked.html).toContain(`It was ${likely}`)
      const sent = await answer(browser, asked.html, "weigh", likely === undefined ? "sure" : "meant")
      expect(sent.status).toBe(value === undefined ? 400 : 303)
      if (value !== undefined) expect(await latest(person, "weight")).toBe(value)
    })

    test("is saved as typed with one tap", async () => {
      const { person, browser } = await weighed()
      const asked = await browser.submit("/app", "weigh", { value: "28.4" })
      expect((await answer(browser, asked.html, "weigh", "sure")).status).toBe(303)
      expect(await latest(person, "weight")).toBe(28.4)
    })

    test("is not what is within 6 % of the trend, or 10 % of the reading before", async () => {
      const { browser } = await weighed()
      for (const value of ["86", "78", "180 lb"]) {
        expect([value, (await browser.submit("/app", "weigh", { value })).status]).toEqual([value, 303])
      }
      const other = await inKilograms()
      expect((await other.browser.submit("/app", "weigh", { value: "130" })).status).toBe(303)
      const again = { value: "119", date: dayBefore(0) }
      expect((await other.browser.submit("/app", "weight", again)).status).toBe(303)
    })

    test("is judged on its own day", async () => {
      const { person, browser } = await weighed()
      const date = dayBefore(3)
      const asked = await browser.submit("/app", "weight", { value: "95", date })
      expect([asked.status, asked.html.includes(`value="${date}"`)]).toEqual([200, true])
      expect(await latest(person, "weight")).toBe(82)
    })

    test("is steps over 60,000", async () => {
      const { person, browser } = await inKilograms()
      await weighedBefore(person)
      expect((await browser.submit("/app", "steps", { value: "60000" })).status).toBe(303)
      const asked = await browser.submit("/app", "steps", { value: "85,000" })
      expect(asked.html).toContain("It was 8,500 steps")
      expect((await answer(browser, asked.html, "steps", "meant")).status).toBe(303)
      expect(await latest(person, "steps")).toBe(8500)
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Failed, failure, makeService, NOON, output, type Person, type Service, TODAY } from "../../support/app.ts"
import { putCustomFood, putMeal } from "../../support/own-foods.ts"
import { inMemory } from "../../support/stores.ts"
import { wire } from "./support.ts"
import { TAUGHT } from "./taught.ts"

type Input = Record<string, unknown>

/** The existing items that mistakes refer to. */
interface Scene {
  readonly person: Person
  readonly food: string
  readonly counted: string
  readonly inMeal: string
  readonly workout: string
  readonly water: string
  readonly calories: string
  readonly stretch: string
  readonly paused: string
  readonly ended: string
  readonly mondays: string
}

const oats = { name: "Oats", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const lunch = { servings: 1, mealType: "lunch" }
const sets = [{ reps: 5 }]

/** A mistake: the call, and words of the sentence that states what to do next. */
type Mistake = readonly [name: string, operation: string, input: (scene: Scene) => Input, next: RegExp]

const MISTAKES: ReadonlyArray<Mistake> = [
  [
    "weight without its unit",
    "set_body_metrics",
    () => ({ metric: "weight", readings: [{ value: 80 }] }),
    /unit: is required for weight: kg or lb/
  ],
  [
    "pounds given as kilograms",
    "set_body_metrics",
    () => ({ metric: "weight", readings: [{ value: 900, unit: "kg" }] }),
    /must be 20 to 500 kg/
  ],
  ["half a step", "set_body_metrics", () => ({ metric: "steps", readings: [{ value: 0.5 }] }), /must be whole steps/],
  [
    "a number as text",
    "set_body_metrics",
    () => ({ metric: "steps", readings: [{ value: "5000" }] }),
    /must be a finite number; received "5000"/
  ],
  [
    "a reading of tomorrow",
    "set_body_metrics",
    () => ({ metric: "steps", readings: [{ value: 5, date: "2026-03-15" }] }),
    /must not be after today, 2026-03-14/
  ],
  ["no readings", "set_body_metrics", () => ({ metric: "steps", readings: [] }), /must hold at least one reading/],
  ["an unknown metric", "list_body_metrics", () => ({ metric: "height" }), /must be one of weight, body_fat, steps/],
  [
    "a range the wrong way round",
    "list_body_metrics",
    () => ({ metric: "steps", from: TODAY, to: "2026-03-01" }),
    /from \(2026-03-14\) must not be after to/
  ],
  [
    "ten years at once",
    "list_body_metrics",
    () => ({ metric: "steps", from: "2016-01-01" }),
    /more than 366 days; ask in parts/
  ],
  ["an invalid day", "list_food_entries", () => ({ from: "yesterday" }), /YYYY-MM-DD/],
  [
    "a missing reading",
    "delete_body_metric",
    () => ({ metric: "steps", date: "2026-01-01" }),
    /list_body_metrics shows/
  ],
  ["a search for nothing", "search_foods", () => ({}), /pass words of the food's name, or kind/],
  ["a missing food", "log_food_entry", () => ({ foodId: "food_egg", ...lunch }), /search_foods finds foods/],
  [
    "a custom food's id as foodId",
    "log_food_entry",
    ({ food }) => ({ foodId: food, ...lunch }),
    /custom_food into customFoodId/
  ],
  [
    "two foods in one entry",
    "log_food_entry",
    ({ food }) => ({ foodId: "food_sr28_01123", customFoodId: food, ...lunch }),
    /exactly one of foodId, customFoodId, savedMealId, quickAdd, sameAs/
  ],
  [
    "no food in an entry",
    "log_food_entry",
    () => lunch,
    /exactly one of foodId, customFoodId, savedMealId, quickAdd, sameAs/
  ],
  [
    "an unknown meal of the day",
    "log_food_entry",
    ({ food }) => ({ customFoodId: food, servings: 1, mealType: "brunch" }),
    /must be one of breakfast, lunch, dinner, snack/
  ],
  [
    "no servings",
    "log_food_entry",
    ({ food }) => ({ customFoodId: food, servings: 0, mealType: "lunch" }),
    /servings: must be a number more than 0/
  ],
  [
    "grams beside servings",
    "log_food_entry",
    ({ food }) => ({ customFoodId: food, ...lunch, grams: 150 }),
    /grams: is not a known field here; pass it as amount: {"value":150,"unit":"g"}/
  ],
  [
    "a key used for something else",
    "log_food_entry",
    ({ food }) => ({ customFoodId: food, servings: 9, mealType: "lunch", idempotency_key: "used" }),
    /Use a new key for a new thing/
  ],
  [
    "an update without changes",
    "update_food_entry",
    () => ({ id: "entry_1" }),
    /pass amount, servings, mealType or date/
  ],
  ["a missing entry", "update_food_entry", () => ({ id: "entry_1", servings: 2 }), /list_food_entries shows/],
  ["a made-up cursor", "list_food_entries", () => ({ cursor: "2" }), /leave it out to start with the first page/],
  ["too many entries a page", "list_food_entries", () => ({ limit: 1000 }), /whole number from 1 to 100/],
  ["a label's macros as if per 100 g", "save_custom_food", () => ({ ...oats, protein: 130 }), /Pass perServing true/],
  [
    "macros heavier than their serving",
    "save_custom_food",
    () => ({ ...oats, protein: 41, perServing: true }),
    /received 41 per serving of 40 g, which is 102.5/
  ],
  ["a food measured in cups", "save_custom_food", () => ({ ...oats, servingSizeUnit: "cup" }), /must be one of g, ml/],
  [
    "a food that entries use",
    "delete_custom_food",
    ({ food }) => ({ id: food }),
    /Ask the person before you delete those entries/
  ],
  [
    "a food that a meal uses",
    "delete_custom_food",
    ({ inMeal }) => ({ id: inMeal }),
    /keep it; save_custom_food with its id corrects it/
  ],
  [
    "a food counted in pieces",
    "save_custom_food",
    ({ counted }) => ({ ...oats, id: counted }),
    /call save_custom_food without id/
  ],
  ["a search for no exercise", "search_exercises", () => ({}), /give a query, a category or both/],
  [
    "a misspelt exercise",
    "log_workout",
    () => ({ name: "Push", exercises: [{ name: "Benchpress", sets }] }),
    /closest are .*\(exr_.*search_exercises finds others/
  ],
  [
    "an exercise that several names contain",
    "log_workout",
    () => ({ name: "Push", exercises: [{ name: "bench press", sets }] }),
    /closest are Barbell Bench Press \(.*\), Dumbbell Bench Press \(.*\), Machine Chest Press \(/
  ],
  [
    "an exercise without a name",
    "log_workout",
    () => ({ name: "Push", exercises: [{ sets }] }),
    /give exerciseId \(preferred, from search_exercises\)/
  ],
  [
    "a weight without its object",
    "log_workout",
    () => ({ name: "Push", exercises: [{ exerciseId: "exr_barbell_bench_press", sets: [{ weight: 80 }] }] }),
    /weight: must be an object with value, unit; received 80/
  ],
  ["a missing workout", "get_workout", () => ({ id: "wkout_1" }), /list_workouts shows the ids/],
  ["the best of an unknown exercise", "list_workouts", () => ({ exerciseId: "bench" }), /closest are .*\(exr_/],
  [
    "a numeric goal without a target",
    "save_goal",
    () => ({ name: "Protein", type: "numeric", metric: "protein" }),
    /targetValue: is required for a numeric goal: a number .*; comparison: is required/
  ],
  [
    "another metric for a goal",
    "save_goal",
    ({ water }) => ({ id: water, metric: "protein" }),
    /For another, create a new goal/
  ],
  ["a goal update without changes", "save_goal", ({ water }) => ({ id: water }), /pass at least one field beside id/],
  [
    "progress of a calculated goal",
    "set_goal_progress",
    ({ calories }) => ({ goalId: calories, value: 1800 }),
    /calculated from what is logged with log_food_entry/
  ],
  [
    "progress before the goal's start",
    "set_goal_progress",
    ({ water }) => ({ goalId: water, value: 500, date: "2026-03-02" }),
    /starts on 2026-03-10.*schedule.startDate 2026-03-02 moves the start back/
  ],
  [
    "progress of a paused goal",
    "set_goal_progress",
    ({ paused }) => ({ goalId: paused, value: true }),
    /active true resumes it/
  ],
  [
    "progress after the goal's end",
    "set_goal_progress",
    ({ ended }) => ({ goalId: ended, value: true }),
    /ended on 2026-03-13.*schedule.endDate null keeps it going/
  ],
  [
    "progress on another weekday",
    "set_goal_progress",
    ({ mondays }) => ({ goalId: mondays, value: true }),
    /due on mon alone.*pass a day on which it is due/
  ],
  [
    "a number for a habit",
    "set_goal_progress",
    ({ stretch }) => ({ goalId: stretch, value: 1 }),
    /must be true or false for this boolean goal/
  ],
  ["a missing goal", "delete_goal", () => ({ id: "goal_1" }), /list_goals shows every goal/]
]

const memory = inMemory.layer

/** What a refusal says: the number of faults and the first, then each field with its own. */
const saidIn = ({ message, details }: Failed): string =>
  [message, ...(details?.fields ?? []).map(({ field, message }) => `${field}: ${message}`)].join("; ")

describe("an agent's mistakes", () => {
  let service: Service
  let scene: Scene

  beforeAll(async () => {
    service = await makeService(memory)
    await service.setTime(NOON)
    const person = await service.person()
    const make = <A>(operation: string, input: Input) => output<A>(person.rest(operation, input))
    const food = async () => (await make<{ customFood: { id: string } }>("save_custom_food", oats)).customFood.id
    const goal = async (input: Input) => (await make<{ goal: { id: string } }>("save_goal", input)).goal.id
    const habit = (name: string, more: Input = {}) => goal({ name, type: "boolean", ...more })
    const numeric = (name: string, metric: string, more: Input = {}) =>
      goal({ name, type: "numeric", metric, targetValue: 2000, comparison: "max", ...more })
    const [used, inMeal, counted] = [await food(), await food(), "cfood_counted000000000"]
    await putCustomFood(service, person, counted, "Cookie", { servingUnit: "item" })
    await putMeal(service, person, "meal_ofcookies0000000", "Tea", [
      { foodKind: "custom_food", foodId: inMeal, servings: 1 }
    ])
    await make("log_food_entry", { customFoodId: used, ...lunch, idempotency_key: "used" })
    await make("log_food_entry", { customFoodId: counted, ...lunch })
    const { id: workout } = await make<{ id: string }>("log_workout", {
      name: "Push",
      exercises: [{ exerciseId: "exr_barbell_bench_press", sets }]
    })
    const paused = await habit("Paused")
    await make("save_goal", { id: paused, active: false })
    scene = {
      person,
      food: used,
      counted,
      inMeal,
      workout,
      water: await numeric("Water", "hydration", { schedule: { startDate: "2026-03-10" } }),
      calories: await numeric("Calories", "calories"),
      stretch: await habit("Stretch"),
      paused,
      ended: await habit("Ended", { schedule: { startDate: "2026-03-01", endDate: "2026-03-13" } }),
      mondays: await habit("Mondays", { schedule: { days: ["mon"] } })
    }
  })
  afterAll(() => service.stop())

  test("are at least seventy", () => expect(MISTAKES.length + TAUGHT.length).toBeGreaterThanOrEqual(70))

  test("with several faults are answered with their number and the first; details.fields has all of them", async () => {
    const input = { food: "egg", grams: 100, meal: "lunch", servings: "1" }
    for (const refused of [
      await failure(scene.person.mcp("log_food_entry", input)),
      await failure(scene.person.rest("log_food_entry", input))
    ]) {
      const { fields = [] } = refused.details ?? {}
      expect(refused.message).toBe(
        `Invalid input in ${fields.length} fields (see details.fields). food: is not a known field here; did you mean foodId?`
      )
      const named = [
        "food",
        "grams",
        "meal",
        "servings",
        "mealType",
        "foodId",
        "customFoodId",
        "savedMealId",
        "quickAdd",
        "sameAs"
      ]
      expect(fields.map(({ field }) => field)).toEqual(named)
    }
  })

  test.each(TAUGHT.map((taught) => [taught.name, taught] as const))(
    "%s gets what to send instead",
    async (_name, { operation, input, says }) => {
      const [mcp, rest] = await Promise.all([
        failure(scene.person.mcp(operation, input)),
        failure(scene.person.rest(operation, input))
      ])
      expect([mcp.code, rest.code]).toEqual(["validation_failed", "validation_failed"])
      expect(saidIn(mcp)).toContain(says)
      expect(saidIn(rest)).toContain(says)
      expect(mcp.message).not.toMatch(/\bbody\b/)
      expect(mcp.details).toEqual(rest.details)
    }
  )

  test.each([
    ["log_water", "Water is a goal: use set_goal_progress."],
    ["water", "Water is a goal: use set_goal_progress."],
    ["log_weight", "Weight is a body metric: use set_body_metrics."],
    ["log_steps", "Steps are a body metric: use set_body_metrics."],
    ["log_food", "Did you mean log_food_entry?"],
    ["delete_entry", "Did you mean delete_food_entry?"],
    ["search_exercise", "Did you mean search_exercises?"],
    ["update_workout", "Did you mean replace_workout?"],
    ["create_goal", "Did you mean save_goal?"],
    ["get_profile", "Did you mean get_context?"],
    ["get_weather", "tools/list names every tool."],
    ["frobnicate", "tools/list names every tool."]
  ])("the unknown tool %s gets: %s", async (name, says) => {
    const { post, modern } = wire(service, scene.person.token)
    const params = { name, arguments: {} }
    const answers = [
      await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      await modern("tools/call", params)
    ]
    for (const { body } of answers) {
      expect(body.error?.code).toBe(-32602)
      expect(body.error?.message).toMatch(new RegExp(`There is no tool "${name}"[.;] ${RegExp.escape(says)}$`))
    }
  })

  test.each([
    [
      "log_workout",
      { exercises: [{ name: "Benchpress", sets: [{ reps: -1, weight: 80, tempo: "slow" }] }], date: "today" },
      [
        "date",
        "exercises[0].name",
        "exercises[0].sets[0].reps",
        "exercises[0].sets[0].tempo",
        "exercises[0].sets[0].weight",
        "name"
      ]
    ],
    [
      "save_goal",
      { type: "numeric", metric: "water", targetValue: "2000" },
      ["comparison", "metric", "name", "targetValue"]
    ],
    [
      "log_food_entry",
      { foodId: "food_egg", servings: 0, mealType: "brunch", date: "now" },
      ["date", "mealType", "servings"]
    ],
    [
      "set_body_metrics",
      { metric: "weight", readings: [{ value: 900, unit: "kg" }, { value: 80, date: "2026-03-15" }, {}] },
      ["readings[0].value", "readings[1].date", "readings[1].unit", "readings[2].unit", "readings[2].value"]
    ],
    [
      "save_custom_food",
      { name: "", carbs: "5", fat: -1, servingSizeUnit: "cup" },
      ["carbs", "fat", "name", "protein", "servingSize", "servingSizeUnit"]
    ],
    ["update_food_entry", { servings: 0, mealType: "tea", date: "now" }, ["date", "id", "mealType", "servings"]],
    ["list_body_metrics", { metric: "height", from: "now", limit: 5 }, ["from", "limit", "metric"]],
    ["set_goal_progress", { value: "many", date: "2026-03-15" }, ["date", "goalId", "value"]],
    ["set_body_metrics", { metric: "weight", readings: [{ value: 900, unit: "lbs" }] }, ["readings[0].unit"]],
    [
      "log_workout",
      { name: "Push", exercises: [{ name: "Plank", sets: [{ weight: { value: 9000, unit: "st" } }] }] },
      ["exercises[0].sets[0].weight.unit"]
    ]
  ])(
    "all faults of an input of %s are reported at once, and none that only follows from another",
    async (name, input, fields) => {
      const { details } = await failure(scene.person.mcp(name, input))
      expect(details?.fields?.map(({ field }) => field).sort()).toEqual(fields)
    }
  )

  test("a used-up limit is reported with the seconds to wait", async () => {
    const person = await service.person({ ownLimits: { readsBurst: 1, readsPerMinute: 60 } })
    await output(person.mcp("get_context", {}))
    expect((await failure(person.mcp("get_context", {}))).message).toMatch(/Wait 1 second\b/)
  })

  test.each(MISTAKES.map(([name, ...rest]) => [name, rest] as const))(
    "%s gets the next step, the same on both surfaces",
    async (_name, [operation, input, next]) => {
      const failed = async (surface: "rest" | "mcp"): Promise<Failed> =>
        failure(scene.person[surface](operation, input(scene)))
      const refused = await failed("mcp")
      const { code, message, details } = refused
      expect(saidIn(refused)).toMatch(next)
      expect(message).not.toMatch(/undefined|\[object|NaN/)
      // Query strings carry text, so the received value is quoted differently.
      expect(await failed("rest")).toMatchObject({ code, ...(details?.fields === undefined ? { message } : {}) })
    }
  )
})

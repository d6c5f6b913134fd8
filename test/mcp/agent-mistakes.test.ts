import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Failed, failure, makeService, NOON, output, type Person, type Service, TODAY } from "../support/app.ts"
import { putCustomFood, putMeal } from "../support/own-foods.ts"
import { inMemory } from "../support/stores.ts"

type Input = Record<string, unknown>

/** What a mistake is about: ids of things that are there. */
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

/** A mistake: the call, and words of the sentence that say what to do next. */
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
    /must not lie after today, 2026-03-14/
  ],
  ["no readings", "set_body_metrics", () => ({ metric: "steps", readings: [] }), /must hold at least one reading/],
  [
    "a metric there is not",
    "list_body_metrics",
    () => ({ metric: "height" }),
    /must be one of weight, body_fat, steps/
  ],
  [
    "a range the wrong way round",
    "list_body_metrics",
    () => ({ metric: "steps", from: TODAY, to: "2026-03-01" }),
    /from \(2026-03-14\) must not lie after to/
  ],
  [
    "ten years at once",
    "list_body_metrics",
    () => ({ metric: "steps", from: "2016-01-01" }),
    /more than 366 days; ask in parts/
  ],
  ["a day that is none", "list_food_entries", () => ({ from: "yesterday" }), /YYYY-MM-DD/],
  [
    "a reading that is not there",
    "delete_body_metric",
    () => ({ metric: "steps", date: "2026-01-01" }),
    /list_body_metrics shows/
  ],
  ["a search for nothing", "search_foods", () => ({}), /pass words of the food's name, or kind/],
  ["a food that is not there", "log_food_entry", () => ({ foodId: "food_egg", ...lunch }), /search_foods finds foods/],
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
    /exactly one of foodId, customFoodId, savedMealId/
  ],
  ["no food in an entry", "log_food_entry", () => lunch, /exactly one of foodId, customFoodId, savedMealId/],
  [
    "a meal of the day that is none",
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
    /grams: is not a known field here; known are/
  ],
  [
    "a key used for something else",
    "log_food_entry",
    ({ food }) => ({ customFoodId: food, servings: 9, mealType: "lunch", idempotency_key: "used" }),
    /Use a new key for a new thing/
  ],
  ["an update of nothing", "update_food_entry", () => ({ id: "entry_1" }), /pass servings, mealType or date/],
  [
    "an entry that is not there",
    "update_food_entry",
    () => ({ id: "entry_1", servings: 2 }),
    /list_food_entries shows/
  ],
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
  ["a workout that is not there", "get_workout", () => ({ id: "wkout_1" }), /list_workouts shows the ids/],
  ["best of an exercise that is none", "list_workouts", () => ({ exerciseId: "bench" }), /closest are .*\(exr_/],
  [
    "a numeric goal without a target",
    "save_goal",
    () => ({ name: "Protein", type: "numeric", metric: "protein" }),
    /targetValue: is required for a numeric goal; comparison: is required/
  ],
  [
    "another metric for a goal",
    "save_goal",
    ({ water }) => ({ id: water, metric: "protein" }),
    /For another, create a new goal/
  ],
  ["a change of nothing", "save_goal", ({ water }) => ({ id: water }), /pass at least one field beside id/],
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
  ["a goal that is not there", "delete_goal", () => ({ id: "goal_1" }), /list_goals shows every goal/]
]

const memory = inMemory.layer

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

  test("are at least forty", () => expect(MISTAKES.length).toBeGreaterThanOrEqual(40))

  test.each(MISTAKES.map(([name, ...rest]) => [name, rest] as const))(
    "%s is told with the next step, the same on both surfaces",
    async (_name, [operation, input, next]) => {
      const told = async (surface: "rest" | "mcp"): Promise<Failed> =>
        failure(scene.person[surface](operation, input(scene)))
      const { code, message, details } = await told("mcp")
      expect(message).toMatch(next)
      expect(message).not.toMatch(/undefined|\[object|NaN/)
      // Query strings carry text, so that what was received is quoted in another way.
      expect(await told("rest")).toMatchObject({ code, ...(details?.fields === undefined ? { message } : {}) })
    }
  )
})

import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../src/api.ts"
import { type Json, jsonSchemaOf } from "../src/contract/json-schema.ts"
import { type Outcome, output, overEveryStore, type Person, type Service } from "./support/app.ts"
import { putMeal } from "./support/own-foods.ts"

/** Stands in every text that the owner wrote. */
const MARK = "zqsecretowner"
const DAY = "2026-03-14"
const KEY = "shared-key"

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a field of an input takes an id or a cursor: by its name, or by the shape that all ids have. */
const isReference = (name: string, { minLength, maxLength }: Json): boolean =>
  /^id$|Id$|^cursor$/.test(name) || (minLength === 1 && maxLength === 128)

const referencesIn = (schema: Json, path: string): ReadonlyArray<string> => {
  const { properties, items } = schema
  if (isJson(items)) return referencesIn(items, `${path}[]`)
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isJson(field)) return []
    const at = path === "" ? name : `${path}.${name}`
    return [...(isReference(name, field) ? [at] : []), ...referencesIn(field, at)]
  })
}

/** Every field of every operation that takes an id, a cursor or an idempotency key. */
const REFERENCES = operations.flatMap(({ name, input, takesIdempotencyKey }) => [
  ...(input === undefined ? [] : referencesIn(jsonSchemaOf(input, { open: false }), "")).map((at) => `${name} ${at}`),
  ...(takesIdempotencyKey ? [`${name} idempotency_key`] : [])
])

interface Belongings {
  readonly food: string
  readonly meal: string
  readonly entry: string
  readonly workout: string
  readonly goal: string
  readonly entryCursor: string
  readonly workoutCursor: string
}

const oats = { protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }]
const boiledEgg = { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" }

const KEYED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  log_food_entry: { ...boiledEgg, idempotency_key: KEY },
  log_workout: { name: `${MARK} run`, exercises, idempotency_key: KEY },
  save_custom_food: { ...oats, name: `${MARK} keyed`, idempotency_key: KEY }
}

const makeBelongings = async (service: Service, owner: Person): Promise<Belongings> => {
  const { rest } = owner
  const { customFood } = await output<{ customFood: { id: string } }>(
    rest("save_custom_food", { ...oats, name: `${MARK} oats`, brandName: MARK, servingSizeText: MARK })
  )
  const meal = "meal_ofowner00000000"
  await putMeal(service, owner, meal, `${MARK} meal`, [{ foodKind: "custom_food", foodId: customFood.id, servings: 1 }])
  const eaten = { customFoodId: customFood.id, servings: 1, mealType: "lunch", date: DAY }
  const { entry } = await output<{ entry: { id: string } }>(rest("log_food_entry", eaten))
  await output(rest("log_food_entry", eaten))
  const session = { name: `${MARK} session`, notes: MARK, exercises, date: DAY }
  const workout = await output<{ id: string }>(rest("log_workout", session))
  await output(rest("log_workout", session))
  const { goal } = await output<{ goal: { id: string } }>(rest("save_goal", { name: `${MARK} goal`, type: "boolean" }))
  await output(rest("set_goal_progress", { goalId: goal.id, value: true }))
  for (const [metric, value] of [
    ["weight", { value: 71.3577, unit: "kg" }],
    ["body_fat", { value: 17.53 }],
    ["steps", { value: 10_457 }]
  ] as const) {
    await output(rest("set_body_metrics", { metric, readings: [value] }))
  }
  for (const [name, input] of Object.entries(KEYED)) await output(rest(name, input))
  const page = { from: DAY, to: DAY, limit: 1 }
  const entries = await output<{ nextCursor: string }>(rest("list_food_entries", page))
  const workouts = await output<{ nextCursor: string }>(rest("list_workouts", page))
  return {
    food: customFood.id,
    meal,
    entry: entry.id,
    workout: workout.id,
    goal: goal.id,
    entryCursor: entries.nextCursor,
    workoutCursor: workouts.nextCursor
  }
}

/** All that a user can see of what is theirs, but for what is left of their limits. */
const stateOf = async ({ rest }: Person) => {
  const { limits: _limits, ...context } = await output(rest("get_context"))
  const range = { from: "2026-01-01", to: "2026-12-31" }
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", { limit: 100 }))
  return {
    context,
    metrics: await Promise.all(
      ["weight", "body_fat", "steps"].map((metric) => rest("list_body_metrics", { metric, ...range }))
    ),
    foods: await Promise.all(["custom_food", "saved_meal"].map((kind) => rest("search_foods", { kind, limit: 50 }))),
    entries: await rest("list_food_entries", { ...range, limit: 100 }),
    workouts,
    details: await Promise.all(workouts.map(({ id }) => rest("get_workout", { id }))),
    goals: await rest("list_goals"),
    daily: await rest("get_daily_goals", { date: DAY })
  }
}

type Expected = "not_found" | "validation_failed" | "as if new"

/** For each field that takes an id, a cursor or a key: a call with the owner's in it, and what comes of it for another user. */
const CASES: Readonly<
  Record<string, (owner: Belongings) => { readonly input: Record<string, unknown>; readonly expected: Expected }>
> = {
  "list_food_entries cursor": ({ entryCursor }) => ({
    input: { from: DAY, to: DAY, limit: 1, cursor: entryCursor },
    expected: "validation_failed"
  }),
  "log_food_entry foodId": ({ food }) => ({
    input: { ...boiledEgg, foodId: food },
    expected: "not_found"
  }),
  "log_food_entry customFoodId": ({ food }) => ({
    input: { customFoodId: food, servings: 1, mealType: "lunch" },
    expected: "not_found"
  }),
  "log_food_entry savedMealId": ({ meal }) => ({
    input: { savedMealId: meal, servings: 1, mealType: "lunch" },
    expected: "not_found"
  }),
  "log_food_entry idempotency_key": () => ({
    input: { ...KEYED.log_food_entry, servings: 2 },
    expected: "as if new"
  }),
  "update_food_entry id": ({ entry }) => ({
    input: { id: entry, servings: 5 },
    expected: "not_found"
  }),
  "delete_food_entry id": ({ entry }) => ({ input: { id: entry }, expected: "not_found" }),
  "save_custom_food id": ({ food }) => ({
    input: { ...oats, id: food, name: "Taken over" },
    expected: "not_found"
  }),
  "save_custom_food idempotency_key": () => ({
    input: { ...KEYED.save_custom_food, name: "Another" },
    expected: "as if new"
  }),
  "delete_custom_food id": ({ food }) => ({ input: { id: food }, expected: "not_found" }),
  "list_workouts cursor": ({ workoutCursor }) => ({
    input: { from: DAY, to: DAY, limit: 1, cursor: workoutCursor },
    expected: "validation_failed"
  }),
  "get_workout id": ({ workout }) => ({ input: { id: workout }, expected: "not_found" }),
  // The catalogue's ids are everybody's; a user's own are no exercises.
  "log_workout exercises[].exerciseId": ({ food }) => ({
    input: { name: "Run", exercises: [{ exerciseId: food, sets: [{ reps: 1 }] }] },
    expected: "validation_failed"
  }),
  "log_workout idempotency_key": () => ({
    input: { ...KEYED.log_workout, name: "Another" },
    expected: "as if new"
  }),
  "replace_workout id": ({ workout }) => ({
    input: { id: workout, name: "Taken over", exercises },
    expected: "not_found"
  }),
  "replace_workout exercises[].exerciseId": ({ workout, food }) => ({
    input: { id: workout, name: "Run", exercises: [{ exerciseId: food, sets: [{ reps: 1 }] }] },
    expected: "validation_failed"
  }),
  "delete_workout id": ({ workout }) => ({ input: { id: workout }, expected: "not_found" }),
  "save_goal id": ({ goal }) => ({ input: { id: goal, name: "Taken over" }, expected: "not_found" }),
  "delete_goal id": ({ goal }) => ({ input: { id: goal }, expected: "not_found" }),
  "set_goal_progress goalId": ({ goal }) => ({
    input: { goalId: goal, value: false },
    expected: "not_found"
  })
}

/** The widest views there are: what each reading operation without an id is asked for. */
const VIEWS: Readonly<Record<string, ReadonlyArray<Record<string, unknown>>>> = {
  get_context: [{}],
  list_body_metrics: ["weight", "body_fat", "steps"].map((metric) => ({ metric })),
  search_foods: [
    { kind: "custom_food", limit: 50 },
    { kind: "saved_meal", limit: 50 },
    { query: MARK, limit: 50 },
    { query: "oats", limit: 50 },
    // A typing error, which the owner's words would correct.
    { query: `${MARK}x`, limit: 50 }
  ],
  list_food_entries: [{ from: "2026-01-01", to: "2026-12-31", limit: 100 }],
  search_exercises: [{ query: MARK }, { category: "strength", limit: 50 }],
  list_workouts: [{ limit: 100 }],
  list_goals: [{}],
  get_daily_goals: [{ date: DAY }]
}

/** What nobody else's answer may hold: texts, ids and values of the owner, but for what the call itself named. */
const shown = (outcome: Outcome, owner: Person, belongings: Belongings, input: object): ReadonlyArray<string> => {
  const given = JSON.stringify(input)
  const text = JSON.stringify(outcome)
  return [MARK, owner.id, owner.token, "71.3577", "17.53", "10457", ...Object.values(belongings)].filter(
    (secret) => text.includes(secret) && !given.includes(secret)
  )
}

test("every field that takes an id, a cursor or a key has its case, every view is looked at", () => {
  expect(REFERENCES.toSorted()).toEqual(Object.keys(CASES).toSorted())
  const views = operations.filter(
    ({ name, access }) => access === "read" && !REFERENCES.some((at) => at.startsWith(`${name} id`))
  )
  expect(views.map(({ name }) => name).toSorted()).toEqual(Object.keys(VIEWS).toSorted())
})

overEveryStore("isolation", (service) => {
  let owner: Person
  let belongings: Belongings
  let state: Awaited<ReturnType<typeof stateOf>>
  beforeAll(async () => {
    owner = await service().person({ timezone: "Asia/Tokyo" })
    belongings = await makeBelongings(service(), owner)
    state = await stateOf(owner)
  })

  test("the owner sees it all, so that it would show", () => {
    const text = JSON.stringify(state)
    const ids = [belongings.food, belongings.meal, belongings.entry, belongings.workout, belongings.goal]
    for (const part of [MARK, "71.3577", "17.53", "10457", ...ids]) expect(text).toContain(part)
  })

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      for (const [at, makeCase] of Object.entries(CASES)) {
        const [name = "", field = ""] = at.split(" ")
        test(`${name} with another's ${field}`, async () => {
          const stranger = await service().person()
          const { input, expected } = makeCase(belongings)
          const outcome = await stranger[surface](name, input)
          expect(outcome.ok ? "as if new" : outcome.error.code).toBe(expected)
          expect(shown(outcome, owner, belongings, input)).toEqual([])
          expect(await stateOf(owner)).toEqual(state)
          // What was new to the stranger is from then on their own.
          if (expected === "as if new") expect(await stranger[surface](name, input)).toEqual(outcome)
        })
      }

      for (const [name, inputs] of Object.entries(VIEWS)) {
        test(`${name} shows nothing of another's`, async () => {
          const stranger = await service().person()
          for (const input of inputs) {
            const outcome = await stranger[surface](name, input)
            expect([outcome.ok, ...shown(outcome, owner, belongings, input)]).toEqual([true])
          }
        })
      }

      test("a cursor is good for its own operation alone", async () => {
        const page = { from: DAY, to: DAY, limit: 1 }
        for (const [name, cursor] of [
          ["list_food_entries", belongings.workoutCursor],
          ["list_workouts", belongings.entryCursor]
        ] as const) {
          const outcome = await owner[surface](name, { ...page, cursor })
          expect(outcome).toMatchObject({ ok: false, error: { details: { fields: [{ field: "cursor" }] } } })
        }
      })
    })
  }

  test("whatever another user does, by date or by name, is no matter of the owner's", async () => {
    const stranger = await service().person({ timezone: "Asia/Tokyo" })
    for (const { name, access, example } of operations) {
      if (access === "write") await stranger.rest(name, example.input as Record<string, unknown>)
    }
    for (const metric of ["weight", "body_fat", "steps"]) {
      await stranger.rest("delete_body_metric", { metric, date: DAY })
    }
    expect(await stateOf(owner)).toEqual(state)
  })
})

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient, Statement } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { operations } from "../src/api.ts"
import { saveMeal } from "../src/foods/saved-meals.ts"
import { type Call, makeService, output, type Person, type Service } from "./support/app.ts"
import { storeSets } from "./support/stores.ts"

type Statements = Map<string, ReadonlyArray<unknown>>

const oats = { name: "Oats", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const workout = { name: "Push-ups", exercises: [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }] }
const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
const days = { from: "2026-03-01", to: "2026-03-14" }

const idOf = async (found: Promise<{ readonly id: string }>) => (await found).id

/** Calls every operation, in each way that makes it ask the database something else. */
const callAll = async (call: Call, savedMealId: string) => {
  await output(call("get_context"))
  await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
  await output(
    call("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-13" }, { value: 2 }] })
  )
  await output(call("list_body_metrics", { metric: "weight" }))
  await output(call("delete_body_metric", { metric: "steps" }))

  const { customFood } = await output<{ customFood: { id: string } }>(call("save_custom_food", oats))
  await output(call("save_custom_food", { ...oats, id: customFood.id, name: "Rolled oats" }))
  await output(call("save_custom_food", { ...oats, idempotency_key: "oats" }))
  for (const kind of ["food", "custom_food", "saved_meal"]) await output(call("search_foods", { query: "oats", kind }))
  for (const kind of ["custom_food", "saved_meal"]) await output(call("search_foods", { kind }))
  await output(call("search_foods", { query: "chiken brest" }))

  const eaten = { servings: 2, mealType: "lunch" }
  await output(call("log_food_entry", { ...eaten, foodId: "food_sr28_01123" }))
  await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
  await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
  const { entry } = await output<{ entry: { id: string } }>(
    call("log_food_entry", { ...eaten, customFoodId: customFood.id })
  )
  const { nextCursor: moreEntries } = await output<{ nextCursor: string }>(call("list_food_entries", { limit: 1 }))
  await output(call("list_food_entries", { limit: 1, cursor: moreEntries }))
  await output(call("update_food_entry", { id: entry.id, servings: 3 }))
  await output(call("delete_food_entry", { id: entry.id }))
  await output(call("delete_custom_food", { id: customFood.id }))

  await output(call("search_exercises", { query: "push" }))
  const id = await idOf(output(call("log_workout", workout)))
  await output(call("log_workout", { ...workout, idempotency_key: "push" }))
  await output(call("get_workout", { id }))
  await output(call("list_workouts"))
  const { nextCursor } = await output<{ nextCursor: string }>(call("list_workouts", { ...days, limit: 1 }))
  await output(call("list_workouts", { ...days, limit: 1, cursor: nextCursor }))
  await output(call("replace_workout", { ...workout, id }))
  await output(call("delete_workout", { id }))

  const { goal } = await output<{ goal: { id: string } }>(call("save_goal", water))
  await output(call("save_goal", { id: goal.id, name: "More water", targetValue: 2500 }))
  await output(call("list_goals"))
  await output(call("set_goal_progress", { goalId: goal.id, value: 500 }))
  await output(call("get_daily_goals"))
  await output(call("delete_goal", { id: goal.id }))
}

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Whether a step reads a table, or an index, from end to end. */
const readsAll = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan" || (/Index.* Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined)

/** What PostgreSQL would do where every table is so large that reading it whole is the last thing it does. */
const planOf = (sql: SqlClient.SqlClient, text: string, params: ReadonlyArray<unknown>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL enable_seqscan = off`
      const [row] = yield* sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        [...params]
      )
      const [explained] = row?.["QUERY PLAN"] ?? []
      if (explained === undefined) return yield* Effect.dieMessage(`There is no plan of ${text}`)
      return explained.Plan
    })
  )

const hasPlan = (text: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|\()/i.test(text)

for (const { name, layer } of storeSets.filter(({ name }) => name !== "memory")) {
  describe(`Query plans (${name})`, () => {
    /** Statements by operation, each text with the parameters that it first came with. */
    const asked = new Map<string, Statements>()
    let recording: Statements | undefined
    let client: Option.Option<SqlClient.SqlClient> = Option.none()
    let service: Service

    const recorder = Statement.setTransformer((statement) =>
      Effect.sync(() => {
        const [text, params] = statement.compile()
        if (recording?.has(text) === false) recording.set(text, params)
        return statement
      })
    )

    const recorded =
      (person: Person): Call =>
      async (operation, input) => {
        recording = asked.get(operation) ?? new Map()
        asked.set(operation, recording)
        const outcome = await person.rest(operation, input)
        recording = undefined
        return outcome
      }

    const onDatabase = <A, E>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      service.run(Effect.flatMap(Effect.orDie(client), ask))

    beforeAll(async () => {
      const stores = Layer.tap(layer, (context) =>
        Effect.sync(() => {
          client = Context.getOption(context, SqlClient.SqlClient)
        })
      )
      service = await makeService(Layer.provideMerge(stores, recorder))
      const person = await service.person()
      const savedMealId = await service.run(
        saveMeal(person.id, {
          name: "Breakfast",
          description: null,
          servings: 1,
          items: [{ foodId: "food_sr28_01123", servings: 2 }]
        })
      )
      await callAll(recorded(person), savedMealId)
    }, 60_000)
    afterAll(() => service.stop())

    const plans = async () => {
      const statements = new Map([...asked.values()].flatMap((statements) => [...statements]))
      const explained = [...statements].filter(([text]) => hasPlan(text))
      return onDatabase((sql) =>
        Effect.forEach(explained, ([text, params]) => Effect.map(planOf(sql, text, params), (plan) => ({ text, plan })))
      )
    }

    /** Everybody's foods and their words, and whatever holds users' data. */
    const growingTables = async () => {
      const rows = await onDatabase(
        (sql) => sql<{ readonly name: string }>`
          SELECT DISTINCT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND (column_name = 'user_id' OR table_name IN ('foods', 'food_words'))`
      )
      return new Set(rows.map(({ name }) => name))
    }

    test("every operation was called, and asked for its user's limits at least", () => {
      const missing = operations.filter(({ name }) =>
        [...(asked.get(name)?.keys() ?? [])].every((text) => !text.includes("rate_limits"))
      )
      expect(missing.map(({ name }) => name)).toEqual([])
    })

    test("every statement of them either has a plan or begins or ends a transaction", () => {
      const others = [...asked.values()]
        .flatMap((statements) => [...statements.keys()])
        .filter((text) => !hasPlan(text))
      expect(others.filter((text) => !/^\s*(BEGIN|COMMIT|SAVEPOINT|RELEASE)/i.test(text))).toEqual([])
    })

    test("no statement reads a table that grows from end to end", async () => {
      const growing = await growingTables()
      expect(growing.size).toBeGreaterThan(10)
      const all = await plans()
      expect(all.length).toBeGreaterThan(operations.length)
      const slow = all.flatMap(({ text, plan }) =>
        nodesOf(plan)
          // An index read for a bitmap does not say whose it is.
          .filter((node) => readsAll(node) && growing.has(node["Relation Name"] ?? "foods"))
          .map((node) => `${node["Node Type"]} of ${node["Relation Name"]} in ${text.trim()}`)
      )
      expect(slow).toEqual([])
    })

    test("a statement without an index would be noticed", async () => {
      const plan = await onDatabase((sql) => planOf(sql, "SELECT 1 FROM diary_entries WHERE food_name = $1", ["Egg"]))
      expect(nodesOf(plan).some(readsAll)).toBe(true)
    })
  })
}

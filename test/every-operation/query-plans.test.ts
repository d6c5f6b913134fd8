import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient, Statement } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { operations } from "../../src/api.ts"
import { internalOperations } from "../../src/features.ts"
import { callInternal } from "../overview/support.ts"
import { type Call, makeService, output, type Person, type Service } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"
import { callAll, saveBreakfast } from "./scenarios.ts"

type Statements = Map<string, ReadonlyArray<unknown>>

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Sort Key"?: ReadonlyArray<string>
  readonly Plans?: ReadonlyArray<Plan>
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Whether a step reads a table, or an index, from end to end. */
const readsAll = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan" || (/Index.* Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined)

/**
 * What PostgreSQL would do where every table is so large that reading it whole is the last thing it does; made once for all
 * parameters, as the service has its plans made.
 */
const planOf = (sql: SqlClient.SqlClient, text: string, params: ReadonlyArray<unknown>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL enable_seqscan = off`
      yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      yield* sql.unsafe(`PREPARE planned AS ${text}`)
      const values = params.length === 0 ? "" : `(${params.map(() => "NULL").join(", ")})`
      const [row] = yield* sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
        `EXPLAIN (FORMAT JSON) EXECUTE planned${values}`
      )
      yield* sql`DEALLOCATE planned`
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
      const savedMealId = await service.run(saveBreakfast(person.id))
      await callAll(recorded(person), savedMealId)
      for (const { name } of internalOperations) {
        recording = new Map()
        asked.set(name, recording)
        await output(callInternal(service, person, name))
        recording = undefined
      }
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

    test("no statement sorts days as the text that it shows: then it reads a whole history for the start of it", async () => {
      const sortsText = ({ "Sort Key": keys = [] }: Plan) => keys.some((key) => key.includes("::text"))
      const slow = (await plans()).filter(({ plan }) => nodesOf(plan).some(sortsText))
      expect(slow.map(({ text }) => text.trim())).toEqual([])
    })

    test("a statement without an index would be noticed", async () => {
      const plan = await onDatabase((sql) => planOf(sql, "SELECT 1 FROM diary_entries WHERE food_name = $1", ["Egg"]))
      expect(nodesOf(plan).some(readsAll)).toBe(true)
    })
  })
}

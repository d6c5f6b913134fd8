import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { operations } from "../../src/api.ts"
import { PLANNING } from "../../src/platform/database/session.ts"
import { storeSets } from "../support/stores.ts"
import { hasPlan, recordStatements } from "./statements.ts"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Sort Key"?: ReadonlyArray<string>
  readonly Plans?: ReadonlyArray<Plan>
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Whether a step scans a whole table or index. */
const readsAll = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan" || (/Index.* Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined)

/**
 * PostgreSQL's plan if every table were so large that reading it whole is the last resort. It is generic: made once for
 * all parameters, as for the service.
 */
const planOf = (sql: SqlClient.SqlClient, text: string, params: ReadonlyArray<unknown>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL enable_seqscan = off`
      for (const [name, value] of Object.entries(PLANNING)) yield* sql.unsafe(`SET LOCAL ${name} = ${value}`)
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

/** A single server, where a plan does not depend on the user. */
const single = storeSets.filter(({ name }) => name === "embedded" || name === "postgres")

for (const { name, layer } of single) {
  describe(`Query plans (${name})`, () => {
    let recorded: Awaited<ReturnType<typeof recordStatements>>

    beforeAll(async () => {
      recorded = await recordStatements(layer)
    }, 60_000)
    afterAll(() => recorded.service.stop())

    const plans = async () => {
      const statements = new Map([...recorded.asked.values()].flat().map((asked) => [asked.text, asked]))
      return recorded.onDatabase((sql) =>
        Effect.forEach([...statements.values()].filter(hasPlan), ({ text, params }) =>
          Effect.map(planOf(sql, text, params), (plan) => ({ text, plan }))
        )
      )
    }

    /** The tables of foods and their words, and every table of users' data. */
    const growingTables = async () => {
      const rows = await recorded.onDatabase(
        (sql) => sql<{ readonly name: string }>`
          SELECT DISTINCT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND (column_name = 'user_id' OR table_name IN ('foods', 'food_words'))`
      )
      return new Set(rows.map(({ name }) => name))
    }

    test("every operation was called, and queried at least its user's limits", () => {
      const missing = operations.filter(({ name }) =>
        (recorded.asked.get(name) ?? []).every(({ text }) => !text.includes("rate_limits"))
      )
      expect(missing.map(({ name }) => name)).toEqual([])
    })

    test("every recorded statement either has a plan or begins or ends a transaction", () => {
      const others = [...recorded.asked.values()].flat().filter((asked) => !hasPlan(asked))
      expect(others.filter(({ text }) => !/^\s*(BEGIN|COMMIT|SAVEPOINT|RELEASE)/i.test(text))).toEqual([])
    })

    test("no statement scans a whole table that grows", async () => {
      const growing = await growingTables()
      expect(growing.size).toBeGreaterThan(10)
      const all = await plans()
      expect(all.length).toBeGreaterThan(operations.length)
      const slow = all.flatMap(({ text, plan }) =>
        nodesOf(plan)
          // A bitmap scan of an index does not name its table.
          .filter((node) => readsAll(node) && growing.has(node["Relation Name"] ?? "foods"))
          .map((node) => `${node["Node Type"]} of ${node["Relation Name"]} in ${text.trim()}`)
      )
      expect(slow).toEqual([])
    })

    test("no statement sorts days as text, because it would then read a whole history to return its start", async () => {
      const sortsText = ({ "Sort Key": keys = [] }: Plan) => keys.some((key) => key.includes("::text"))
      const slow = (await plans()).filter(({ plan }) => nodesOf(plan).some(sortsText))
      expect(slow.map(({ text }) => text.trim())).toEqual([])
    })

    test("a statement without an index is detected", async () => {
      const plan = await recorded.onDatabase((sql) =>
        planOf(sql, "SELECT 1 FROM diary_entries WHERE food_name = $1", ["Egg"])
      )
      expect(nodesOf(plan).some(readsAll)).toBe(true)
    })
  })
}

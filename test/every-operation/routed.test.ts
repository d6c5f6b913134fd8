import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { operations } from "../../src/api.ts"
import { storeSets } from "../support/stores.ts"
import { type Asked, hasPlan, recordStatements } from "./statements.ts"

/** How many shards each step of a statement asks. A statement that needs no other node has no steps. */
const shardsOf = (sql: SqlClient.SqlClient, { text, params }: Asked) =>
  Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, params), (rows) =>
    [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count))
  )

for (const { name, layer } of storeSets.filter(({ name }) => name.startsWith("citus"))) {
  describe(`Routing (${name})`, () => {
    let recorded: Awaited<ReturnType<typeof recordStatements>>

    beforeAll(async () => {
      recorded = await recordStatements(layer)
    })
    afterAll(() => recorded.service.stop())

    test("no step of any operation's statements asks more than one shard", async () => {
      const statements = new Map(
        [...recorded.asked.values()].flat().flatMap((asked) => (hasPlan(asked) ? [[asked.text, asked]] : []))
      )
      expect(statements.size).toBeGreaterThan(operations.length)
      const counted = await recorded.onDatabase((sql) =>
        Effect.forEach(statements.values(), (asked) =>
          Effect.map(shardsOf(sql, asked), (shards) => ({ shards, text: asked.text }))
        )
      )
      for (const c of counted)
        if (c.shards.length !== 1) console.log(c.shards, c.text.replace(/\s+/g, " ").slice(0, 110))
      expect(counted.filter(({ shards }) => shards.length > 0).length).toBeGreaterThan(operations.length)
      expect(counted.filter(({ shards }) => shards.some((count) => count > 1))).toEqual([])
    })

    test("a statement about everybody would be noticed", async () => {
      const everybody = { text: "SELECT count(*) FROM diary_entries", params: [] }
      const [shards = 0] = await recorded.onDatabase((sql) => shardsOf(sql, everybody))
      expect(shards).toBeGreaterThan(1)
    })
  })
}

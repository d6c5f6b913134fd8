import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { changeUser, deleteUser, listTokens, revokeToken } from "../../src/accounts/accounts.ts"
import { AccountStore } from "../../src/accounts/store.ts"
import { operations } from "../../src/api.ts"
import { Idempotency } from "../../src/call/idempotency.ts"
import { listApps, sweepApps } from "../../src/connected-apps/connected-apps.ts"
import { fillEverything, seenBy } from "../move/everything.ts"
import { storeSets } from "../support/stores.ts"
import { type Asked, hasPlan, recordStatements } from "./statements.ts"

/** How many shards each step of a statement asks. A statement that needs no other node has no steps. */
const shardsOf = (sql: SqlClient.SqlClient, { text, params }: Asked) =>
  Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, params), (rows) =>
    [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count))
  )

/** What is about everybody: the operator's questions, and the sweeps of what has expired. */
const ABOUT_ALL = Effect.gen(function* () {
  const accounts = yield* AccountStore
  yield* accounts.ifNoUsers(Effect.void)
  yield* accounts.listUsers
  yield* (yield* Idempotency).sweep
  yield* sweepApps
})

for (const { name, layer } of storeSets.filter(({ name }) => name.startsWith("citus"))) {
  describe(`Routing (${name})`, () => {
    let recorded: Awaited<ReturnType<typeof recordStatements>>

    beforeAll(async () => {
      recorded = await recordStatements(layer)
      const { service, during } = recorded
      const known = await during("signs in, connects an app, imports", () => fillEverything(service))
      await during("exports", () => seenBy(service, known))
      await during("is the operator's", () =>
        service.run(
          Effect.gen(function* () {
            yield* changeUser(known.person.id, (user) => user)
            yield* listApps(known.person.id)
            for (const { id } of yield* listTokens(known.person.id)) yield* revokeToken(id)
            yield* deleteUser(known.person.id)
          })
        )
      )
      await during("is about everybody", () => service.run(ABOUT_ALL))
    }, 60_000)
    afterAll(() => recorded.service.stop())

    /** The statements that were recorded, each once, and how many shards their steps ask. */
    const counted = (isWanted: (recordedAs: string) => boolean) => {
      const all = [...recorded.asked].flatMap(([recordedAs, asked]) => (isWanted(recordedAs) ? asked : []))
      const statements = new Map(all.filter(hasPlan).map((asked) => [asked.text, asked]))
      return recorded.onDatabase((sql) =>
        Effect.forEach(statements.values(), (asked) =>
          Effect.map(shardsOf(sql, asked), (shards) => ({ shards, text: asked.text.replace(/\s+/g, " ").trim() }))
        )
      )
    }

    test("no step of a statement about one user asks more than one shard", async () => {
      const found = await counted((recordedAs) => recordedAs !== "is about everybody")
      expect(found.filter(({ shards }) => shards.length > 0).length).toBeGreaterThan(2 * operations.length)
      expect(found.filter(({ shards }) => shards.some((count) => count > 1))).toEqual([])
    })

    test("only these ask every shard: whether there is a user, the list of users, and the sweeps", async () => {
      const found = await counted((recordedAs) => recordedAs === "is about everybody")
      const asksMany = found.filter(({ shards }) => shards.some((count) => count > 1)).map(({ text }) => text)
      expect(asksMany.toSorted()).toEqual([
        expect.stringMatching(/^DELETE FROM idempotency_keys /),
        expect.stringMatching(/^DELETE FROM oauth_codes /),
        expect.stringMatching(/^DELETE FROM oauth_grants /),
        expect.stringMatching(/^DELETE FROM oauth_tokens /),
        "SELECT EXISTS (SELECT 1 FROM users) AS found",
        expect.stringMatching(/^SELECT .* FROM users ORDER BY created_at, user_id$/)
      ])
    })
  })
}

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { devicesCheck } from "../../src/annexes/cli/doctor/devices.ts"
import { webhooksCheck } from "../../src/annexes/cli/doctor/webhooks.ts"
import { listApps, sweepApps } from "../../src/annexes/identity/connected-apps/connected-apps.ts"
import { NewcomerStore } from "../../src/annexes/identity/sign-in/newcomers.ts"
import { forgetDeletedGoals } from "../../src/annexes/page/features/goal-keeping/forgetting.ts"
import { WebhookStore } from "../../src/annexes/webhooks/store.ts"
import { sweepWebhooks } from "../../src/annexes/webhooks/webhooks.ts"
import { operations } from "../../src/api.ts"
import { Idempotency } from "../../src/call/idempotency.ts"
import { changeUser, deleteUser, listTokens, revokeToken } from "../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../src/features/accounts/store.ts"
import { fillEverything, seenBy } from "../annexes/cli/move/everything.ts"
import { newPerson } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"
import { changeOwnExercises, lookAtPages, restoreAndUndo, useDevice, useWebhook } from "./beside-operations.ts"
import { saveBreakfast } from "./scenarios.ts"
import { type Asked, hasPlan, recordStatements } from "./statements.ts"

/** A parameter as a literal of SQL. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (value instanceof Date) return literal(value.toISOString())
  if (Array.isArray(value)) return literal(`{${value.map((each) => JSON.stringify(each)).join()}}`)
  return `'${String(value).replaceAll("'", "''")}'`
}

/**
 * How many shards each step of a statement reads. A statement that needs no other node has no steps. Citus runs every
 * INSERT … SELECT with parameters, but explains some only with the parameters written out.
 */
const shardsOf = (sql: SqlClient.SqlClient, { text, params }: Asked) =>
  sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, params).pipe(
    Effect.orElse(() => {
      const written = text.replace(/\$(\d+)/g, (_, place) => literal(params[Number(place) - 1]))
      return sql.unsafe(`EXPLAIN (FORMAT JSON) ${written}`)
    }),
    Effect.map((rows) => [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count)))
  )

/** What concerns all users: the operator's questions, the look for due webhooks, and the sweeps of expired rows. */
const ABOUT_ALL = Effect.gen(function* () {
  const accounts = yield* AccountStore
  yield* accounts.ifNoUsers(Effect.void)
  yield* accounts.listUsers
  yield* (yield* NewcomerStore).neverSignedIn
  yield* (yield* WebhookStore).due(0, 1)
  yield* (yield* Idempotency).sweep
  yield* sweepApps
  yield* forgetDeletedGoals
  yield* sweepWebhooks
})

for (const { name, layer } of storeSets.filter(({ name }) => name.startsWith("citus"))) {
  describe(`Routing (${name})`, () => {
    let recorded: Awaited<ReturnType<typeof recordStatements>>

    beforeAll(async () => {
      recorded = await recordStatements(layer)
      const { service, during } = recorded
      const known = await during("signs in, connects an app, imports", () => fillEverything(service))
      await during("exports", () => seenBy(service, known))
      await during("saves a meal", () => service.run(saveBreakfast(known.person.id)))
      await during("has own exercises", () => service.run(changeOwnExercises(known.person)))
      await during("looks at the page", () => lookAtPages(service, known.person))
      await during("restores, and takes imports back", async () =>
        restoreAndUndo(service, known.person, await newPerson(service))
      )
      await during("has a webhook", async () => service.run(useWebhook(await newPerson(service))))
      await during("has a device", async () => useDevice(service, await newPerson(service)))
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
      await during("is about everybody", async () => {
        await service.run(ABOUT_ALL)
        await recorded.onDatabase((sql) =>
          Effect.provideService(Effect.zip(devicesCheck, webhooksCheck), SqlClient.SqlClient, sql)
        )
      })
    }, 60_000)
    afterAll(() => recorded.service.stop())

    /** The recorded statements, each once, and how many shards their steps read. */
    const counted = (isWanted: (recordedAs: string) => boolean) => {
      const all = [...recorded.asked].flatMap(([recordedAs, asked]) => (isWanted(recordedAs) ? asked : []))
      const statements = new Map(all.filter(hasPlan).map((asked) => [asked.text, asked]))
      return recorded.onDatabase((sql) =>
        Effect.forEach(statements.values(), (asked) =>
          Effect.map(shardsOf(sql, asked), (shards) => ({ shards, text: asked.text.replace(/\s+/g, " ").trim() }))
        )
      )
    }

    // The result of a step goes to every node.
    test("a statement about one user has one step, which reads one shard", async () => {
      const found = await counted((recordedAs) => recordedAs !== "is about everybody")
      expect(found.filter(({ shards }) => shards.length > 0).length).toBeGreaterThan(2 * operations.length)
      expect(found.filter(({ shards }) => shards.length > 1 || shards.some((count) => count > 1))).toEqual([])
    })

    test("only these read every shard: whether there is a user, the list of users, due webhooks, the sweeps, and what doctor counts", async () => {
      const found = await counted((recordedAs) => recordedAs === "is about everybody")
      const asksMany = found.filter(({ shards }) => shards.some((count) => count > 1)).map(({ text }) => text)
      expect(asksMany.toSorted()).toEqual([
        expect.stringMatching(/^DELETE FROM announced_goals /),
        expect.stringMatching(/^DELETE FROM deleted_goals /),
        expect.stringMatching(/^DELETE FROM idempotency_keys /),
        expect.stringMatching(/^DELETE FROM oauth_codes /),
        expect.stringMatching(/^DELETE FROM oauth_grants /),
        expect.stringMatching(/^DELETE FROM oauth_tokens /),
        expect.stringMatching(/^SELECT DISTINCT .* FROM webhook_deliveries WHERE /),
        "SELECT EXISTS (SELECT 1 FROM users) AS found",
        expect.stringMatching(/^SELECT count\(\*\)::integer AS devices, .* FROM devices WHERE /),
        expect.stringMatching(/^SELECT count\(\*\)::integer AS webhooks, .* FROM webhooks$/),
        expect.stringMatching(/^SELECT user_id AS "userId", webhook_id AS id FROM webhooks WHERE /),
        expect.stringMatching(/^SELECT user_id FROM users WHERE NOT EXISTS /),
        expect.stringMatching(/^SELECT .* FROM users ORDER BY created_at, user_id$/)
      ])
    })
  })
}

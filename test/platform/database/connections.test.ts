import { expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import { makePool } from "../../../src/platform/database/pool.ts"
import { onlyServer } from "../../../src/platform/database/primary.ts"
import { AT_ANY_TIME, STATEMENT_MILLIS } from "../../../src/platform/database/session.ts"
import { onBehalfOf } from "../../../src/platform/database/work.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { onServer } from "../../support/databases.ts"
import { hasPostgres, postgresDatabase } from "../../support/stores.ts"

/** A role that owns a database and may have so many connections, dropped with the scope; returns its URL. */
const limitedTo = (connections: number) =>
  Effect.gen(function* () {
    const url = new URL(yield* postgresDatabase)
    const role = `limited_${crypto.randomUUID().replaceAll("-", "")}`
    const run = (statement: string) => Effect.promise(() => onServer(url.href, statement))
    yield* Effect.acquireRelease(run(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${connections}`), () =>
      run(`DROP ROLE ${role}`)
    )
    const limited = new URL(url)
    limited.username = role
    return limited.href
  })

test.if(hasPostgres)(
  "a server that accepts fewer connections than the pool has serves all on those that are open",
  () =>
    Effect.gen(function* () {
      const url = yield* limitedTo(2)
      const statement = (n: number) =>
        onBehalfOf(`user ${n}`)(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ n: number }>`SELECT ${n}::int AS n, pg_sleep(0.005)`)
        )
      const numbers = Array.from({ length: 40 }, (_, n) => n)
      const answers = yield* Effect.forEach(numbers, statement, { concurrency: 8 }).pipe(
        Effect.provide(Client.external(serversAt(url), 8, STATEMENT_MILLIS))
      )
      expect(answers.map(([row]) => row?.n)).toEqual(numbers)
    }).pipe(Effect.scoped, Effect.runPromise)
)

test.if(hasPostgres)("a transaction ends with its connection, also if that is replaced for another server", () =>
  Effect.gen(function* () {
    const url = yield* postgresDatabase
    yield* Effect.promise(() => onServer(url, "CREATE TABLE moved (n int)"))
    let generation = 0
    const primary = { ...onlyServer({ url }), generation: () => generation }
    const pool = makePool(primary, { size: 1, isRemote: true, isLimited: true })
    yield* Effect.promise(async () => {
      const held = await pool.hold(AT_ANY_TIME, undefined)
      await held.ask("BEGIN", [], AT_ANY_TIME)
      generation++
      await expect(held.ask("INSERT INTO moved VALUES (1)", [], AT_ANY_TIME)).rejects.toThrow("within a transaction")
      held.release()
      expect(await pool.ask("SELECT n FROM moved", [], AT_ANY_TIME, undefined)).toHaveLength(0)
      pool.close()
    })
  }).pipe(Effect.scoped, Effect.runPromise)
)

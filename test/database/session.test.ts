import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, type Layer } from "effect"
import pg from "pg"
import * as Client from "../../src/database/client.ts"
import { migrate } from "../../src/database/migrator.ts"
import { STATEMENT_MILLIS } from "../../src/database/session.ts"
import { isLockTimeout } from "../../src/database/sql-state.ts"
import { withoutTimeout } from "../../src/database/statements.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { newDatabase } from "../faults/servers.ts"
import { hasPostgres } from "../support/stores.ts"

/** Longer than a request waits for a lock, with its retries. */
const HELD_MILLIS = 1200

const run = <A, E>(client: Client.Client, effect: Effect.Effect<A, E, Layer.Layer.Success<Client.Client>>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.either(effect), client)))

/** Holds a lock on a table for a while; disposing of it waits until it is let go. */
const holdLock = async (url: string, table: string) => {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query("BEGIN")
  await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const released = Bun.sleep(HELD_MILLIS).then(() => holder.end())
  return { [Symbol.asyncDispose]: () => released }
}

const readLocked = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM migrations`)

if (hasPostgres) {
  describe("a lock that is held for long", () => {
    const pace = (statementMillis: number) => (url: string) => Client.external(serversAt(url), 2, statementMillis)
    const ofServer = pace(STATEMENT_MILLIS)
    const ofCommand = pace(0)

    test.each([
      { what: "a server's own statement", client: ofServer, effect: readLocked, isInTime: false },
      {
        what: "a server's work without a timeout",
        client: ofServer,
        effect: withoutTimeout(readLocked),
        isInTime: true
      },
      { what: "a server's migrations", client: ofServer, effect: migrate, isInTime: true },
      { what: "a command", client: ofCommand, effect: readLocked, isInTime: true }
    ])("$what: waited for to the end: $isInTime", async ({ client, effect, isInTime }) => {
      await using database = await newDatabase()
      await run(client(database.value), migrate)
      await using _lock = await holdLock(database.value, "migrations")
      const start = performance.now()
      const outcome = await run(client(database.value), effect as Effect.Effect<unknown, unknown, SqlClient.SqlClient>)
      const waited = performance.now() - start
      expect(outcome._tag).toBe(isInTime ? "Right" : "Left")
      if (outcome._tag === "Left") expect(isLockTimeout(outcome.left)).toBe(true)
      if (isInTime) expect(waited).toBeGreaterThan(HELD_MILLIS / 2)
      else expect(waited).toBeLessThan(HELD_MILLIS)
    })
  })
}

import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Either, Exit, type Layer, Scope } from "effect"
import pg from "pg"
import * as Client from "../../src/platform/database/client.ts"
import { migrate } from "../../src/platform/database/migrator.ts"
import { STATEMENT_MILLIS } from "../../src/platform/database/session.ts"
import { isLockTimeout } from "../../src/platform/database/sql-state.ts"
import { withoutTimeout } from "../../src/platform/database/statements.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { hasPostgres, postgresDatabase } from "../support/stores.ts"

/** Longer than a request waits for a lock, including its retries. */
const HELD_MILLIS = 1600

const run = <A, E>(client: Client.Client, effect: Effect.Effect<A, E, Layer.Layer.Success<Client.Client>>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.either(effect), client)))

/**
 * A migrated database whose table of migrations is locked for a while; disposing of it waits until the lock is
 * released, and drops it.
 */
const newHeld = async (migrator: (url: string) => Client.Client) => {
  const scope = Effect.runSync(Scope.make())
  const url = await Effect.runPromise(Scope.extend(postgresDatabase, scope))
  await run(migrator(url), migrate)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query("BEGIN")
  await holder.query("LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE")
  const released = Bun.sleep(HELD_MILLIS).then(() => holder.end())
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await released
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

const readLocked = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM migrations`)

/** The plan of one statement for any range of days, over a year of three users whose rows arrived day by day. */
const planOfDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate
  yield* sql`
    INSERT INTO body_metrics (user_id, metric, date, value)
    SELECT 'user ' || of_user, metric, date '2026-01-01' + day, 70
    FROM generate_series(0, 364) AS day, generate_series(1, 3) AS of_user, unnest(ARRAY['weight', 'steps']) AS metric`
  yield* sql`ANALYZE body_metrics`
  const rows = yield* sql.withTransaction(
    Effect.zipRight(
      sql.unsafe(`PREPARE days (text, text, date, date) AS SELECT date, value FROM body_metrics
        WHERE user_id = $1 AND metric = $2 AND date BETWEEN $3 AND $4 ORDER BY date`),
      sql.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE days ('user 1', 'weight', '2026-03-01', '2026-03-30')`)
    )
  )
  return rows.map((row) => row["QUERY PLAN"]).join("\n")
})

if (hasPostgres) {
  test("a range of days is read in the order of its index, without sorting", async () => {
    const scope = Effect.runSync(Scope.make())
    const url = await Effect.runPromise(Scope.extend(postgresDatabase, scope))
    const plan = await run(Client.external(serversAt(url), 1, STATEMENT_MILLIS), planOfDays)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(Either.getOrThrow(plan)).toMatch(/^Index Scan using body_metrics_pkey/)
  })

  describe("a lock that is held for long", () => {
    const pace = (statementMillis: number) => (url: string) => Client.external(serversAt(url), 2, statementMillis)
    const ofServer = pace(STATEMENT_MILLIS)
    const ofCommand = pace(0)

    test.concurrent.each([
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
      await using held = await newHeld(client)
      const start = performance.now()
      const outcome = await run(client(held.url), effect as Effect.Effect<unknown, unknown, SqlClient.SqlClient>)
      const waited = performance.now() - start
      expect(outcome._tag).toBe(isInTime ? "Right" : "Left")
      if (outcome._tag === "Left") expect(isLockTimeout(outcome.left)).toBe(true)
      if (isInTime) expect(waited).toBeGreaterThan(HELD_MILLIS / 2)
      else expect(waited).toBeLessThan(HELD_MILLIS)
    })
  })
}

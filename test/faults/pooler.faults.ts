import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Exit, Layer, Logger, Scope } from "effect"
import pg from "pg"
import * as Client from "../../src/platform/database/client.ts"
import { migrate } from "../../src/platform/database/migrator.ts"
import { PLANNING, REQUEST_SETTINGS, STATEMENT_MILLIS } from "../../src/platform/database/session.ts"
import { isLockTimeout } from "../../src/platform/database/sql-state.ts"
import { onBehalfOf } from "../../src/platform/database/work.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { keepSettings, onServer } from "../support/databases.ts"
import { hasPooler, pooler } from "../support/pooler.ts"
import { freePort, until } from "../support/process.ts"
import { hasPostgres, postgresDatabase, throughPooler } from "../support/stores.ts"

const env = { PATH: `${process.env.PATH}:/usr/sbin` }

const clientOf = (url: string, prepares?: boolean) => Client.external(serversAt(url), 3, STATEMENT_MILLIS, prepares)

const settings = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`
)

const BOUNDED = [{ statement: "2s", lock: "300ms", idle: "5s", jit: "off" }]

const IGNORED = { ignore_startup_parameters: Object.keys({ ...REQUEST_SETTINGS, ...PLANNING }).join(",") }

/** A database with the settings of requests. */
const kept = Effect.tap(postgresDatabase, (database) => Effect.promise(() => keepSettings(database)))

/** The database's own settings. */
const settingsOf = async (database: string) =>
  onServer(
    database,
    `SELECT setconfig FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
     WHERE datname = current_database()`
  )

/** Why a start is refused. */
const refusalOf = (url: string) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(clientOf(url)))), ({ message }) => message)

const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

describe.if(hasPostgres && hasPooler)("behind a pooler in transaction mode", () => {
  test.each([
    ["rejects", {}],
    ["ignores", IGNORED]
  ])("one that %s a connection's settings: sessions get them from the database", async (_, given) => {
    const held = await scoped(
      Effect.gen(function* () {
        const url = throughPooler(yield* kept, yield* pooler(given))
        const first = yield* Effect.provide(settings, clientOf(url))
        const again = yield* Effect.provide(
          Effect.all([settings, settings, settings], { concurrency: 3 }),
          clientOf(url)
        )
        return [first, ...again]
      })
    )
    expect(held).toEqual([BOUNDED, BOUNDED, BOUNDED, BOUNDED])
  })

  test.each([
    ["rejects", {}],
    ["ignores", IGNORED]
  ])("one that %s them: a start says what to run; it changes nothing, and ends nobody's session", async (_, given) => {
    const { refusal, before, after, goesOn } = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const url = throughPooler(database, yield* pooler(given))
        const other = new pg.Client({ connectionString: url })
        yield* Effect.promise(() => other.connect())
        const working = other.query("SELECT pg_sleep(0.5), 'done' AS state")
        const before = yield* Effect.promise(() => settingsOf(database))
        const refusal = yield* refusalOf(url)
        const after = yield* Effect.promise(() => settingsOf(database))
        const goesOn = yield* Effect.promise(async () => (await working).rows[0]?.state)
        yield* Effect.promise(() => other.end())
        return { refusal, before, after, goesOn }
      })
    )
    expect(refusal).toMatch(
      /Connect to PostgreSQL as the database's owner and run: ALTER DATABASE \w+ SET statement_timeout = '\d+'; .*restart the pooler/
    )
    expect(after).toEqual(before)
    expect(goesOn).toBe("done")
  })

  test("once they were run, a start is refused until the pooler has new sessions, and then has them", async () => {
    const { refusal, held } = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const listen_port = yield* Effect.promise(freePort)
        const url = throughPooler(database, listen_port)
        const running = yield* Scope.make()
        yield* Scope.extend(pooler({ listen_port, default_pool_size: 1 }), running)
        yield* Effect.promise(() => onServer(url, "SELECT 1"))
        yield* Effect.promise(() => keepSettings(database))
        const refusal = yield* refusalOf(url)
        yield* Scope.close(running, Exit.void)
        yield* pooler({ listen_port, default_pool_size: 1 })
        return { refusal, held: yield* Effect.provide(settings, clientOf(url)) }
      })
    )
    expect(refusal).toMatch(/the database has the settings .* restart the pooler/)
    expect(refusal).not.toContain("ALTER DATABASE")
    expect(held).toEqual(BOUNDED)
  })

  test("a write that waits for a lock is given up, and takes no effect later", async () => {
    const rows = await scoped(
      Effect.gen(function* () {
        const database = yield* kept
        const url = throughPooler(database, yield* pooler(IGNORED))
        yield* Effect.provide(migrate, clientOf(url))
        const other = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE waited SET n = n + 10`)
        const waiting = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE waited (n int)`
          yield* sql`INSERT INTO waited VALUES (1)`
          const held = sql`UPDATE waited SET n = 2`.pipe(
            // Another process, which is not within this transaction.
            Effect.zipRight(Effect.promise(() => Effect.runPromise(Effect.flip(Effect.provide(other, clientOf(url)))))),
            sql.withTransaction
          )
          expect(isLockTimeout(yield* held)).toBe(true)
          yield* Effect.sleep("500 millis")
          return yield* sql`SELECT n FROM waited`
        })
        return yield* Effect.provide(waiting, clientOf(url))
      })
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  test.each([
    ["auto", undefined],
    ["off", false]
  ] as const)("statements with parameters work on changing sessions: prepared %s", async (_, prepares) => {
    const sums = await scoped(
      Effect.gen(function* () {
        const url = throughPooler(yield* kept, yield* pooler({ default_pool_size: 2 }))
        const sum = (n: number) =>
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ sum: number }>`SELECT ${n}::int + 1 AS sum`)
        return yield* Effect.provide(
          Effect.forEach(
            Array.from({ length: 60 }, (_, n) => n),
            sum,
            { concurrency: 3 }
          ),
          clientOf(url, prepares)
        )
      })
    )
    expect(sums.map(([row]) => row?.sum)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  // PgBouncer 1.21 and newer prepare statements by themselves, unless this is 0; older ones do not know the setting.
  const isNewer = !/ 1\.(?:\d|1\d|20)\./.test(Bun.spawnSync(["pgbouncer", "--version"], { env }).stdout.toString())
  test.each([1, 2, 5])(
    "a start that prepares statements is refused, with %d sessions behind the pooler",
    async (size) => {
      const refusal = await scoped(
        Effect.gen(function* () {
          const settings = { default_pool_size: size, ...(isNewer ? { max_prepared_statements: 0 } : {}) }
          const url = throughPooler(yield* kept, yield* pooler(settings))
          return yield* Effect.flip(Effect.scoped(Layer.build(clientOf(url, true))))
        })
      )
      expect(refusal.message).toContain("Set DATABASE_PREPARE to off")
    }
  )

  test("a pooler that begins to mix up statements is noticed when connections are lost, and none is prepared", async () => {
    const { before, after, logged } = await scoped(
      Effect.gen(function* () {
        const database = yield* kept
        const listen_port = yield* Effect.promise(freePort)
        const url = throughPooler(database, listen_port)
        const logged: Array<string> = []
        const logger = Logger.make(({ message }) => logged.push(String(message)))
        const asked = Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.forEach(
            Array.from({ length: 60 }, (_, n) => n),
            (n) =>
              onBehalfOf(`user ${n % 5}`)(
                n % 2 === 0 ? sql`SELECT ${n}::int + 1 AS found` : sql`SELECT ${`${n}`}::text || ${"!"}::text AS found`
              ),
            { concurrency: 6 }
          )
        )
        const opening = yield* Scope.make()
        // One that gives each client a session of its own may prepare statements.
        yield* Scope.extend(pooler({ listen_port, pool_mode: "session" }), opening)
        return yield* Effect.gen(function* () {
          const before = yield* asked
          yield* Scope.close(opening, Exit.void)
          yield* pooler({ listen_port, default_pool_size: 2, ...(isNewer ? { max_prepared_statements: 0 } : {}) })
          yield* Effect.ignore(asked)
          yield* Effect.promise(() => until(() => logged.length > 0))
          return { before, after: yield* asked, logged }
        }).pipe(Effect.provide(clientOf(url, true)), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      })
    )
    expect(logged).toEqual(["The pooler mixes up prepared statements, and none is prepared from now on"])
    expect(after).toEqual(before)
    expect(after.slice(0, 2)).toEqual([[{ found: 1 }], [{ found: "1!" }]])
  })
})

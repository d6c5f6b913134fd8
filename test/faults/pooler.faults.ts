import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Duration, Effect, Either, Exit, Layer, Logger, Scope } from "effect"
import pg from "pg"
import * as Client from "../../src/platform/database/client.ts"
import { migrate } from "../../src/platform/database/migrator.ts"
import { KEEPING_LOCK } from "../../src/platform/database/pooler.ts"
import { PLANNING, REQUEST_SETTINGS, STATEMENT_MILLIS } from "../../src/platform/database/session.ts"
import { isLockTimeout } from "../../src/platform/database/sql-state.ts"
import { onBehalfOf } from "../../src/platform/database/work.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { onServer } from "../support/databases.ts"
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

/** A connection that may be ended from the other side: then its query fails, and nothing else does. */
const connectionTo = (url: string, options = "") => {
  const client = new pg.Client({ connectionString: url, options })
  client.on("error", () => {})
  return client
}

/** How many sessions have read the settings of a database but are not yet among the server's sessions. */
const sessionsStarting = async (database: string) => {
  const starting = await onServer(
    database,
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = objid
     WHERE datname = current_database() AND classid = 'pg_database'::regclass AND mode = 'RowExclusiveLock'`
  )
  return starting.length
}

/** How many sessions of a database run a statement, not counting this one. */
const sessionsAtWork = async (database: string) => {
  const active = await onServer(
    database,
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`
  )
  return active.length
}

/** Stores the settings in a database. */
const setFor = async (database: string) => {
  for (const [name, value] of Object.entries(REQUEST_SETTINGS)) {
    await onServer(database, `ALTER DATABASE ${new URL(database).pathname.slice(1)} SET ${name} = '${value}'`)
  }
}

/** A user of the server other than the owner of its databases, dropped with the scope; returns its name. */
const userOf = (database: string) => {
  const role = `pooled_${crypto.randomUUID().replaceAll("-", "")}`
  const run = (statement: string) => Effect.promise(() => onServer(database, statement))
  return Effect.as(
    Effect.acquireRelease(run(`CREATE ROLE ${role} LOGIN`), () => run(`DROP ROLE ${role}`)),
    role
  )
}

/** How many sessions of a database are older than that. */
const sessionsBefore = async (database: string, at: string) => {
  const sessions = await onServer(
    database,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_start <= '${at}'::timestamptz`
  )
  return sessions.length
}

const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

describe.if(hasPostgres && hasPooler)("behind a pooler in transaction mode", () => {
  test.each([
    ["rejects", {}],
    ["ignores", IGNORED]
  ])("one that %s a connection's settings: sessions get them from the database", async (_, given) => {
    const held = await scoped(
      Effect.gen(function* () {
        const url = throughPooler(yield* postgresDatabase, yield* pooler(given))
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
  ])("one that %s them: several processes may start at once on a database without the settings", async (_, given) => {
    const { held, older } = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const url = throughPooler(database, yield* pooler(given))
        // Sessions without the settings, one of which stays busy.
        const busy = connectionTo(url)
        const idle = [1, 2, 3].map(() => connectionTo(url))
        yield* Effect.promise(() => Promise.all([busy, ...idle].map((client) => client.connect())))
        yield* Effect.promise(() => Promise.all(idle.map((client) => client.query("SELECT pg_sleep(0.2)"))))
        const working = busy.query("SELECT pg_sleep(1.5)")
        // Until its session is busy, it may be taken for an idle one.
        yield* Effect.promise(() => until(async () => (await sessionsAtWork(database)) > 0))
        const [before] = yield* Effect.promise(() => onServer(database, "SELECT clock_timestamp()::text AS at"))
        const held = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.provide(settings, clientOf(url))),
          { concurrency: "unbounded" }
        )
        const older = yield* Effect.promise(() => sessionsBefore(database, String(before?.at)))
        yield* Effect.promise(() => working)
        yield* Effect.promise(() => Promise.all([busy, ...idle].map((client) => client.end())))
        return { held, older }
      })
    )
    for (const each of held) expect(each).toEqual(BOUNDED)
    expect(older).toBe(0)
  })

  test("sessions that were starting when the settings were stored are ended too", async () => {
    const fate = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const url = throughPooler(database, yield* pooler())
        // It waits for a second after it has read the database's settings.
        const slow = connectionTo(database, "-c post_auth_delay=1")
        const connecting = slow.connect()
        yield* Effect.promise(() => until(async () => (await sessionsStarting(database)) > 0))
        yield* Effect.provide(settings, clientOf(url))
        const asked = connecting.then(() => slow.query("SELECT 1"))
        return yield* Effect.promise(() =>
          asked.then(
            () => "goes on",
            () => "ended"
          )
        )
      })
    )
    expect(fate).toBe("ended")
  })

  test("a process that was ended within the change delays the next one for seconds, which then ends it", async () => {
    const { held, millis, older } = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const url = throughPooler(database, yield* pooler())
        const [locking, old] = [connectionTo(database), connectionTo(database)]
        yield* Effect.promise(() => Promise.all([locking.connect(), old.connect()]))
        yield* Effect.promise(() => locking.query(`SELECT pg_advisory_lock(${KEEPING_LOCK})`))
        const [before] = yield* Effect.promise(() => onServer(database, "SELECT clock_timestamp()::text AS at"))
        yield* Effect.promise(() => setFor(database))
        const [duration, held] = yield* Effect.timed(Effect.provide(settings, clientOf(url)))
        const older = yield* Effect.promise(() => sessionsBefore(database, String(before?.at)))
        return { held, millis: Duration.toMillis(duration), older }
      })
    )
    expect(held).toEqual(BOUNDED)
    expect(millis).toBeLessThan(15_000)
    expect(older).toBe(0)
  })

  test("a user who may not set them is told what to run, and nothing is changed", async () => {
    const outcome = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const role = yield* userOf(database)
        const url = throughPooler(database, yield* pooler({}, role))
        return yield* Effect.either(Effect.provide(settings, clientOf(url)))
      })
    )
    expect(Either.flip(outcome).pipe(Either.getOrThrow).message).toMatch(
      /Connect to PostgreSQL as the database's owner and run: ALTER DATABASE \w+ SET statement_timeout/
    )
  })

  test("once the owner has run it, that user ends the older sessions and starts", async () => {
    const held = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const role = yield* userOf(database)
        const url = throughPooler(database, yield* pooler({}, role))
        yield* Effect.promise(() => onServer(url, "SELECT 1"))
        yield* Effect.promise(() => setFor(database))
        return yield* Effect.provide(settings, clientOf(url))
      })
    )
    expect(held).toEqual(BOUNDED)
  })

  test("a write that waits for a lock is given up, and takes no effect later", async () => {
    const rows = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
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
        const url = throughPooler(yield* postgresDatabase, yield* pooler({ default_pool_size: 2 }))
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
          const url = throughPooler(yield* postgresDatabase, yield* pooler(settings))
          return yield* Effect.flip(Effect.scoped(Layer.build(clientOf(url, true))))
        })
      )
      expect(refusal.message).toContain("Set DATABASE_PREPARE to off")
    }
  )

  test("a pooler that begins to mix up statements is noticed when connections are lost, and none is prepared", async () => {
    const { before, after, logged } = await scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
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

import { SqlClient, type SqlError } from "@effect/sql"
import { Data, Effect, Schedule } from "effect"
import { CannotStart } from "../values/cannot-start.ts"
import { REQUEST_SETTINGS, sqlStateOf } from "./session.ts"

/** The SQLSTATE with which a pooler rejects a setting that is sent when a connection is made. */
const PROTOCOL_VIOLATION = "08P01"

/** The SQLSTATE for a statement that the user may not run. */
const INSUFFICIENT_PRIVILEGE = "42501"

/** The settings of a session, by name. */
export type Settings = Readonly<Record<string, string | number>>

/** The settings of the current session that differ from `wanted`. */
const missing = (wanted: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings`
    const held = new Map(rows.map(({ name, setting }) => [name, setting]))
    return Object.entries(wanted).filter(([name, value]) => held.get(name) !== String(value))
  })

/**
 * Whether a connection's settings are lost on the way, because a pooler rejects or ignores them. Other errors are the
 * caller's.
 */
export const losesSettings = (sent: Settings): Effect.Effect<boolean, SqlError.SqlError, SqlClient.SqlClient> => {
  const { application_name: _, ...settings } = sent
  return missing(settings).pipe(
    Effect.map((lost) => lost.length > 0),
    Effect.catchIf(
      (error) => sqlStateOf(error) === PROTOCOL_VIOLATION,
      () => Effect.succeed(true)
    )
  )
}

/** The settings of requests that the current session lacks: behind a pooler, all do. */
export const lostSettings = Effect.map(missing(REQUEST_SETTINGS), (lost) => lost.map(([name]) => name))

const cannotKeep = (statements: ReadonlyArray<string>) =>
  new CannotStart({
    message: `DATABASE_URL: a pooler is in front of PostgreSQL and passes no settings on, and this user may not set them for the database. Connect to PostgreSQL as the database's owner and run: ${statements.join("; ")}`
  })

const stillOld = new CannotStart({
  message:
    "DATABASE_URL: the pooler in front of PostgreSQL still uses sessions from before the database's settings were changed. Restart it, or send it RECONNECT, and start again"
})

/** The statements that give the database the settings of requests. Its owner may run them. */
export const keepingStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`
  return Object.entries(REQUEST_SETTINGS).map(([name, value]) => `ALTER DATABASE ${row?.name} SET ${name} = '${value}'`)
})

const alter = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* keepingStatements
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }).pipe(
    Effect.catchIf(
      (error) => sqlStateOf(error) === INSUFFICIENT_PRIVILEGE,
      () => cannotKeep(statements)
    )
  )
})

/** Another process is giving the database its settings. */
class UnderWay extends Data.TaggedError("UnderWay") {}

/** The advisory lock of whoever gives the database its settings. As long as it is held, there may be sessions without them. */
export const KEEPING_LOCK = 1_720_114_502

/** The session that holds the lock, if one does. */
const holder = (sql: SqlClient.SqlClient) => sql<{ pid: number }>`
  SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND classid = 0 AND objid = ${KEEPING_LOCK} AND granted`

const isUnderWay = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* holder(sql)).length > 0
})

// A statement that ends its own session fails.
const endHolder = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.ignore(sql`SELECT pg_terminate_backend(pid) FROM (${holder(sql)}) AS holder`)
)

/** Takes the lock, and gives the id of the session that holds it. A session that holds it already could take it once more. */
const claim = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ pid: number | null }>`
    SELECT CASE WHEN EXISTS (${holder(sql)}) THEN NULL WHEN pg_try_advisory_lock(${KEEPING_LOCK}) THEN pg_backend_pid() END AS pid`
  return row?.pid ?? (yield* new UnderWay())
})

/** Repeats a look until it finds what it looks for, for a second at most. */
const soon = <R>(look: Effect.Effect<boolean, SqlError.SqlError, R>) =>
  Effect.repeat(
    Effect.orElseSucceed(look, () => false),
    {
      until: (isFound) => isFound,
      schedule: Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(20))
    }
  )

/**
 * Whether no session is starting. One that has read the database's settings, but is not yet among the server's sessions,
 * locks the database.
 */
const noneStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const starting = yield* sql`
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = objid
    WHERE datname = current_database() AND classid = 'pg_database'::regclass AND mode = 'RowExclusiveLock'`
  return starting.length === 0
})

/** Ends this user's sessions that are older than that and idle, but for one. Gives whether there are no others left. */
const endOlder = (than: string, spared: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const older = yield* sql`
      SELECT CASE WHEN state = 'idle' OR pid = pg_backend_pid() THEN pg_terminate_backend(pid) END FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND backend_start <= ${than}::timestamptz
        AND pid <> ${spared}`
    return older.length === 0
  })

/**
 * Gives the database its settings and ends all sessions without them, so that the pooler makes new ones. The one with the
 * lock is the last.
 */
const change = Effect.acquireUseRelease(
  claim,
  (locking) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* alter
      const [now] = yield* sql<{ at: string }>`SELECT clock_timestamp()::text AS at`
      yield* soon(noneStarts)
      yield* soon(endOlder(now?.at ?? "", locking))
    }),
  () => endHolder
)

/** How long others wait for a change, which takes half of that at most. */
const WAIT = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(50))

/**
 * Gives the database the settings that its sessions need, unless they have them already. Behind a pooler in transaction
 * mode there is no other place for them. Several processes may start at the same time: none goes on while there may be a
 * session without the settings.
 */
export const keepSettings: Effect.Effect<void, CannotStart | SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const lost = yield* missing(REQUEST_SETTINGS)
    // Only after that: a session that has the settings began when the lock was taken already.
    if (yield* isUnderWay) return yield* new UnderWay()
    if (lost.length === 0) return
    yield* change
    if ((yield* missing(REQUEST_SETTINGS)).length > 0) return yield* stillOld
  }
).pipe(
  Effect.retry({ while: (error) => error._tag === "UnderWay", schedule: WAIT }),
  // Its process was ended within the change.
  Effect.tapErrorTag("UnderWay", () => endHolder),
  // A pooler gives out a session that was ended until it notices.
  Effect.retry({
    times: 10,
    schedule: Schedule.jittered(Schedule.spaced("200 millis")),
    while: (error) => error === stillOld || error._tag !== "CannotStart"
  }),
  Effect.catchTag("UnderWay", () => stillOld)
)

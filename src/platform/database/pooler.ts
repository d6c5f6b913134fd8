import { SqlClient, type SqlError } from "@effect/sql"
import { Data, Effect, Schedule } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { REQUEST_SETTINGS } from "./session.ts"
import { sqlStateIn } from "./sql-state.ts"

/** The SQLSTATE with which a pooler rejects a setting sent when a connection is opened. */
const PROTOCOL_VIOLATION = "08P01"

/** The SQLSTATE for a statement that the user has no permission to run. */
const INSUFFICIENT_PRIVILEGE = "42501"

/** The settings of a session, by name. */
export type Settings = Readonly<Record<string, string | number>>

/** The settings in `wanted` that the current session lacks. */
const missing = (wanted: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings`
    const held = new Map(rows.map(({ name, setting }) => [name, setting]))
    return Object.entries(wanted).filter(([name, value]) => held.get(name) !== String(value))
  })

/**
 * Whether a connection's settings are lost on the way, because a pooler rejects or ignores them. Other errors are
 * returned to the caller.
 */
export const losesSettings = (sent: Settings): Effect.Effect<boolean, SqlError.SqlError, SqlClient.SqlClient> => {
  const { application_name: _, ...settings } = sent
  return missing(settings).pipe(
    Effect.map((lost) => lost.length > 0),
    Effect.catchIf(
      (error) => sqlStateIn(error) === PROTOCOL_VIOLATION,
      () => Effect.succeed(true)
    )
  )
}

/** The settings of requests that the current session lacks; behind a pooler, it lacks all of them. */
export const lostSettings = Effect.map(missing(REQUEST_SETTINGS), (lost) => lost.map(([name]) => name))

const cannotKeep = (statements: ReadonlyArray<string>) =>
  new CannotStart({
    message: `DATABASE_URL: a pooler is in front of PostgreSQL and passes no settings on, and this user may not set them for the database. Connect to PostgreSQL as the database's owner and run: ${statements.join("; ")}`
  })

const stillOld = new CannotStart({
  message:
    "DATABASE_URL: the database's settings were changed, and this user still has sessions from before, which have none of the time limits. Wait for them to end, or restart the pooler, and start again"
})

/** Statements that store the settings of requests in the database. Its owner may run them. */
export const keepingStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`
  return Object.entries(REQUEST_SETTINGS).map(([name, value]) => `ALTER DATABASE ${row?.name} SET ${name} = '${value}'`)
})

/** The settings of every new session of this database. */
const keptByDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ kept: string | null }>`
    SELECT array_to_string(setconfig, ' ') AS kept FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
    WHERE datname = current_database() AND setrole = 0`
  const kept = row?.kept?.split(" ") ?? []
  return Object.entries(REQUEST_SETTINGS).every(([name, value]) => kept.includes(`${name}=${value}`))
})

const alter = Effect.gen(function* () {
  if (yield* keptByDatabase) return
  const sql = yield* SqlClient.SqlClient
  const statements = yield* keepingStatements
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }).pipe(
    Effect.catchIf(
      (error) => sqlStateIn(error) === INSUFFICIENT_PRIVILEGE,
      () => cannotKeep(statements)
    )
  )
})

/** Another process is storing the settings in the database. */
class UnderWay extends Data.TaggedError("UnderWay") {}

/**
 * The advisory lock held while the settings are stored. A session from before the change holds it until no other such
 * session is left, so while it is held, there may be sessions without the settings.
 */
export const KEEPING_LOCK = 1_720_114_502

const holder = (sql: SqlClient.SqlClient) => sql<{ pid: number }>`
  SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND classid = 0 AND objid = ${KEEPING_LOCK} AND granted`

/** The session that holds the lock, if any. */
const holding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* holder(sql)
  return row?.pid
})

/**
 * Takes the lock and returns its session. Checks for a holder first, because two processes may share a session, which
 * could take its own lock again.
 */
const claim = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ pid: number | null }>`
    SELECT CASE WHEN EXISTS (${holder(sql)}) THEN NULL WHEN pg_try_advisory_lock(${KEEPING_LOCK}) THEN pg_backend_pid() END AS pid`
  return row?.pid ?? (yield* new UnderWay())
})

/** Runs `look` every 50 ms until it returns true, for at most `seconds`. Returns whether it did. */
const within = <R>(seconds: number, look: Effect.Effect<boolean, SqlError.SqlError, R>) =>
  Effect.gen(function* () {
    for (let left = seconds * 20; left > 0; left--) {
      if (yield* Effect.orElseSucceed(look, () => false)) return true
      yield* Effect.sleep("50 millis")
    }
    return false
  })

/** Ends the session that holds the lock. */
const endHolder = (pid: number) =>
  within(
    1,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // A statement that ends its own session fails.
      yield* Effect.ignore(sql`SELECT pg_terminate_backend(${pid}::integer)`)
      return (yield* holding) !== pid
    })
  )

/**
 * Whether no session is starting. A session that has read the database's settings, but is not listed by the server yet,
 * locks the database.
 */
const noneStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const starting = yield* sql`
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = objid
    WHERE datname = current_database() AND classid = 'pg_database'::regclass AND mode = 'RowExclusiveLock'`
  return starting.length === 0
})

/** Ends this user's older, idle sessions except one. Returns whether there are no others left. */
const endOlder = (than: string, spared: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const older = yield* sql`
      SELECT CASE WHEN state = 'idle' OR pid = pg_backend_pid() THEN pg_terminate_backend(pid) END FROM pg_stat_activity
      WHERE datname = current_database() AND usename = session_user AND backend_start <= ${than}::timestamptz
        AND pid <> ${spared}`
    return older.length === 0
  })

/** Longest wait in seconds for sessions that are starting or busy. */
const MOST_SECONDS = 3

/**
 * Stores the settings in the database, and ends all sessions without them, so that the pooler opens new ones. The
 * session with the lock is the last. If this is interrupted, the lock stays, and the next process starts over.
 */
const change = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locking = yield* claim
  yield* Effect.tapErrorTag(alter, "CannotStart", () => endHolder(locking))
  const [now] = yield* sql<{ at: string }>`SELECT clock_timestamp()::text AS at`
  const areEnded =
    now !== undefined &&
    (yield* within(MOST_SECONDS, noneStarts)) &&
    (yield* within(MOST_SECONDS, endOlder(now.at, locking))) &&
    (yield* endHolder(locking))
  if (!areEnded || (yield* missing(REQUEST_SETTINGS)).length > 0) return yield* stillOld
})

/**
 * Waits for the end of another process's change. If it does not end in time, that process has died, and this one makes
 * the change.
 */
const changeAfter = (pid: number) =>
  Effect.gen(function* () {
    const isOver = Effect.map(holding, (now) => now !== pid)
    if (yield* within(3 * MOST_SECONDS, isOver)) return yield* new UnderWay()
    yield* endHolder(pid)
    yield* change
  })

/**
 * Stores the settings that sessions need in the database, unless they are already there. Behind a pooler in transaction
 * mode, there is no other place for them. Several processes may start at the same time: none continues while there may
 * be a session without the settings.
 */
export const keepSettings: Effect.Effect<void, CannotStart | SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const lost = yield* missing(REQUEST_SETTINGS)
    // Checked only now: a session with the settings began after the lock was taken, so either the lock is still held,
    // or the change is over.
    const pid = yield* holding
    if (pid !== undefined) yield* changeAfter(pid)
    else if (lost.length > 0) yield* change
  }
).pipe(
  // A pooler may hand out a session that was just ended.
  Effect.retry({
    times: 10,
    schedule: Schedule.jittered(Schedule.spaced("200 millis")),
    while: (error) => error._tag !== "CannotStart"
  }),
  Effect.catchTag("UnderWay", () => stillOld)
)

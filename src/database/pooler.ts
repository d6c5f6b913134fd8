import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Schedule } from "effect"
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

/**
 * Ends this user's idle sessions and then this one: the pooler's new sessions start with the database's settings. The
 * statement that ends its own session fails.
 */
const endSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND state = 'idle' AND pid <> pg_backend_pid()`
  yield* Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
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

/**
 * Gives the database the settings that its sessions need, unless they have them already. Behind a pooler in transaction
 * mode there is no other place for them.
 */
export const keepSettings: Effect.Effect<void, CannotStart | SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    if ((yield* missing(REQUEST_SETTINGS)).length === 0) return
    yield* alter
    yield* endSessions
    if ((yield* missing(REQUEST_SETTINGS)).length > 0) return yield* stillOld
  }
).pipe(
  // Several processes may do this at the same time, and end each other's sessions.
  Effect.retry({
    times: 10,
    schedule: Schedule.jittered(Schedule.spaced("200 millis")),
    while: (error) => error === stillOld || error._tag === "SqlError"
  })
)

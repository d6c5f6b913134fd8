import { SqlClient, type SqlError } from "@effect/sql"
import { Effect } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { REQUEST_SETTINGS } from "./session.ts"
import { sqlStateIn } from "./sql-state.ts"

/** The SQLSTATE with which a pooler rejects a setting sent when a connection is opened. */
const PROTOCOL_VIOLATION = "08P01"

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

/**
 * Fails unless sessions get the settings of requests from the database. Behind a pooler in transaction mode, there is
 * no other place for them. Its owner has to store them, and to restart the pooler, whose sessions began without them:
 * they may be at work for others.
 */
export const ensureKept: Effect.Effect<void, CannotStart | SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    if ((yield* lostSettings).length === 0) return
    const restart = "restart the pooler, whose sessions began without them, and start again"
    return yield* new CannotStart({
      message: (yield* keptByDatabase)
        ? `DATABASE_URL: the database has the settings that a pooler passes on to no session, and this session does not: ${restart}`
        : `DATABASE_URL: a pooler is in front of PostgreSQL and passes no settings on. Connect to PostgreSQL as the database's owner and run: ${(yield* keepingStatements).join("; ")}. Then ${restart}`
    })
  }
)

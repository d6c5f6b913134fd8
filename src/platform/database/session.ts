import { SqlClient } from "@effect/sql"
import { Context, Effect } from "effect"

/** Longest duration of a request's statement, in milliseconds; the server then cancels it. */
export const STATEMENT_MILLIS = 2000

/** The deadline of statements that may start at any time, but whose duration is limited: those of background work. */
export const AT_ANY_TIME = Number.MAX_VALUE

/**
 * The deadline of statements whose duration is not limited either. They lift their session's limits: see LIFT_BOUNDS.
 */
export const UNLIMITED = Number.POSITIVE_INFINITY

/** Most rows that one statement of a sweep deletes, which keeps it short. */
export const SWEEP_ROWS = 5000

/** Longest wait of a request's statement for each lock, in milliseconds; its holder may have stopped responding. */
export const LOCK_MILLIS = 300

/** Longest pause within a request's transaction, in milliseconds; after that, its process has stopped responding. */
const IDLE_IN_TRANSACTION_MILLIS = 5000

/** The name of every session in `pg_stat_activity`. For sessions of a server, its address follows. */
export const APPLICATION_NAME = "fettle"

/** PostgreSQL cuts off longer names. */
const LONGEST_NAME = 63

/** The name of sessions opened here. */
export class SessionName extends Context.Reference<SessionName>()("SessionName", {
  defaultValue: (): string => APPLICATION_NAME
}) {}

/** The name of sessions of a server at this public address, such as `https://fettle.example`. */
export const nameOfServer = (origin: string): string => {
  const name = `${APPLICATION_NAME} ${origin}`
  return name.length > LONGEST_NAME ? APPLICATION_NAME : name
}

/** The public addresses of the servers connected to the database, as far as this user may see them. */
export const connectedServers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly origin: string }>`
    SELECT DISTINCT substr(application_name, ${APPLICATION_NAME.length + 2}) AS origin FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${`${APPLICATION_NAME} http%`}`
  return rows.map(({ origin }) => origin)
})

/**
 * The settings that a request's session must have. They are sent when a connection is opened. A pooler cannot pass them
 * on, so behind one the database must have them (pooler.ts).
 */
export const REQUEST_SETTINGS = {
  statement_timeout: String(STATEMENT_MILLIS),
  lock_timeout: String(LOCK_MILLIS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MILLIS),
  // For a large catalogue, PostgreSQL would compile a search, which takes 50 ms; the search itself takes 2 ms.
  jit: "off"
}

/**
 * The settings of every session on a PostgreSQL server. If `statementMillis` is 0, there is no time limit on
 * statements, locks and transactions, as operators' commands need.
 */
export const sessionSettings = (statementMillis: number, name: string) => ({
  ...REQUEST_SETTINGS,
  application_name: name,
  statement_timeout: statementMillis,
  ...(statementMillis === 0 ? { lock_timeout: 0, idle_in_transaction_session_timeout: 0 } : {})
})

/**
 * Further settings of every session on a single PostgreSQL server. Each statement has one good plan for all parameters,
 * and planning would take longer than a search; on a Citus cluster, the plan depends on the user. What users ask for is
 * usually in memory. With PostgreSQL's default of 4, a cost from the time of hard disks, lists are collected page by page
 * and then sorted, although an index has them in order.
 */
export const PLANNING = { plan_cache_mode: "force_generic_plan", random_page_cost: 1.1 }

/** Whether the database is spread over the nodes of a Citus cluster, or will be by the next migration. */
export const isDistributed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    found: boolean
  }>`SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS found`
  return row?.found === true
})

/** Removes all time limits for the rest of a transaction. */
export const LIFT_BOUNDS = `
  SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`

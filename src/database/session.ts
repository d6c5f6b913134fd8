import { SqlError } from "@effect/sql"

/** Longest duration of a request's statement, in milliseconds; then the server cancels it. */
export const STATEMENT_MILLIS = 2000

/** Longest wait of a request's statement for each lock, in milliseconds: its holder may have stopped responding. */
const LOCK_MILLIS = 300

/** Longest pause within a request's transaction, in milliseconds: after that, its process has stopped responding. */
const IDLE_IN_TRANSACTION_MILLIS = 5000

/**
 * The settings of every session on a PostgreSQL server. If `statementMillis` is 0, there is no time limit on
 * statements, locks and transactions, as operators' commands need.
 */
export const sessionSettings = (statementMillis: number) => ({
  application_name: "fettle",
  statement_timeout: statementMillis,
  lock_timeout: statementMillis === 0 ? 0 : LOCK_MILLIS,
  idle_in_transaction_session_timeout: statementMillis === 0 ? 0 : IDLE_IN_TRANSACTION_MILLIS,
  // Each statement has one good plan for all parameters, and planning would take longer than a search.
  plan_cache_mode: "force_generic_plan",
  // For a large catalogue, PostgreSQL would compile a search, which takes 50 ms; the search itself takes 2 ms.
  jit: "off"
})

/** Removes all time limits for the rest of a transaction. */
export const LIFT_BOUNDS = `
  SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`

/** The SQLSTATE for a lock that was not available within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03"

/** Whether a statement waited too long for a lock. It has changed nothing, and its transaction is rolled back. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof SqlError.SqlError &&
  error.cause instanceof Error &&
  "errno" in error.cause &&
  error.cause.errno === LOCK_NOT_AVAILABLE

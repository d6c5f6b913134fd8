import { SqlError } from "@effect/sql"

/** Most time that a statement of a request may take, in milliseconds. The server ends it then by itself. */
export const STATEMENT_MILLIS = 2000

/** Most time that a statement of a request waits for each lock, in milliseconds: whoever holds it may never let it go. */
const LOCK_MILLIS = 300

/** Most time that a transaction of a request may stand still, in milliseconds: then its process has fallen silent. */
const IDLE_IN_TRANSACTION_MILLIS = 5000

/**
 * What every session at a PostgreSQL server is set to. Where `statementMillis` is 0, statements, waits for locks and transactions take the
 * time they take, as operators' commands need it.
 */
export const sessionSettings = (statementMillis: number) => ({
  application_name: "fettle",
  statement_timeout: statementMillis,
  lock_timeout: statementMillis === 0 ? 0 : LOCK_MILLIS,
  idle_in_transaction_session_timeout: statementMillis === 0 ? 0 : IDLE_IN_TRANSACTION_MILLIS,
  // Every statement has one good plan, whatever its parameters; to make it anew would take longer than a search.
  plan_cache_mode: "force_generic_plan",
  // In a large catalogue a search seems dear enough to be compiled, which takes 50 ms where it itself takes 2.
  jit: "off"
})

/** Lifts every bound of time for the rest of a transaction. */
export const LIFT_BOUNDS = `
  SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`

/** What PostgreSQL calls a wait for a lock that took longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03"

/** Whether a statement failed as it waited too long for a lock. It has changed nothing, and its transaction is undone. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof SqlError.SqlError &&
  error.cause instanceof Error &&
  "errno" in error.cause &&
  error.cause.errno === LOCK_NOT_AVAILABLE

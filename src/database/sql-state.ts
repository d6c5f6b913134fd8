import { SqlError } from "@effect/sql"
import { Predicate } from "effect"

/** The SQLSTATE of an error that the driver throws; undefined if PostgreSQL did not report it. */
export const sqlStateOf = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "severity") && Predicate.hasProperty(error, "errno") ? String(error.errno) : undefined

/** The SQLSTATE of the error in a SqlError; undefined for other errors. */
export const sqlStateIn = (error: unknown): string | undefined =>
  error instanceof SqlError.SqlError ? sqlStateOf(error.cause) : undefined

/** The SQLSTATE for a lock that was not available within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03"

/** Whether a statement waited too long for a lock. It has changed nothing, and its transaction is rolled back. */
export const isLockTimeout = (error: unknown): boolean => sqlStateIn(error) === LOCK_NOT_AVAILABLE

/** The SQLSTATE for a prepared statement that is not there. */
const NO_SUCH_STATEMENT = "26000"

/**
 * Whether a statement that the driver had prepared is not there any more. Another client of the embedded database can
 * remove all (DISCARD ALL), as they share a session. Nothing was run.
 */
export const isForgotten = (error: unknown): boolean => sqlStateOf(error) === NO_SUCH_STATEMENT

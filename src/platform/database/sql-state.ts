import { SqlError } from "@effect/sql"
import { Predicate } from "effect"

/** The SQLSTATE of an error thrown by the driver; undefined if PostgreSQL did not report it. */
export const sqlStateOf = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "severity") && Predicate.hasProperty(error, "errno") ? String(error.errno) : undefined

export const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

/** The SQLSTATE of the error in a SqlError; undefined for other errors. */
export const sqlStateIn = (error: unknown): string | undefined =>
  isSqlError(error) ? sqlStateOf(error.cause) : undefined

/** The SQLSTATE for a lock that was not available within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03"

/** Whether a statement waited too long for a lock. It has changed nothing, and its transaction is rolled back. */
export const isLockTimeout = (error: unknown): boolean => sqlStateIn(error) === LOCK_NOT_AVAILABLE

/** The SQLSTATEs of a transaction that lost to others: 40001 could not be serialized, 40P01 was in a deadlock. */
const LOST_TO_OTHERS: ReadonlySet<string | undefined> = new Set([LOCK_NOT_AVAILABLE, "40001", "40P01"])

/** Whether a transaction was rolled back because of others, and may succeed if repeated. */
export const hasChangedNothing = (error: unknown): boolean => LOST_TO_OTHERS.has(sqlStateOf(error))

/** The SQLSTATE of a statement that took too long, or that somebody cancelled. */
const CANCELLED = "57014"

/** Whether a statement was cancelled; its transaction is rolled back. */
export const isCancelled = (error: unknown): boolean => sqlStateOf(error) === CANCELLED

/** The SQLSTATE for an unknown prepared statement. */
const NO_SUCH_STATEMENT = "26000"

/**
 * Whether a statement prepared by the driver no longer exists. Clients of the embedded database share a session, so one
 * can remove all of them (DISCARD ALL). Nothing was run.
 */
export const isForgotten = (error: unknown): boolean => sqlStateOf(error) === NO_SUCH_STATEMENT

/** The SQLSTATE for a connection that is refused because there are as many as the server, database or role may have. */
const TOO_MANY_CONNECTIONS = "53300"

/** Whether a statement was not run because the server accepts no further connection. */
export const isRefusedForMany = (error: unknown): boolean => sqlStateOf(error) === TOO_MANY_CONNECTIONS

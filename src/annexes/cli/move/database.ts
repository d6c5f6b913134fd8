import { SqlClient, type SqlError } from "@effect/sql"
import { type Context, Effect } from "effect"
import { applyMigrations } from "../../../platform/database/migrator.ts"
import { nextStepOf } from "../../../platform/database/next-step.ts"
import type { PoolStatus } from "../../../platform/database/pool-status.ts"
import { LIFT_BOUNDS } from "../../../platform/database/session.ts"
import { isSqlError } from "../../../platform/database/sql-state.ts"
import { faultOfError } from "../../../platform/telemetry/log/fault.ts"
import { MoveFailed } from "./failed.ts"

/** Runs a statement; its parameters are texts, which the statement casts. */
export type Ask = <Row>(
  text: string,
  params?: ReadonlyArray<string | null>
) => Effect.Effect<ReadonlyArray<Row>, MoveFailed>

/** The source or the target of a move. */
export interface Database {
  /** Which database it is and where, for messages: `the database fettle at db1:5432`. */
  readonly place: string
  readonly ask: Ask
  /**
   * Runs `work` in one transaction, in which every value has the same text form on every server. Only statements sent
   * with the given `ask` belong to the transaction.
   */
  readonly transaction: <A, E, R>(work: (ask: Ask) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | MoveFailed, R>
  readonly migrate: Effect.Effect<void, MoveFailed>
}

/** Settings that determine the text form of values. With these, `double precision` is exact. */
const TEXT_FORMS = `
  SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true)`

const failedAt = (place: string) => (error: SqlError.SqlError) =>
  new MoveFailed({
    message: `${place} failed (${faultOfError(error.cause).message}). ${nextStepOf(error.cause) ?? "Put that right"}. Then run the same command again, which continues the move`,
    cause: error
  })

/** A move's database, over a client with a single connection. */
export const databaseOf = (place: string, services: Context.Context<SqlClient.SqlClient | PoolStatus>): Database => {
  const failed = failedAt(place)
  const askIn =
    (context: Context.Context<SqlClient.SqlClient>): Ask =>
    <Row>(text: string, params?: ReadonlyArray<string | null>) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row & object>(text, params)).pipe(
        Effect.provide(context),
        Effect.mapError(failed)
      )
  return {
    place,
    ask: askIn(services),
    transaction: <A, E, R>(work: (ask: Ask) => Effect.Effect<A, E, R>) =>
      Effect.context<R>().pipe(
        Effect.flatMap((outer) =>
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.context<SqlClient.SqlClient>().pipe(
              Effect.tap(() => sql.unsafe(LIFT_BOUNDS)),
              Effect.tap(() => sql.unsafe(TEXT_FORMS)),
              // The context names the connection of the transaction, and must not reach the other database's
              // statements.
              Effect.flatMap((inner) =>
                Effect.mapInputContext(work(askIn(inner)), (_: Context.Context<never>) => outer)
              ),
              sql.withTransaction
            )
          ).pipe(Effect.provide(services))
        ),
        Effect.catchIf(isSqlError, (error) => failed(error))
      ),
    migrate: applyMigrations.pipe(
      Effect.provide(services),
      Effect.catchAllDefect((defect) => (isSqlError(defect) ? failed(defect) : Effect.die(defect))),
      // The target was empty, so no newer version has migrated it.
      Effect.catchTag("CannotStart", Effect.die),
      Effect.asVoid
    )
  }
}

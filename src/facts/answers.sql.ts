import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type Answer, Kept, KeyTaken } from "../caller/answer.ts"
import { SWEEP_ROWS } from "../database/session.ts"
import { sqlStateIn } from "../database/sql-state.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS, type KeptAnswer } from "./answers.ts"

/** The SQLSTATE of the SQL function `keep_answer`; see migrations/0012_fact_functions.sql. */
const TAKEN = "KEY01"

/** The last six arguments of a SQL function that stores an answer. Without a key they are null. */
export const answerArguments = (sql: SqlClient.SqlClient, { key, output, at }: Answer<unknown>) =>
  key === undefined
    ? sql`${null}, ${null}, ${null}, ${null}, ${null}, ${null}`
    : sql`${key.operation}, ${key.key}, ${key.fingerprint}, ${JSON.stringify(output)}, ${new Date(at)}, ${new Date(at - KEY_LIFETIME_MILLIS)}`

/** Turns the error of `keep_answer` into KeyTaken. */
export const failWithKeyTaken = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, KeyTaken> =>
  Effect.catchAll(statement, (error) => (sqlStateIn(error) === TAKEN ? new KeyTaken() : Effect.die(error)))

/** The answer, once the statement has stored it. */
export const keptBy = <A, E>(answer: Answer<A>, write: Effect.Effect<unknown, E>): Effect.Effect<Kept<A>, E> =>
  Effect.map(write, () => Kept.written(answer))

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    IdempotencyStore.of({
      find: ({ userId, operation, key }, since) =>
        sql<KeptAnswer>`
          SELECT fingerprint, output FROM idempotency_keys
          WHERE user_id = ${userId} AND operation = ${operation} AND key = ${key} AND kept_at > ${new Date(since)}`.pipe(
          Effect.map(([row]) => row),
          Effect.orDie
        ),

      // This statement concerns all users; no request waits for it.
      sweep: (until) =>
        sql`
          DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN (
            SELECT user_id, operation, key FROM idempotency_keys WHERE kept_at <= ${new Date(until)} LIMIT ${SWEEP_ROWS})
          AND kept_at <= ${new Date(until)} RETURNING 1`.pipe(
          Effect.map((swept) => swept.length < SWEEP_ROWS),
          Effect.orDie
        )
    })
  )
)

import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type Answer, Kept, KeyTaken } from "../caller/answer.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS, type KeptAnswer } from "./answers.ts"

/** What `keep_answer` fails with in the database: see migrations/0012_fact_functions.sql. */
const TAKEN = "KEY01"

const isTaken = ({ cause }: SqlError.SqlError): boolean =>
  cause instanceof Error && "errno" in cause && cause.errno === TAKEN

/** The last six arguments of a function of the database that keeps an answer; without a key they are null. */
export const answerArguments = (sql: SqlClient.SqlClient, { key, output, at }: Answer<unknown>) =>
  key === undefined
    ? sql`${null}, ${null}, ${null}, ${null}, ${null}, ${null}`
    : sql`${key.operation}, ${key.key}, ${key.fingerprint}, ${JSON.stringify(output)}, ${new Date(at)}, ${new Date(at - KEY_LIFETIME_MILLIS)}`

/** For a statement that keeps an answer. */
export const failWithKeyTaken = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, KeyTaken> =>
  Effect.catchAll(statement, (error) => (isTaken(error) ? new KeyTaken() : Effect.die(error)))

/** The answer once a statement has kept it. */
export const keptBy = <A, E>(answer: Answer<A>, write: Effect.Effect<unknown, E>): Effect.Effect<Kept<A>, E> =>
  Effect.map(write, () => Kept.written(answer))

/** So many keys are swept by one statement, which thus stays short. */
const SWEEP_ROWS = 5000

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

      // The one statement about every user at once: nobody's request waits for it.
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

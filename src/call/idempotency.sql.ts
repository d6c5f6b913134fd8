import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { UserId } from "../values/ids.ts"
import { type Answer, IdempotencyStore, KEY_LIFETIME_MILLIS, type KeptAnswer, KeyTaken } from "./idempotency.ts"

/** What `keep_answer` fails with in the database: see migrations/0010_facts.sql. */
const TAKEN = "KEY01"

const isTaken = ({ cause }: SqlError.SqlError): boolean =>
  cause instanceof Error && "errno" in cause && cause.errno === TAKEN

/** For a statement that keeps an answer. */
export const failWithKeyTaken = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, KeyTaken> =>
  Effect.catchAll(statement, (error) => (isTaken(error) ? new KeyTaken() : Effect.die(error)))

/** The call that keeps an answer, as part of a statement. */
export const keepAnswer = (
  sql: SqlClient.SqlClient,
  userId: UserId,
  { operation, key, fingerprint, output, at }: Answer
) =>
  sql`keep_answer(${userId}, ${operation}, ${key}, ${fingerprint}, ${output}, ${new Date(at)}, ${new Date(at - KEY_LIFETIME_MILLIS)})`

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

      keep: (userId, answer) => sql`SELECT ${keepAnswer(sql, userId, answer)}`.pipe(Effect.asVoid, failWithKeyTaken),

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

import { Effect, Layer } from "effect"
import { type Answer, Kept, KeyTaken } from "../contract/handler/answer.ts"
import { type Meaning, NOTHING_DUE } from "../contract/handler/charge.ts"
import type { Builder } from "../platform/database/builder.ts"
import { Db } from "../platform/database/db.ts"
import { SWEEP_ROWS } from "../platform/database/session.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS, type KeptAnswer } from "./idempotency-store.ts"

/** SQLSTATE raised by the SQL function `keep_answer`; see migrations/functions/keep_answer.sql. */
const TAKEN = "KEY01"

/** Arguments, by name, that make a SQL function store an answer; null without a key. */
export const answerArguments = (sql: Builder, { key, output, at }: Answer<unknown>) =>
  key === undefined
    ? sql`of_operation => ${null}, of_key => ${null}, of_fingerprint => ${null}, of_output => ${null},
        answered_at => ${null}, expired_at => ${null}`
    : sql`of_operation => ${key.operation}, of_key => ${key.key}, of_fingerprint => ${key.fingerprint},
        of_output => ${JSON.stringify(output)}, answered_at => ${new Date(at)},
        expired_at => ${new Date(at - KEY_LIFETIME_MILLIS)}`

/** Maps a refusal by `keep_answer` to KeyTaken. */
export const keyTaken: Meaning<KeyTaken> = ({ sqlState }) => (sqlState === TAKEN ? new KeyTaken() : undefined)

/** The answer, once the statement has stored it. */
export const keptBy = <A, E>(answer: Answer<A>, write: Effect.Effect<unknown, E>): Effect.Effect<Kept<A>, E> =>
  Effect.map(write, () => Kept.written(answer))

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(Db, (db) =>
    IdempotencyStore.of({
      find: ({ userId, operation, key }, since) =>
        Effect.map(
          db.first(db.sql<KeptAnswer>`
          SELECT fingerprint, output FROM idempotency_keys
          WHERE user_id = ${userId} AND operation = ${operation} AND key = ${key} AND kept_at > ${new Date(since)}`),
          (row) => row
        ),

      keep: (userId, answer) =>
        answer.key === undefined
          ? Effect.succeed(Kept.written(answer))
          : keptBy(
              answer,
              NOTHING_DUE.value(
                db,
                db.sql<{
                  readonly value: boolean
                }>`SELECT keep_answer(${userId}, ${answerArguments(db.sql, answer)}) AS value`,
                keyTaken
              )
            ),

      // This statement concerns all users; no request waits for it.
      sweep: (until) =>
        Effect.map(
          db.rows(db.sql`
          DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN (
            SELECT user_id, operation, key FROM idempotency_keys WHERE kept_at <= ${new Date(until)} LIMIT ${SWEEP_ROWS})
          AND kept_at <= ${new Date(until)} RETURNING 1`),
          (swept) => swept.length < SWEEP_ROWS
        )
    })
  )
)

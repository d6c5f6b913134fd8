import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { IdempotencyStore, type KeptAnswer } from "./idempotency.ts"

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

      keep: ({ userId, operation, key }, { fingerprint, output }, at) =>
        sql`
          INSERT INTO idempotency_keys (user_id, operation, key, fingerprint, output, kept_at)
          VALUES (${userId}, ${operation}, ${key}, ${fingerprint}, ${output}, ${new Date(at)})
          ON CONFLICT (user_id, operation, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      // The one statement about every user at once: nobody's request waits for it.
      sweep: (until) =>
        sql`DELETE FROM idempotency_keys WHERE kept_at <= ${new Date(until)}`.pipe(Effect.asVoid, Effect.orDie)
    })
  )
)

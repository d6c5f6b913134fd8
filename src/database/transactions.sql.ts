import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Transactions } from "./transactions.ts"

export const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

export const layer = Layer.effect(
  Transactions,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transactions.of({
      change: (userId, effect) =>
        sql`SELECT user_id FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`.pipe(
          Effect.zipRight(effect),
          sql.withTransaction,
          Effect.catchIf(isSqlError, Effect.die)
        )
    })
  )
)

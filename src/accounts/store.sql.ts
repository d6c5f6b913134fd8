import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { withoutTimeout } from "../database/statements.ts"
import { isSqlError } from "../database/transactions.sql.ts"
import type { UserId } from "../values/ids.ts"
import { AccountStore, type StoredToken, UnknownAccount } from "./store.ts"
import { LAST_USE_MILLIS, userOfToken } from "./token.ts"
import { toDate, toInstant, toUser, toUserRow, USER_COLUMNS, type UserRow } from "./user-row.sql.ts"

interface TokenRow {
  readonly user_id: UserId
  readonly token_id: StoredToken["id"]
  readonly token_hash: StoredToken["hash"]
  readonly token_name: string
  readonly environment: StoredToken["environment"]
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

const toToken = (row: TokenRow): StoredToken => ({
  id: row.token_id,
  userId: row.user_id,
  hash: row.token_hash,
  name: row.token_name,
  environment: row.environment,
  createdAt: DateTime.unsafeFromDate(row.created_at),
  expiresAt: toInstant(row.expires_at),
  revokedAt: toInstant(row.revoked_at),
  lastUsedAt: toInstant(row.last_used_at)
})

export const layer = Layer.effect(
  AccountStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const userColumns = sql.literal(USER_COLUMNS)
    const tokenColumns = sql.literal(
      `tokens.user_id, token_id, token_hash, tokens.name AS token_name, environment, tokens.created_at, expires_at, revoked_at, last_used_at`
    )
    const found = <A>(rows: ReadonlyArray<A>, what: "user" | "token", id: string) =>
      rows[0] === undefined ? Effect.fail(new UnknownAccount({ what, id })) : Effect.succeed(rows[0])

    const findUser = (id: UserId) =>
      sql<UserRow>`SELECT ${userColumns} FROM users WHERE user_id = ${id}`.pipe(
        Effect.orDie,
        Effect.flatMap((rows) => found(rows, "user", id)),
        Effect.map(toUser)
      )

    const hasUsers = sql<{ readonly found: boolean }>`SELECT EXISTS (SELECT 1 FROM users) AS found`.pipe(
      Effect.map(([row]) => row?.found === true)
    )

    return AccountStore.of({
      addUser: (user) => sql`INSERT INTO users ${sql.insert({ ...toUserRow(user) })}`.pipe(Effect.asVoid, Effect.orDie),

      saveUser: (user) => {
        const { user_id, ...columns } = toUserRow(user)
        return sql`UPDATE users SET ${sql.update(columns)} WHERE user_id = ${user_id} RETURNING user_id`.pipe(
          Effect.orDie,
          Effect.flatMap((rows) => found(rows, "user", user.id)),
          Effect.asVoid
        )
      },

      findUser,

      ifNoUsers: (effect) =>
        Effect.if(Effect.orDie(hasUsers), {
          onTrue: () => Effect.succeedNone,
          onFalse: () =>
            // Only writers wait for this lock.
            sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.pipe(
              Effect.zipRight(
                Effect.if(hasUsers, { onTrue: () => Effect.succeedNone, onFalse: () => Effect.asSome(effect) })
              ),
              withoutTimeout,
              Effect.provideService(SqlClient.SqlClient, sql),
              Effect.catchIf(isSqlError, Effect.die)
            )
        }),

      listUsers: sql<UserRow>`SELECT ${userColumns} FROM users ORDER BY created_at, user_id`.pipe(
        Effect.map((rows) => rows.map(toUser)),
        Effect.orDie
      ),

      deleteUser: (id) =>
        sql`DELETE FROM users WHERE user_id = ${id} RETURNING user_id`.pipe(
          Effect.orDie,
          Effect.flatMap((rows) => found(rows, "user", id)),
          Effect.asVoid
        ),

      addToken: (token) =>
        Effect.zipRight(
          findUser(token.userId),
          sql`
            INSERT INTO tokens ${sql.insert({
              user_id: token.userId,
              token_id: token.id,
              token_hash: token.hash,
              name: token.name,
              environment: token.environment,
              created_at: toDate(token.createdAt),
              expires_at: toDate(token.expiresAt),
              revoked_at: toDate(token.revokedAt)
            })}`.pipe(Effect.asVoid, Effect.orDie)
        ),

      listTokens: (userId) =>
        Effect.zipRight(
          findUser(userId),
          sql<TokenRow>`
            SELECT ${tokenColumns} FROM tokens WHERE user_id = ${userId} ORDER BY created_at, token_id`.pipe(
            Effect.map((rows) => rows.map(toToken)),
            Effect.orDie
          )
        ),

      revokeToken: (id, at) =>
        sql`
          UPDATE tokens SET revoked_at = COALESCE(revoked_at, ${toDate(at)})
          WHERE user_id = ${userOfToken(id)} AND token_id = ${id} RETURNING token_id`.pipe(
          Effect.orDie,
          Effect.flatMap((rows) => found(rows, "token", id)),
          Effect.asVoid
        ),

      tokenUsed: (id, at) =>
        sql`
          UPDATE tokens SET last_used_at = ${toDate(at)}
          WHERE user_id = ${userOfToken(id)} AND token_id = ${id} AND (last_used_at IS NULL
            OR last_used_at <= ${toDate(DateTime.subtract(at, { millis: LAST_USE_MILLIS }))})`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      findToken: (userId, hash) =>
        sql<UserRow & TokenRow & { readonly revision: number }>`
          SELECT ${userColumns}, ${tokenColumns}, revision FROM tokens JOIN users USING (user_id)
          WHERE tokens.user_id = ${userId} AND token_hash = ${hash}`.pipe(
          Effect.map((rows) =>
            Option.map(Option.fromNullable(rows[0]), (row) => ({
              token: toToken(row),
              account: { user: toUser(row), revision: row.revision }
            }))
          ),
          Effect.orDie
        )
    })
  })
)

import { DateTime, Effect, Layer } from "effect"
import { type Database, Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { AccountStore, type StoredToken, UnknownAccount } from "./store.ts"
import { LAST_USE_MILLIS, tokenIds } from "./token.ts"
import { ACTING_COLUMNS, toDate, toInstant, toUser, toUserRow, USER_COLUMNS, type UserRow } from "./user-row.sql.ts"

interface TokenRow {
  readonly user_id: UserId
  readonly token_id: StoredToken["id"]
  readonly token_hash: StoredToken["hash"]
  readonly token_name: string
  readonly environment: StoredToken["environment"]
  readonly scope: StoredToken["scope"]
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
  scope: row.scope,
  createdAt: DateTime.unsafeFromDate(row.created_at),
  expiresAt: toInstant(row.expires_at),
  revokedAt: toInstant(row.revoked_at),
  lastUsedAt: toInstant(row.last_used_at)
})

const TOKEN_COLUMNS =
  "tokens.user_id, token_id, token_hash, tokens.name AS token_name, environment, scope, tokens.created_at, expires_at, revoked_at, last_used_at"

const found = <A>(rows: ReadonlyArray<A>, what: "user" | "token", id: string) =>
  rows[0] === undefined ? Effect.fail(new UnknownAccount({ what, id })) : Effect.succeed(rows[0])

type Store = AccountStore["Type"]

const hasUsers = (db: Database) =>
  Effect.map(
    db.first(db.sql<{ readonly found: boolean }>`SELECT EXISTS (SELECT 1 FROM users) AS found`),
    (row) => row?.found === true
  )

/** Users. */
const users = (
  db: Database
): Pick<Store, "findUser" | "addUser" | "saveUser" | "ifNoUsers" | "listUsers" | "deleteUser"> => ({
  findUser: (id) =>
    db.rows(db.sql<UserRow>`SELECT ${db.sql.literal(ACTING_COLUMNS)} FROM users WHERE user_id = ${id}`).pipe(
      Effect.flatMap((rows) => found(rows, "user", id)),
      Effect.map(toUser)
    ),

  addUser: (user) => db.run(db.sql`INSERT INTO users ${db.sql.insert({ ...toUserRow(user) })}`),

  saveUser: (user) => {
    const { user_id, ...columns } = toUserRow(user)
    return db
      .rows(db.sql`UPDATE users SET ${db.sql.update(columns)} WHERE user_id = ${user_id} RETURNING user_id`)
      .pipe(
        Effect.flatMap((rows) => found(rows, "user", user.id)),
        Effect.asVoid
      )
  },

  ifNoUsers: (effect) =>
    Effect.if(hasUsers(db), {
      onTrue: () => Effect.succeedNone,
      onFalse: () =>
        // Only writers wait for this lock.
        db.unlimited(
          Effect.zipRight(
            db.run(db.sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`),
            Effect.if(hasUsers(db), { onTrue: () => Effect.succeedNone, onFalse: () => Effect.asSome(effect) })
          )
        )
    }),

  listUsers: Effect.map(
    db.rows(db.sql<UserRow>`SELECT ${db.sql.literal(USER_COLUMNS)} FROM users ORDER BY created_at, user_id`),
    (rows) => rows.map(toUser)
  ),

  deleteUser: (id) =>
    db.rows(db.sql`DELETE FROM users WHERE user_id = ${id} RETURNING user_id`).pipe(
      Effect.flatMap((rows) => found(rows, "user", id)),
      Effect.asVoid
    )
})

/** Tokens. */
const tokens = (db: Database): Pick<Store, "addToken" | "listTokens" | "revokeToken" | "tokenUsed" | "findToken"> => ({
  addToken: (token) =>
    Effect.zipRight(
      users(db).findUser(token.userId),
      db.run(db.sql`
        INSERT INTO tokens ${db.sql.insert({
          user_id: token.userId,
          token_id: token.id,
          token_hash: token.hash,
          name: token.name,
          environment: token.environment,
          scope: token.scope,
          created_at: toDate(token.createdAt),
          expires_at: toDate(token.expiresAt),
          revoked_at: toDate(token.revokedAt)
        })}`)
    ),

  listTokens: (userId) =>
    Effect.zipRight(
      users(db).findUser(userId),
      Effect.map(
        db.rows(db.sql<TokenRow>`
        SELECT ${db.sql.literal(TOKEN_COLUMNS)} FROM tokens WHERE user_id = ${userId} ORDER BY created_at, token_id`),
        (rows) => rows.map(toToken)
      )
    ),

  revokeToken: (id, at) =>
    db
      .rows(db.sql`
      UPDATE tokens SET revoked_at = COALESCE(revoked_at, ${toDate(at)})
      WHERE user_id = ${tokenIds.userOf(id)} AND token_id = ${id} RETURNING token_id`)
      .pipe(
        Effect.flatMap((rows) => found(rows, "token", id)),
        Effect.asVoid
      ),

  tokenUsed: (id, at) =>
    db.run(db.sql`
      UPDATE tokens SET last_used_at = ${toDate(at)}
      WHERE user_id = ${tokenIds.userOf(id)} AND token_id = ${id} AND (last_used_at IS NULL
        OR last_used_at <= ${toDate(DateTime.subtract(at, { millis: LAST_USE_MILLIS }))}
        OR last_used_at >= ${toDate(DateTime.add(at, { millis: LAST_USE_MILLIS }))})`),

  findToken: (userId, hash) =>
    db.findOne(
      db.sql<UserRow & TokenRow & { readonly revision: number }>`
      SELECT ${db.sql.literal(ACTING_COLUMNS)}, ${db.sql.literal(TOKEN_COLUMNS)}, revision FROM tokens JOIN users USING (user_id)
      WHERE tokens.user_id = ${userId} AND token_hash = ${hash}`,
      (row) => ({
        token: toToken(row),
        account: { user: toUser(row), revision: row.revision }
      })
    )
})

export const layer = Layer.effect(
  AccountStore,
  Effect.map(Db, (db) => AccountStore.of({ ...users(db), ...tokens(db) }))
)

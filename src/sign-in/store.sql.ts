import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { UnknownAccount } from "../accounts/store.ts"
import { toInstant, toUser, USER_COLUMNS, type UserRow } from "../accounts/user-row.sql.ts"
import type { Session } from "./model.ts"
import { SignInStore } from "./store.ts"

interface SessionRow {
  readonly user_id: Session["userId"]
  readonly session_id: Session["id"]
  readonly session_hash: Session["hash"]
  readonly device: string
  readonly session_created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
}

const SESSION_COLUMNS = `sessions.user_id, session_id, session_hash, device,
  sessions.created_at AS session_created_at, last_used_at, expires_at`

const toSession = (row: SessionRow): Session => ({
  id: row.session_id,
  userId: row.user_id,
  hash: row.session_hash,
  device: row.device,
  createdAt: DateTime.unsafeFromDate(row.session_created_at),
  lastUsedAt: DateTime.unsafeFromDate(row.last_used_at),
  expiresAt: DateTime.unsafeFromDate(row.expires_at)
})

export const layer = Layer.effect(
  SignInStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const sessionColumns = sql.literal(SESSION_COLUMNS)
    const userColumns = sql.literal(USER_COLUMNS)
    const date = DateTime.toDateUtc

    return SignInStore.of({
      addLink: ({ userId, hash, createdAt, expiresAt }) =>
        sql`DELETE FROM login_links WHERE user_id = ${userId} AND expires_at <= ${date(createdAt)}`.pipe(
          Effect.zipRight(sql`
          INSERT INTO login_links (user_id, link_hash, created_at, expires_at)
          SELECT user_id, ${hash}, ${date(createdAt)}, ${date(expiresAt)} FROM users WHERE user_id = ${userId}
          RETURNING user_id`),
          Effect.orDie,
          Effect.flatMap((rows) => (rows.length === 0 ? new UnknownAccount({ what: "user", id: userId }) : Effect.void))
        ),

      findLink: (userId, hash) =>
        sql<{ readonly name: string; readonly expires_at: Date; readonly used_at: Date | null }>`
          SELECT name, expires_at, used_at FROM login_links JOIN users USING (user_id)
          WHERE login_links.user_id = ${userId} AND link_hash = ${hash}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), ({ name, expires_at, used_at }) => ({
              userName: name,
              expiresAt: DateTime.unsafeFromDate(expires_at),
              usedAt: toInstant(used_at)
            }))
          ),
          Effect.orDie
        ),

      redeemLink: (link, { userId, id, hash, device, createdAt, expiresAt }) =>
        sql<{ readonly redeemed: boolean }>`
          SELECT redeem_login_link(
            ${userId}, ${link}, ${id}, ${hash}, ${device}, ${date(createdAt)}, ${date(expiresAt)}) AS redeemed`.pipe(
          Effect.map(([row]) => row?.redeemed === true),
          Effect.orDie
        ),

      findSession: (userId, hash) =>
        sql<UserRow & SessionRow & { readonly revision: number }>`
          SELECT ${userColumns}, ${sessionColumns}, revision FROM sessions JOIN users USING (user_id)
          WHERE sessions.user_id = ${userId} AND session_hash = ${hash}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({
              session: toSession(row),
              account: { user: toUser(row), revision: row.revision }
            }))
          ),
          Effect.orDie
        ),

      touchSession: ({ userId, id, lastUsedAt, expiresAt }) =>
        sql`
          UPDATE sessions SET last_used_at = ${date(lastUsedAt)}, expires_at = ${date(expiresAt)}
          WHERE user_id = ${userId} AND session_id = ${id}`.pipe(Effect.asVoid, Effect.orDie),

      listSessions: (userId, at) =>
        sql<SessionRow>`
          SELECT ${sessionColumns} FROM sessions WHERE user_id = ${userId} AND expires_at > ${date(at)}
          ORDER BY last_used_at DESC, session_id`.pipe(
          Effect.map((rows) => rows.map(toSession)),
          Effect.orDie
        ),

      endSession: (userId, id) =>
        sql`DELETE FROM sessions WHERE user_id = ${userId} AND session_id = ${id} RETURNING session_id`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

      endSessions: (userId) => sql`DELETE FROM sessions WHERE user_id = ${userId}`.pipe(Effect.asVoid, Effect.orDie)
    })
  })
)

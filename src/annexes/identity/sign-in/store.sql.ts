import { DateTime, Effect, Layer } from "effect"
import { UnknownAccount } from "../../../features/accounts/store.ts"
import { ACTING_COLUMNS, toInstant, toUser, type UserRow } from "../../../features/accounts/user-row.sql.ts"
import { type Database, Db } from "../../../platform/database/db.ts"
import { CLOCK_SKEW_MILLIS } from "../../../values/clock.ts"
import type { Session } from "./model.ts"
import { openSession } from "./open-session.sql.ts"
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

interface LinkRow {
  readonly name: string
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly is_invitation: boolean
  readonly invited_by: string | null
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

const date = DateTime.toDateUtc

/** Login links. */
const links = (db: Database): Pick<SignInStore["Type"], "addLink" | "findLink" | "redeemLink"> => {
  const { sql } = db
  return {
    addLink: ({ userId, hash, createdAt, expiresAt, invitation }) =>
      db.run(sql`DELETE FROM login_links WHERE user_id = ${userId} AND expires_at <= ${date(createdAt)}`).pipe(
        Effect.zipRight(
          db.rows(sql`
      INSERT INTO login_links (user_id, link_hash, created_at, expires_at, is_invitation, invited_by)
      SELECT user_id, ${hash}, ${date(createdAt)}, ${date(expiresAt)}, ${invitation !== null}, ${invitation?.by ?? null}
      FROM users WHERE user_id = ${userId}
      RETURNING user_id`)
        ),
        Effect.flatMap((rows) => (rows.length === 0 ? new UnknownAccount({ what: "user", id: userId }) : Effect.void))
      ),

    findLink: (userId, hash) =>
      db.findOne(
        sql<LinkRow>`
      SELECT name, expires_at, is_invitation, invited_by,
        COALESCE(used_at, CASE WHEN is_invitation THEN signed_in_at END) AS used_at
      FROM login_links JOIN users USING (user_id) LEFT JOIN newcomers USING (user_id)
      WHERE login_links.user_id = ${userId} AND link_hash = ${hash}`,
        ({ name, expires_at, used_at, is_invitation, invited_by }) => ({
          userName: name,
          expiresAt: DateTime.unsafeFromDate(expires_at),
          usedAt: toInstant(used_at),
          invitation: is_invitation ? { by: invited_by } : null
        })
      ),

    redeemLink: (link, session) =>
      openSession(
        db,
        Effect.map(
          db.rows(sql`
          UPDATE login_links SET used_at = ${date(session.createdAt)}
          WHERE user_id = ${session.userId} AND link_hash = ${link} AND used_at IS NULL
            AND expires_at > ${date(session.createdAt)}
            AND created_at <= ${date(DateTime.add(session.createdAt, { millis: CLOCK_SKEW_MILLIS }))}
            AND NOT (is_invitation AND EXISTS (
              SELECT 1 FROM newcomers WHERE user_id = ${session.userId} AND signed_in_at IS NOT NULL))
          RETURNING link_hash`),
          (redeemed) => redeemed.length > 0
        ),
        session
      )
  }
}

export const layer = Layer.effect(
  SignInStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    const sessionColumns = sql.literal(SESSION_COLUMNS)
    const userColumns = sql.literal(ACTING_COLUMNS)

    return SignInStore.of({
      ...links(db),

      findSession: (userId, hash) =>
        db.findOne(
          sql<UserRow & SessionRow & { readonly revision: number; readonly has_sample: boolean | null }>`
          SELECT ${userColumns}, ${sessionColumns}, revision, has_sample
          FROM sessions JOIN users USING (user_id) LEFT JOIN newcomers USING (user_id)
          WHERE sessions.user_id = ${userId} AND session_hash = ${hash}`,
          (row) => ({
            session: toSession(row),
            account: { user: toUser(row), revision: row.revision },
            hasSample: row.has_sample === true
          })
        ),

      touchSession: ({ userId, id, lastUsedAt, expiresAt }) =>
        db.run(sql`
          UPDATE sessions SET last_used_at = ${date(lastUsedAt)}, expires_at = ${date(expiresAt)}
          WHERE user_id = ${userId} AND session_id = ${id}`),

      listSessions: (userId, at) =>
        Effect.map(
          db.rows(sql<SessionRow>`
          SELECT ${sessionColumns} FROM sessions WHERE user_id = ${userId} AND expires_at > ${date(at)}
          ORDER BY last_used_at DESC, session_id`),
          (rows) => rows.map(toSession)
        ),

      endSession: (userId, id) =>
        Effect.map(
          db.rows(sql`DELETE FROM sessions WHERE user_id = ${userId} AND session_id = ${id} RETURNING session_id`),
          (rows) => rows.length > 0
        ),

      endSessions: (userId) => db.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`)
    })
  })
)

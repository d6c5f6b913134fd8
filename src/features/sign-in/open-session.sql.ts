import type { Statement } from "@effect/sql"
import { DateTime, Effect } from "effect"
import type { Database } from "../../platform/database/db.ts"
import type { Session } from "./model.ts"

/**
 * Opens a session and deletes the user's expired ones, if `proof` returns their id. `proof` is a part of a WITH clause
 * that names itself `proof`. Returns whether the session was opened.
 */
export const openSession = (
  { rows, sql }: Database,
  proof: Statement.Fragment,
  { userId, id, hash, device, createdAt, expiresAt }: Session
): Effect.Effect<boolean> => {
  const at = DateTime.toDateUtc(createdAt)
  return Effect.map(
    rows(sql`
      WITH ${proof}, expired AS (
        DELETE FROM sessions WHERE user_id = ${userId} AND expires_at <= ${at}
      )
      INSERT INTO sessions (user_id, session_id, session_hash, device, created_at, last_used_at, expires_at)
      SELECT user_id, ${id}, ${hash}, ${device}, ${at}::timestamptz, ${at}::timestamptz,
        ${DateTime.toDateUtc(expiresAt)}::timestamptz
      FROM proof RETURNING session_id`),
    (opened) => opened.length > 0
  )
}

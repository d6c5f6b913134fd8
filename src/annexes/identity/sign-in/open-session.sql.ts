import { DateTime, Effect } from "effect"
import type { Database } from "../../../platform/database/db.ts"
import type { Session } from "./model.ts"

/**
 * Opens a session, deletes the user's expired ones, and notes the first sign-in, if `proof` returns true, in one transaction with it. Returns
 * whether the session was opened.
 */
export const openSession = (
  { run, sql, transaction }: Database,
  proof: Effect.Effect<boolean>,
  { userId, id, hash, device, createdAt, expiresAt }: Session
): Effect.Effect<boolean> =>
  transaction(
    Effect.gen(function* () {
      if (!(yield* proof)) return false
      const at = DateTime.toDateUtc(createdAt)
      yield* run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND expires_at <= ${at}`)
      yield* run(sql`
        INSERT INTO sessions (user_id, session_id, session_hash, device, created_at, last_used_at, expires_at)
        VALUES (${userId}, ${id}, ${hash}, ${device}, ${at}, ${at}, ${DateTime.toDateUtc(expiresAt)})`)
      yield* run(sql`
        INSERT INTO newcomers (user_id, signed_in_at) VALUES (${userId}, ${at})
        ON CONFLICT (user_id) DO UPDATE SET signed_in_at = COALESCE(newcomers.signed_in_at, EXCLUDED.signed_in_at)`)
      return true
    })
  )

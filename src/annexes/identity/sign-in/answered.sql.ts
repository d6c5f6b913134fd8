import { DateTime, Effect } from "effect"
import type { Database } from "../../../platform/database/db.ts"
import type { UserId } from "../../../values/ids.ts"
import type { AnsweredChallenge } from "./passkey-store.ts"

const date = DateTime.toDateUtc

/** Marks a challenge as answered, and deletes expired ones. Returns whether it was not answered before. */
export const answer = (
  { run, rows, sql }: Database,
  userId: UserId,
  { hash, expiresAt }: AnsweredChallenge,
  at: DateTime.Utc
): Effect.Effect<boolean> =>
  Effect.zipRight(
    run(sql`DELETE FROM answered_challenges WHERE user_id = ${userId} AND expires_at <= ${date(at)}`),
    Effect.map(
      rows(sql`
        INSERT INTO answered_challenges (user_id, challenge_hash, expires_at)
        VALUES (${userId}, ${hash}, ${date(expiresAt)}) ON CONFLICT DO NOTHING RETURNING challenge_hash`),
      (answered) => answered.length > 0
    )
  )

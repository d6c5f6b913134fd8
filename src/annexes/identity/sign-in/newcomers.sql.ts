import { Effect, Layer } from "effect"
import { Db } from "../../../platform/database/db.ts"
import type { UserId } from "../../../values/ids.ts"
import { CARDS, NewcomerStore } from "./newcomers.ts"

interface Row {
  readonly machine_timezone: string | null
  readonly put_away: string
  readonly has_sample: boolean
}

export const layer = Layer.effect(
  NewcomerStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    return NewcomerStore.of({
      isOfMachine: (userId, timezone) =>
        db.run(sql`
          INSERT INTO newcomers (user_id, machine_timezone) VALUES (${userId}, ${timezone})
          ON CONFLICT (user_id) DO UPDATE SET machine_timezone = EXCLUDED.machine_timezone`),

      find: (userId) =>
        Effect.map(
          db.rows(sql<Row>`SELECT machine_timezone, put_away, has_sample FROM newcomers WHERE user_id = ${userId}`),
          ([row]) => {
            const put = new Set(row?.put_away.split(" "))
            return {
              machineTimezone: row?.machine_timezone ?? null,
              putAway: CARDS.filter((card) => put.has(card)),
              hasSample: row?.has_sample === true
            }
          }
        ),

      putAway: (userId, card) =>
        db.run(sql`
          INSERT INTO newcomers (user_id, put_away) VALUES (${userId}, ${card})
          ON CONFLICT (user_id) DO UPDATE SET put_away = CASE
            WHEN ' ' || newcomers.put_away || ' ' LIKE '% ' || EXCLUDED.put_away || ' %' THEN newcomers.put_away
            ELSE newcomers.put_away || ' ' || EXCLUDED.put_away END`),

      settleTimezone: (userId) =>
        Effect.map(
          db.rows(sql<{ readonly was: string }>`
            UPDATE newcomers SET machine_timezone = NULL FROM newcomers AS held
            WHERE newcomers.user_id = ${userId} AND held.user_id = newcomers.user_id
              AND newcomers.machine_timezone IS NOT NULL
            RETURNING held.machine_timezone AS was`),
          ([row]) => row?.was
        ),

      noteSample: (userId, hasSample) =>
        db.run(sql`
          INSERT INTO newcomers (user_id, has_sample) VALUES (${userId}, ${hasSample})
          ON CONFLICT (user_id) DO UPDATE SET has_sample = EXCLUDED.has_sample`),

      neverSignedIn: Effect.map(
        db.rows(sql<{ readonly user_id: UserId }>`
          SELECT user_id FROM users
          WHERE NOT EXISTS (SELECT 1 FROM newcomers WHERE newcomers.user_id = users.user_id AND signed_in_at IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.user_id)
            AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.user_id)`),
        (rows) => new Set(rows.map(({ user_id }) => user_id))
      )
    })
  })
)

import { Effect, Layer, Option } from "effect"
import { Db } from "../platform/database/db.ts"
import { type ActivityDay, daysBetween, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { Achievements, type Reading } from "./achievements.ts"
import { type BadgeId, listBadges, type Streak } from "./model.ts"

/** The achievements of a user as migrations/0028_baseline.sql describes them. */
interface Stored {
  readonly first?: ActivityDay
  readonly last?: ActivityDay
  readonly longest?: number
  readonly badges?: Readonly<Record<BadgeId, readonly [reached: ActivityDay | null, earned: ActivityDay | null]>>
}

interface Row {
  readonly achievements: Stored
  readonly weight_date: ActivityDay | null
  readonly weight: number
  readonly body_fat_date: ActivityDay | null
  readonly body_fat: number
}

/** The streak as of `today`, if the last run has begun by then; all earlier runs have ended. */
const streakOf = ({ first, last, longest = 0 }: Stored, today: ActivityDay): Streak | undefined => {
  if (first === undefined || last === undefined) return { current: 0, longest: 0 }
  if (first > today) return undefined
  const length = daysBetween(first, last < today ? last : today) + 1
  return { current: last >= plusDays(today, -1) ? length : 0, longest: Math.max(length, longest) }
}

/** The badges earned by `today`. Their facts may be in the future, or deleted. */
const earnedOf = ({ badges }: Stored, today: ActivityDay) =>
  new Map(
    Object.entries(badges ?? {}).flatMap(([badge, [reached, earned]]) => {
      const day = reached !== null && reached <= today ? reached : earned
      return day === null ? [] : [[badge as BadgeId, day] as const]
    })
  )

const readingOf = (date: ActivityDay | null, value: number): Option.Option<Reading> =>
  date === null ? Option.none() : Option.some({ date, value })

/**
 * Achievements are stored with the user and change with the facts, so that reading and writing cost the same for any
 * length of history. See `achievements_of` in migrations/functions.
 */
export const layer = Layer.effect(
  Achievements,
  Effect.map(Db, (db) => {
    const { sql } = db
    const latest = (userId: UserId, metric: string, today: ActivityDay) => sql`(
      SELECT date, value FROM body_metrics
      WHERE user_id = ${userId} AND metric = ${metric} AND date <= ${today} ORDER BY date DESC LIMIT 1)`

    /** The streak of a user who has active days in the future. */
    const streakAmongAll = (userId: UserId, today: ActivityDay) =>
      Effect.map(
        db.rows(sql<Streak>`
        WITH open AS (
          SELECT LEAST(last_day, ${today}) - first_day + 1 AS length FROM streak_runs
          WHERE user_id = ${userId} AND first_day <= ${today} AND last_day >= ${today}::date - 1
          ORDER BY first_day DESC LIMIT 1
        ), ended AS (
          SELECT max(length) AS length FROM streak_runs WHERE user_id = ${userId} AND last_day < ${today}
        )
        SELECT COALESCE((SELECT length FROM open), 0) AS current,
          GREATEST((SELECT length FROM open), (SELECT length FROM ended), 0) AS longest`),
        ([streak = { current: 0, longest: 0 }]) => streak
      )

    return Achievements.of({
      summary: (charge, userId, today) =>
        Effect.gen(function* () {
          const found = yield* charge.value(
            db,
            sql<{ readonly value: string | null }>`
            SELECT row_to_json(found)::text AS value FROM (
              SELECT achievements, weight.date AS weight_date, weight.value AS weight,
                body_fat.date AS body_fat_date, body_fat.value AS body_fat
              FROM users LEFT JOIN LATERAL ${latest(userId, "weight", today)} AS weight ON true
                LEFT JOIN LATERAL ${latest(userId, "body_fat", today)} AS body_fat ON true
              WHERE user_id = ${userId}
            ) AS found`
          )
          const row: Row | null = JSON.parse(found.value ?? "null")
          const stored = row?.achievements ?? {}
          return found.with({
            streak: streakOf(stored, today) ?? (yield* streakAmongAll(userId, today)),
            badges: listBadges(earnedOf(stored, today)),
            latest: {
              weight: row === null ? Option.none() : readingOf(row.weight_date, row.weight),
              bodyFat: row === null ? Option.none() : readingOf(row.body_fat_date, row.body_fat)
            }
          })
        })
    })
  })
)

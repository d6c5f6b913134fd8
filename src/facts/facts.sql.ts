import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { Achievements, type Reading } from "./facts.ts"
import { type BadgeId, listBadges } from "./model.ts"

interface Row {
  readonly current: number
  readonly longest: number
  readonly badges: ReadonlyArray<readonly [BadgeId, ActivityDay]>
  readonly weight: Reading | null
  readonly body_fat: Reading | null
}

/**
 * Streaks are stored as runs of consecutive days, and badges with the day they are reached, so that the cost of reading
 * and writing does not depend on the length of a history. See migrations/0012_fact_functions.sql.
 */
export const layer = Layer.effect(
  Achievements,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const latest = (userId: UserId, metric: "weight" | "body_fat", today: ActivityDay) => sql`(
      SELECT json_build_object('date', date, 'value', value) FROM body_metrics
      WHERE user_id = ${userId} AND metric = ${metric} AND date <= ${today} ORDER BY date DESC LIMIT 1)`

    return Achievements.of({
      summary: (userId, today) =>
        sql<Row>`
          WITH open AS (
            SELECT LEAST(last_day, ${today}) - first_day + 1 AS length FROM streak_runs
            WHERE user_id = ${userId} AND first_day <= ${today} AND last_day >= ${today}::date - 1
            ORDER BY first_day DESC LIMIT 1
          ), ended AS (
            SELECT max(length) AS length FROM streak_runs WHERE user_id = ${userId} AND last_day < ${today}
          ), earned AS (
            SELECT badge, CASE WHEN reached_on <= ${today} THEN reached_on ELSE earned_on END AS day
            FROM badges WHERE user_id = ${userId}
          )
          SELECT COALESCE((SELECT length FROM open), 0) AS current,
            GREATEST((SELECT length FROM open), (SELECT length FROM ended), 0) AS longest,
            (SELECT COALESCE(json_agg(json_build_array(badge, day)), '[]') FROM earned WHERE day IS NOT NULL) AS badges,
            ${latest(userId, "weight", today)} AS weight, ${latest(userId, "body_fat", today)} AS body_fat`.pipe(
          Effect.map(([row]) => ({
            streak: { current: row?.current ?? 0, longest: row?.longest ?? 0 },
            badges: listBadges(new Map(row?.badges)),
            latest: { weight: Option.fromNullable(row?.weight), bodyFat: Option.fromNullable(row?.body_fat) }
          })),
          Effect.orDie
        )
    })
  })
)

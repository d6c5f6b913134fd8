import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { type BadgeId, listBadges, rederiveRuns, STREAK_BADGES, type StreakRun } from "./model.ts"
import { Achievements } from "./store.ts"

interface BadgeRow {
  readonly badge: BadgeId
  readonly earned_on: ActivityDay
  readonly fresh: boolean
}

/** Streaks are kept as runs of consecutive days, so that neither reading nor writing them depends on the length of a history. */
export const layer = Layer.effect(
  Achievements,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const streakBadge = (badge: keyof typeof STREAK_BADGES, userId: UserId, today: ActivityDay) => sql`
      SELECT ${badge}::text, (
        SELECT min(first_day + (${STREAK_BADGES[badge]}::int - 1)) FROM streak_runs
        WHERE user_id = ${userId} AND length >= ${STREAK_BADGES[badge]}::int
          AND first_day + (${STREAK_BADGES[badge]}::int - 1) <= ${today})`

    /** The badges that the facts earn now, as rows (badge, earned_on). */
    const earned = (userId: UserId, today: ActivityDay) => sql`
      SELECT badge, earned_on FROM (
        SELECT 'first_weigh_in' AS badge, (
          SELECT min(date) FROM body_metrics
          WHERE user_id = ${userId} AND metric = 'weight' AND date <= ${today}) AS earned_on
        UNION ALL ${streakBadge("streak_7", userId, today)}
        UNION ALL ${streakBadge("streak_30", userId, today)}
        UNION ALL ${streakBadge("streak_100", userId, today)}
        UNION ALL ${streakBadge("streak_365", userId, today)}
        UNION ALL SELECT 'steps_10000', (
          SELECT min(date) FROM body_metrics
          WHERE user_id = ${userId} AND metric = 'steps' AND value >= 10000 AND date <= ${today})
        UNION ALL SELECT 'diary_100', (
          SELECT date FROM diary_entries WHERE user_id = ${userId} AND date <= ${today}
          ORDER BY date, created_at, entry_id LIMIT 1 OFFSET 99)
        UNION ALL SELECT 'first_workout', (
          SELECT min(date) FROM workouts WHERE user_id = ${userId} AND date <= ${today})
        UNION ALL SELECT 'workouts_100', (
          SELECT date FROM workouts WHERE user_id = ${userId} AND date <= ${today} ORDER BY date OFFSET 99 LIMIT 1)
      ) AS candidates WHERE earned_on IS NOT NULL`

    const activeDays = (userId: UserId, days: ReadonlyArray<ActivityDay>) =>
      Effect.map(
        sql<{ readonly date: ActivityDay }>`
          SELECT day::text AS date FROM unnest(${days}::date[]) AS given (day)
          WHERE EXISTS (
            SELECT 1 FROM body_metrics
            WHERE user_id = ${userId} AND metric IN ('weight', 'body_fat', 'steps') AND date = given.day)
          OR EXISTS (SELECT 1 FROM diary_entries WHERE user_id = ${userId} AND date = given.day)
          OR EXISTS (SELECT 1 FROM workouts WHERE user_id = ${userId} AND date = given.day)`,
        (rows) => new Set(rows.map(({ date }) => date))
      )

    const runsBeside = (userId: UserId, days: ReadonlyArray<ActivityDay>) => sql<StreakRun>`
      SELECT first_day::text AS first, last_day::text AS last FROM streak_runs
      WHERE user_id = ${userId} AND EXISTS (
        SELECT 1 FROM unnest(${days}::date[]) AS given (day)
        WHERE first_day <= given.day + 1 AND last_day >= given.day - 1)`

    const replaceRuns = (userId: UserId, before: ReadonlyArray<StreakRun>, after: ReadonlyArray<StreakRun>) => {
      const gone = before.filter((run) => !after.includes(run)).map(({ first }) => first)
      const come = after.filter((run) => !before.includes(run))
      return Effect.zipRight(
        Effect.when(
          sql`DELETE FROM streak_runs WHERE user_id = ${userId} AND first_day = ANY(${gone}::date[])`,
          () => gone.length > 0
        ),
        Effect.when(
          sql`
            INSERT INTO streak_runs (user_id, first_day, last_day)
            SELECT ${userId}, first_day, last_day
            FROM unnest(${come.map(({ first }) => first)}::date[], ${come.map(({ last }) => last)}::date[])
              AS run (first_day, last_day)`,
          () => come.length > 0
        )
      )
    }

    return Achievements.of({
      keepBadges: (userId, today) =>
        sql`
          INSERT INTO badges (user_id, badge, earned_on)
          SELECT ${userId}, badge, earned_on FROM (${earned(userId, today)}) AS earned
          ON CONFLICT (user_id, badge) DO UPDATE SET earned_on = excluded.earned_on
          WHERE badges.earned_on <> excluded.earned_on`.pipe(Effect.orDie),

      refresh: Effect.fn("Achievements.refresh")(function* (userId: UserId, days: ReadonlyArray<ActivityDay>) {
        const before = yield* runsBeside(userId, days)
        const active = yield* activeDays(userId, days)
        yield* replaceRuns(
          userId,
          before,
          rederiveRuns(before, days, (day) => active.has(day))
        )
      }, Effect.orDie),

      summary: Effect.fn("Achievements.summary")(function* (userId: UserId, today: ActivityDay) {
        const [streak] = yield* sql<{ readonly current: number; readonly longest: number }>`
          WITH open AS (
            SELECT LEAST(last_day, ${today}) - first_day + 1 AS length FROM streak_runs
            WHERE user_id = ${userId} AND first_day <= ${today} AND last_day >= ${today}::date - 1
            ORDER BY first_day DESC LIMIT 1
          ), ended AS (
            SELECT max(length) AS length FROM streak_runs WHERE user_id = ${userId} AND last_day < ${today}
          )
          SELECT COALESCE((SELECT length FROM open), 0) AS current,
            GREATEST((SELECT length FROM open), (SELECT length FROM ended), 0) AS longest`
        const rows = yield* sql<BadgeRow>`
          SELECT badge, earned_on::text AS earned_on, true AS fresh FROM (${earned(userId, today)}) AS earned
          UNION ALL
          SELECT badge, earned_on::text AS earned_on, false AS fresh FROM badges WHERE user_id = ${userId}`
        const of = (fresh: boolean) =>
          new Map(rows.filter((row) => row.fresh === fresh).map((row) => [row.badge, row.earned_on]))
        return { streak: streak ?? { current: 0, longest: 0 }, badges: listBadges(of(false), of(true)) }
      }, Effect.orDie)
    })
  })
)

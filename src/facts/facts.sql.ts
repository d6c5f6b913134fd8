import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { failWithKeyTaken, keepAnswer } from "../call/idempotency.sql.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import { Achievements } from "./facts.ts"
import { type BadgeId, listBadges } from "./model.ts"

interface Summary {
  readonly current: number
  readonly longest: number
  readonly badges: ReadonlyArray<readonly [BadgeId, ActivityDay]>
}

/**
 * Streaks are kept as runs of consecutive days, so that neither reading nor writing them depends on the length of a history. The
 * functions of the database see to it: see migrations/0010_facts.sql.
 */
export const layer = Layer.effect(
  Achievements,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Achievements.of({
      add: (userId, addition, { today, days, replaces, answer }) => {
        if (addition._tag !== "Sql") return Effect.dieMessage("An addition to the memory cannot be carried out in SQL")
        const { insert, read } = addition
        return sql<never>`
          WITH locked AS MATERIALIZED (SELECT lock_facts(${userId}, ${today}, ${replaces}) AS user_id),
          added AS (${insert}),
          all_added AS MATERIALIZED (SELECT count(*) FROM added),
          settled AS MATERIALIZED (
            SELECT settle_facts(${userId}, ${today}, ${days}::date[]),
              ${answer === undefined ? sql`NULL` : keepAnswer(sql, userId, answer)}
            FROM all_added
          )
          SELECT added.* FROM settled LEFT JOIN added ON true`.pipe(Effect.map(read), failWithKeyTaken)
      },

      keepBadges: (userId, today) =>
        sql`SELECT keep_earned_badges(${userId}, ${today})`.pipe(Effect.asVoid, Effect.orDie),

      settle: (userId, today, days) =>
        sql`SELECT settle_facts(${userId}, ${today}, ${days}::date[])`.pipe(Effect.asVoid, Effect.orDie),

      summary: (userId, today) =>
        sql<Summary>`
          WITH open AS (
            SELECT LEAST(last_day, ${today}) - first_day + 1 AS length FROM streak_runs
            WHERE user_id = ${userId} AND first_day <= ${today} AND last_day >= ${today}::date - 1
            ORDER BY first_day DESC LIMIT 1
          ), ended AS (
            SELECT max(length) AS length FROM streak_runs WHERE user_id = ${userId} AND last_day < ${today}
          ), badge AS (
            SELECT badge, COALESCE(fresh.earned_on, kept.earned_on) AS earned_on
            FROM earned_badges(${userId}, ${today}) AS fresh
            FULL JOIN (SELECT badge, earned_on FROM badges WHERE user_id = ${userId}) AS kept USING (badge)
          )
          SELECT COALESCE((SELECT length FROM open), 0) AS current,
            GREATEST((SELECT length FROM open), (SELECT length FROM ended), 0) AS longest,
            COALESCE((SELECT json_agg(json_build_array(badge, earned_on)) FROM badge), '[]') AS badges`.pipe(
          Effect.map(([row]) => ({
            streak: { current: row?.current ?? 0, longest: row?.longest ?? 0 },
            badges: listBadges(new Map(row?.badges))
          })),
          Effect.orDie
        )
    })
  )
)

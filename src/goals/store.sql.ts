import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { type Nutrition, nutritionOf } from "../foods/nutrition.ts"
import { ActivityDay, FIRST_DAY, LAST_DAY } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import { GoalStore } from "./store.ts"

type GoalRow = Omit<Goal, "schedule"> & Terms["schedule"]

interface DayRow {
  readonly goals: ReadonlyArray<GoalRow & { readonly set: number | null }>
  readonly entries: ReadonlyArray<Nutrition & { readonly servings: number }>
  readonly steps: number | null
}

const toGoal = (row: GoalRow): Goal => ({
  id: row.id,
  name: row.name,
  type: row.type,
  metric: row.metric,
  targetValue: row.targetValue,
  comparison: row.comparison,
  schedule: { days: row.days, startDate: row.startDate, endDate: row.endDate },
  active: row.active
})

/** A day after every version. */
const EVER_AFTER = ActivityDay.make(LAST_DAY)

export const layer = Layer.effect(
  GoalStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `goals.goal_id AS id, name, type, metric, target_value AS "targetValue", comparison, days,
       start_date::text AS "startDate", end_date::text AS "endDate", active`
    )

    /** The user's goals, each joined with its terms on `day`. */
    const goalsOn = (userId: UserId, day: ActivityDay) => sql`
      goals JOIN LATERAL (
        SELECT * FROM goal_versions
        WHERE goal_versions.user_id = ${userId} AND goal_versions.goal_id = goals.goal_id AND from_day <= ${day}
        ORDER BY from_day DESC LIMIT 1
      ) AS terms ON goals.user_id = ${userId}`

    const findOn = (userId: UserId, id: GoalId, day: ActivityDay) =>
      sql<GoalRow>`SELECT ${columns} FROM ${goalsOn(userId, day)} WHERE goals.goal_id = ${id}`.pipe(
        Effect.map(([row]) => Option.map(Option.fromNullable(row), toGoal)),
        Effect.orDie
      )

    const termsRow = (userId: UserId, id: GoalId, from: string, { schedule, ...terms }: Terms) => sql`
      (${userId}, ${id}, ${from}, ${terms.targetValue}, ${terms.comparison}, ${[...schedule.days]},
       ${schedule.startDate}, ${schedule.endDate}, ${terms.active})`
    const termsColumns = sql.literal(
      "(user_id, goal_id, from_day, target_value, comparison, days, start_date, end_date, active)"
    )

    return GoalStore.of({
      list: (userId) =>
        sql<GoalRow>`SELECT ${columns} FROM ${goalsOn(userId, EVER_AFTER)} ORDER BY place`.pipe(
          Effect.map((rows) => rows.map(toGoal)),
          Effect.orDie
        ),

      count: (userId) =>
        sql<{ readonly held: number }>`SELECT count(*)::integer AS held FROM goals WHERE user_id = ${userId}`.pipe(
          Effect.map(([row]) => row?.held ?? 0),
          Effect.orDie
        ),

      find: (userId, id) => findOn(userId, id, EVER_AFTER),

      findOn,

      add: (userId, goal) =>
        sql`
          WITH goal AS (
            INSERT INTO goals (user_id, goal_id, place, name, type, metric)
            SELECT ${userId}, ${goal.id}, COALESCE(max(place), 0) + 1, ${goal.name}, ${goal.type}, ${goal.metric}
            FROM goals WHERE user_id = ${userId}
          )
          INSERT INTO goal_versions ${termsColumns} VALUES ${termsRow(userId, goal.id, FIRST_DAY, goal)}`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      rename: (userId, id, name) =>
        sql`UPDATE goals SET name = ${name} WHERE user_id = ${userId} AND goal_id = ${id}`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      revise: (userId, id, from, terms) =>
        sql`
          WITH replaced AS (
            DELETE FROM goal_versions WHERE user_id = ${userId} AND goal_id = ${id} AND from_day > ${from}
          )
          INSERT INTO goal_versions ${termsColumns} VALUES ${termsRow(userId, id, from, terms)}
          ON CONFLICT (user_id, goal_id, from_day) DO UPDATE
          SET target_value = excluded.target_value, comparison = excluded.comparison, days = excluded.days,
            start_date = excluded.start_date, end_date = excluded.end_date, active = excluded.active`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      startEarlier: (userId, id, start, today) =>
        sql`
          WITH versions AS (
            SELECT *, lead(from_day, 1, ${today}::date) OVER (ORDER BY from_day) AS until
            FROM goal_versions WHERE user_id = ${userId} AND goal_id = ${id}
          ), waiting AS (
            SELECT versions.*, first.target_value AS first_target, first.comparison AS first_comparison
            FROM versions JOIN versions AS first ON first.from_day = ${FIRST_DAY}
            WHERE versions.from_day < ${today} AND versions.start_date > versions.from_day
              AND versions.start_date > ${start}
          ), begun AS (
            INSERT INTO goal_versions ${termsColumns}
            SELECT user_id, goal_id, start_date, target_value, comparison, days, start_date, end_date, active
            FROM waiting
            WHERE start_date < until AND (target_value, comparison) IS DISTINCT FROM (first_target, first_comparison)
          )
          UPDATE goal_versions SET start_date = ${start}, target_value = first_target, comparison = first_comparison
          FROM waiting
          WHERE goal_versions.user_id = ${userId} AND goal_versions.goal_id = ${id}
            AND goal_versions.from_day = waiting.from_day`.pipe(Effect.asVoid, Effect.orDie),

      named: (userId, name) =>
        sql<Pick<Goal, "id">>`
          SELECT goal_id AS id FROM goals WHERE user_id = ${userId} AND name = ${name} ORDER BY place`.pipe(
          Effect.map((rows) => rows.map(({ id }) => id)),
          Effect.orDie
        ),

      delete: (userId, id) =>
        sql<Pick<Goal, "name">>`DELETE FROM goals WHERE user_id = ${userId} AND goal_id = ${id} RETURNING name`.pipe(
          Effect.map(([row]) => Option.fromNullable(row?.name)),
          Effect.orDie
        ),

      day: (userId, day) =>
        sql<DayRow>`
          SELECT (
            SELECT COALESCE(json_agg(goal ORDER BY place), '[]') FROM (
              SELECT ${columns}, place, progress.value AS set FROM ${goalsOn(userId, day)}
              LEFT JOIN goal_progress AS progress
                ON progress.user_id = ${userId} AND progress.goal_id = goals.goal_id AND progress.date = ${day}
            ) AS goal
          ) AS goals, (
            SELECT COALESCE(json_agg(entry), '[]') FROM (
              SELECT calories, protein, carbs, fat, alcohol, servings FROM diary_entries
              WHERE user_id = ${userId} AND date = ${day}
            ) AS entry
          ) AS entries, (
            SELECT value FROM body_metrics WHERE user_id = ${userId} AND metric = 'steps' AND date = ${day}
          ) AS steps`.pipe(
          Effect.head,
          Effect.map(({ goals, entries, steps }) => ({
            goals: goals.map((row) => ({ goal: toGoal(row), set: row.set })),
            facts: {
              entries: entries.map((row) => ({ servings: row.servings, perServing: nutritionOf(row) })),
              steps
            }
          })),
          Effect.orDie
        ),

      setProgress: (userId, id, day, value) =>
        sql`
          INSERT INTO goal_progress (user_id, goal_id, date, value) VALUES (${userId}, ${id}, ${day}, ${value})
          ON CONFLICT (user_id, goal_id, date) DO UPDATE SET value = excluded.value`.pipe(Effect.asVoid, Effect.orDie)
    })
  })
)

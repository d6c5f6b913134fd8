import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import type { Nutrition } from "../foods/model.ts"
import { nutritionOf, sumOf } from "../foods/nutrition.ts"
import { ActivityDay, FIRST_DAY, LAST_DAY } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts } from "./progress.ts"
import { GoalStore } from "./store.ts"

type GoalRow = Omit<Goal, "schedule"> & Terms["schedule"]

type DayRow = GoalRow & Nutrition & Pick<DayFacts, "entries" | "steps"> & { readonly set: number | null }

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

const toFacts = (row: DayRow): DayFacts => ({ entries: row.entries, steps: row.steps, nutrition: nutritionOf(row) })

const NO_FACTS: DayFacts = { entries: 0, steps: null, nutrition: sumOf([]) }

/** After every revision there will ever be. */
const EVER_AFTER = ActivityDay.make(LAST_DAY)

export const layer = Layer.effect(
  GoalStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `goals.goal_id AS id, name, type, metric, target_value AS "targetValue", comparison, days,
       start_date::text AS "startDate", end_date::text AS "endDate", active`
    )

    /** The user's goals, each joined with its terms of `day`. */
    const goalsOn = (userId: UserId, day: ActivityDay) => sql`
      goals JOIN LATERAL (
        SELECT * FROM goal_versions
        WHERE goal_versions.user_id = ${userId} AND goal_versions.goal_id = goals.goal_id AND from_day <= ${day}
        ORDER BY from_day DESC LIMIT 1
      ) AS terms ON goals.user_id = ${userId}`

    // Each entry counts as the diary shows it; only by way of its text does a double become the decimal that people read.
    const sum = (nutrient: keyof Nutrition) =>
      sql.literal(
        `COALESCE(sum(round((${nutrient} * servings)::text::numeric, 2)), 0)::double precision AS ${nutrient}`
      )

    const factsOn = (userId: UserId, day: ActivityDay) => sql`
      SELECT count(*) AS entries, ${sum("calories")}, ${sum("protein")}, ${sum("carbs")}, ${sum("fat")}, ${sum("alcohol")},
        (SELECT value FROM body_metrics WHERE user_id = ${userId} AND metric = 'steps' AND date = ${day}) AS steps
      FROM diary_entries WHERE user_id = ${userId} AND date = ${day}`

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
        sql<{ readonly held: number }>`SELECT count(*) AS held FROM goals WHERE user_id = ${userId}`.pipe(
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

      delete: (userId, id) =>
        sql`DELETE FROM goals WHERE user_id = ${userId} AND goal_id = ${id} RETURNING goal_id`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

      day: (userId, day) =>
        sql<DayRow>`
          SELECT ${columns}, progress.value AS set, facts.* FROM ${goalsOn(userId, day)}
          CROSS JOIN (${factsOn(userId, day)}) AS facts
          LEFT JOIN goal_progress AS progress
            ON progress.user_id = ${userId} AND progress.goal_id = goals.goal_id AND progress.date = ${day}
          ORDER BY place`.pipe(
          Effect.map((rows) => ({
            goals: rows.map((row) => ({ goal: toGoal(row), set: row.set })),
            facts: rows[0] === undefined ? NO_FACTS : toFacts(rows[0])
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

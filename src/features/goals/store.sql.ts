import { Effect, Layer, Option } from "effect"
import { type Database, Db } from "../../platform/database/db.ts"
import { ActivityDay, FIRST_DAY, LAST_DAY } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { historiesOf, type Metric, type Reading } from "../body-metrics/model.ts"
import { DETAIL_COLUMNS } from "../foods/columns.sql.ts"
import { nutritionOf, type StoredEaten } from "../foods/nutrition.ts"
import { discarding } from "./discarded.sql.ts"
import type { BodyMetric, Goal, GoalId, Terms } from "./model.ts"
import { GoalStore } from "./store.ts"

type GoalRow = Omit<Goal, "schedule"> & Terms["schedule"]

interface DayRow {
  readonly goals: ReadonlyArray<GoalRow & { readonly set: number | null }>
  readonly entries: ReadonlyArray<StoredEaten & { readonly servings: number }>
  readonly steps: number | null
  readonly weight: number | null
  readonly bodyFat: number | null
}

const toGoal = (row: GoalRow): Goal => ({
  id: row.id,
  name: row.name,
  type: row.type,
  metric: row.metric,
  unit: row.unit,
  targetValue: row.targetValue,
  comparison: row.comparison,
  schedule: { days: row.days, startDate: row.startDate, endDate: row.endDate },
  active: row.active
})

const COLUMNS = `goals.goal_id AS id, name, type, metric, unit, target_value AS "targetValue", comparison, days,
       start_date::text AS "startDate", end_date::text AS "endDate", active`

const TERMS_COLUMNS = "(user_id, goal_id, from_day, target_value, comparison, days, start_date, end_date, active)"

/** A day after every version. */
const EVER_AFTER = ActivityDay.make(LAST_DAY)

type Store = GoalStore["Type"]

/** The user's goals, each joined with its terms on `day`. */
const goalsOn = (db: Database, userId: UserId, day: ActivityDay) => db.sql`
  goals JOIN LATERAL (
    SELECT * FROM goal_versions
    WHERE goal_versions.user_id = ${userId} AND goal_versions.goal_id = goals.goal_id AND from_day <= ${day}
    ORDER BY from_day DESC LIMIT 1
  ) AS terms ON goals.user_id = ${userId}`

const termsRow = (db: Database, userId: UserId, id: GoalId, from: string, { schedule, ...terms }: Terms) => db.sql`
  (${userId}, ${id}, ${from}, ${terms.targetValue}, ${terms.comparison}, ${[...schedule.days]},
   ${schedule.startDate}, ${schedule.endDate}, ${terms.active})`

/** Reading goals. */
const reading = (db: Database): Pick<Store, "list" | "count" | "findOn" | "find" | "named"> => ({
  list: (userId) =>
    Effect.map(
      db.rows(
        db.sql<GoalRow>`SELECT ${db.sql.literal(COLUMNS)} FROM ${goalsOn(db, userId, EVER_AFTER)} ORDER BY place`
      ),
      (rows) => rows.map(toGoal)
    ),

  count: (userId) =>
    Effect.map(
      db.first(
        db.sql<{ readonly held: number }>`SELECT count(*)::integer AS held FROM goals WHERE user_id = ${userId}`
      ),
      (row) => row?.held ?? 0
    ),

  findOn: (userId, id, day) =>
    db.findOne(
      db.sql<GoalRow>`SELECT ${db.sql.literal(COLUMNS)} FROM ${goalsOn(db, userId, day)} WHERE goals.goal_id = ${id}`,
      toGoal
    ),

  find: (userId, id) => reading(db).findOn(userId, id, EVER_AFTER),

  named: (userId, name) =>
    Effect.map(
      db.rows(db.sql<Pick<Goal, "id">>`
      SELECT goal_id AS id FROM goals WHERE user_id = ${userId} AND name = ${name} ORDER BY place`),
      (rows) => rows.map(({ id }) => id)
    )
})

interface HistoryRow {
  readonly goal: Omit<Goal, keyof Terms>
  readonly versions: ReadonlyArray<Omit<Terms, "schedule"> & Terms["schedule"] & { readonly from: ActivityDay }>
  readonly progress: Readonly<Record<string, number>>
  readonly weight: number | null
  readonly bodyFat: number | null
}

interface ReadingsRow {
  readonly goals: ReadonlyArray<GoalRow>
  readonly readings: ReadonlyArray<Reading & { readonly metric: Metric }>
}

/** The latest value of a metric up to `day`. */
const lastValue = (db: Database, userId: UserId, metric: BodyMetric, day: ActivityDay) => db.sql`
  SELECT value FROM body_metrics WHERE user_id = ${userId} AND metric = ${metric} AND date <= ${day}
  ORDER BY date DESC LIMIT 1`

/** A goal's history; none if it has no version. */
const historyOf = ({ goal, versions: found, progress, weight, bodyFat }: HistoryRow) => {
  const versions = found.map(({ from, targetValue, comparison, active, days, startDate, endDate }) => ({
    from,
    terms: { targetValue, comparison, active, schedule: { days, startDate, endDate } }
  }))
  const newest = versions.at(-1)
  if (newest === undefined) return []
  return [
    {
      goal: { ...goal, ...newest.terms },
      versions,
      progress: new Map(Object.entries(progress)),
      before: { weight, bodyFat }
    }
  ]
}

/** Goals with what counts towards them. */
const tracking = (db: Database): Pick<Store, "day" | "histories" | "withReadings"> => ({
  day: (userId, day) =>
    Effect.map(
      db.first(db.sql<DayRow>`
      SELECT (
        SELECT COALESCE(json_agg(goal ORDER BY place), '[]') FROM (
          SELECT ${db.sql.literal(COLUMNS)}, place, progress.value AS set FROM ${goalsOn(db, userId, day)}
          LEFT JOIN goal_progress AS progress
            ON progress.user_id = ${userId} AND progress.goal_id = goals.goal_id AND progress.date = ${day}
        ) AS goal
      ) AS goals, (
        SELECT COALESCE(json_agg(entry), '[]') FROM (
          SELECT calories, protein, carbs, fat, alcohol, ${db.sql.literal(DETAIL_COLUMNS)}, servings FROM diary_entries
          WHERE user_id = ${userId} AND date = ${day}
        ) AS entry
      ) AS entries, (
        SELECT value FROM body_metrics WHERE user_id = ${userId} AND metric = 'steps' AND date = ${day}
      ) AS steps, (${lastValue(db, userId, "weight", day)}) AS weight, (${lastValue(db, userId, "body_fat", day)}) AS "bodyFat"`),
      (row) => ({
        goals: row?.goals.map((goal) => ({ goal: toGoal(goal), set: goal.set })) ?? [],
        facts: {
          entries: row?.entries.map((entry) => ({ servings: entry.servings, perServing: nutritionOf(entry) })) ?? [],
          steps: row?.steps ?? null,
          weight: row?.weight ?? null,
          bodyFat: row?.bodyFat ?? null
        }
      })
    ),

  histories: (userId, from, to) =>
    Effect.map(
      db.rows(db.sql<HistoryRow>`
      SELECT json_build_object('id', goals.goal_id, 'name', name, 'type', type, 'metric', metric, 'unit', unit) AS goal, (
        SELECT COALESCE(json_agg(version), '[]') FROM (
          SELECT from_day::text AS "from", target_value AS "targetValue", comparison, days,
            start_date::text AS "startDate", end_date::text AS "endDate", active
          FROM goal_versions WHERE goal_versions.user_id = ${userId} AND goal_versions.goal_id = goals.goal_id
          ORDER BY from_day
        ) AS version
      ) AS versions, (
        SELECT COALESCE(json_object_agg(date, value), '{}') FROM goal_progress
        WHERE goal_progress.user_id = ${userId} AND goal_progress.goal_id = goals.goal_id
          AND date BETWEEN ${from} AND ${to}
      ) AS progress, (${lastValue(db, userId, "weight", from)}) AS weight, (${lastValue(db, userId, "body_fat", from)}) AS "bodyFat"
      FROM goals WHERE user_id = ${userId} ORDER BY place`),
      (rows) => rows.flatMap(historyOf)
    ),

  withReadings: (userId, from, to) =>
    Effect.map(
      db.first(db.sql<ReadingsRow>`
      SELECT (
        SELECT COALESCE(json_agg(goal ORDER BY place), '[]') FROM (
          SELECT ${db.sql.literal(COLUMNS)}, place FROM ${goalsOn(db, userId, EVER_AFTER)}
        ) AS goal
      ) AS goals, (
        SELECT COALESCE(
          json_agg(json_build_object('metric', metric, 'date', date, 'value', value) ORDER BY date), '[]')
        FROM body_metrics WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}
      ) AS readings`),
      (row) => ({ goals: row?.goals.map(toGoal) ?? [], histories: historiesOf(row?.readings ?? []) })
    )
})

/** Changing goals and their progress. */
const changing = (
  db: Database
): Pick<Store, "add" | "relabel" | "revise" | "startEarlier" | "delete" | "addProgress" | "setProgress"> => ({
  add: (userId, goal) =>
    Effect.zipRight(
      db.run(db.sql`
        INSERT INTO goals (user_id, goal_id, place, name, type, metric, unit)
        SELECT ${userId}, ${goal.id}, COALESCE(max(place), 0) + 1, ${goal.name}, ${goal.type}, ${goal.metric},
          ${goal.unit}
        FROM goals WHERE user_id = ${userId}`),
      db.run(db.sql`
        INSERT INTO goal_versions ${db.sql.literal(TERMS_COLUMNS)} VALUES ${termsRow(db, userId, goal.id, FIRST_DAY, goal)}`)
    ),

  relabel: (userId, id, { name, unit }) =>
    db.run(db.sql`UPDATE goals SET name = ${name}, unit = ${unit} WHERE user_id = ${userId} AND goal_id = ${id}`),

  revise: (userId, id, from, terms) =>
    Effect.zipRight(
      db.run(db.sql`DELETE FROM goal_versions WHERE user_id = ${userId} AND goal_id = ${id} AND from_day > ${from}`),
      db.run(db.sql`
        INSERT INTO goal_versions ${db.sql.literal(TERMS_COLUMNS)} VALUES ${termsRow(db, userId, id, from, terms)}
        ON CONFLICT (user_id, goal_id, from_day) DO UPDATE
        SET target_value = excluded.target_value, comparison = excluded.comparison, days = excluded.days,
          start_date = excluded.start_date, end_date = excluded.end_date, active = excluded.active`)
    ),

  startEarlier: (userId, id, start, today) => {
    const isWaiting = db.sql`first.from_day = ${FIRST_DAY} AND version.from_day < ${today}
      AND version.start_date > version.from_day AND version.start_date > ${start}`
    return Effect.zipRight(
      db.run(db.sql`
        INSERT INTO goal_versions ${db.sql.literal(TERMS_COLUMNS)}
        SELECT version.user_id, version.goal_id, version.start_date, version.target_value, version.comparison,
          version.days, version.start_date, version.end_date, version.active
        FROM (
          SELECT *, lead(from_day, 1, ${today}::date) OVER (ORDER BY from_day) AS until
          FROM goal_versions WHERE user_id = ${userId} AND goal_id = ${id}
        ) AS version, goal_versions AS first
        WHERE first.user_id = ${userId} AND first.goal_id = ${id} AND ${isWaiting}
          AND version.start_date < version.until
          AND (version.target_value, version.comparison) IS DISTINCT FROM (first.target_value, first.comparison)`),
      db.run(db.sql`
        UPDATE goal_versions AS version
        SET start_date = ${start}, target_value = first.target_value, comparison = first.comparison
        FROM goal_versions AS first
        WHERE version.user_id = ${userId} AND version.goal_id = ${id}
          AND first.user_id = ${userId} AND first.goal_id = ${id} AND ${isWaiting}`)
    )
  },

  delete: (userId, id) =>
    Effect.map(
      db.first(
        db.sql<Pick<Goal, "name">>`DELETE FROM goals WHERE user_id = ${userId} AND goal_id = ${id} RETURNING name`
      ),
      (row) => Option.fromNullable(row?.name)
    ),

  addProgress: (userId, id, day, amount) =>
    db.run(db.sql`
      INSERT INTO goal_progress AS progress (user_id, goal_id, date, value)
      VALUES (${userId}, ${id}, ${day}, GREATEST(0, ${amount}::double precision))
      ON CONFLICT (user_id, goal_id, date)
      DO UPDATE SET value = GREATEST(0, progress.value + ${amount}::double precision)`),

  setProgress: (userId, id, day, value) =>
    db.run(db.sql`
      INSERT INTO goal_progress (user_id, goal_id, date, value) VALUES (${userId}, ${id}, ${day}, ${value})
      ON CONFLICT (user_id, goal_id, date) DO UPDATE SET value = excluded.value`)
})

export const layer = Layer.effect(
  GoalStore,
  Effect.map(Db, (db) => GoalStore.of({ ...reading(db), ...changing(db), ...discarding(db), ...tracking(db) }))
)

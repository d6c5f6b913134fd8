import { Effect, Layer, Option } from "effect"
import { answerArguments, keptBy, keyTaken } from "../../facts/idempotency-store.sql.ts"
import { type Database, Db } from "../../platform/database/db.ts"
import { mapGivingWay } from "../../platform/workers/give-way.ts"
import type { UserId } from "../../values/ids.ts"
import { ascending } from "../../values/text/ascending.ts"
import type { Order, PerformedExercise, Workout, WorkoutContent, WorkoutSummary } from "./model.ts"
import {
  type Changed,
  type Current,
  type Performed,
  type Range,
  type Taken,
  type Weighed,
  WorkoutStore
} from "./store.ts"

interface HeadRow {
  readonly workout_id: string
  readonly date: Workout["date"]
  readonly name: string
  readonly duration_seconds: number | null
  readonly notes: string | null
  readonly start_time: string | null
  readonly end_time: string | null
  readonly estimated_calories: number | null
  readonly app_calories: number | null
}

interface PageRow extends HeadRow {
  readonly exercise_ids: string
  readonly created_at: Date
  readonly total: number
}

const headOf = (row: HeadRow) => ({
  id: row.workout_id,
  date: row.date,
  name: row.name,
  durationSeconds: row.duration_seconds,
  notes: row.notes,
  startTime: row.start_time,
  endTime: row.end_time,
  estimatedCalories: row.estimated_calories,
  appCalories: row.app_calories
})

const toSummary = (row: PageRow): WorkoutSummary =>
  Object.assign(headOf(row), { exerciseIds: row.exercise_ids, createdAt: row.created_at.getTime() })

/** Exercises are selected as text, because JSON.parse is several times as fast as the driver's decoder. */
const performedIn = (exercises: string) => JSON.parse(exercises) as ReadonlyArray<PerformedExercise>

const outcome = ([row]: ReadonlyArray<{ readonly outcome: Changed }>): Changed => row?.outcome ?? "gone"

/**
 * The body weight in kg that counts for a workout: the latest reading on or before its day, else the earliest after it.
 * Each part names the user: from the workout's user, a cluster does not know that all parts are on one node.
 */
const weightOf = ({ sql }: Database, userId: UserId) => sql`COALESCE(
        (SELECT value FROM body_metrics WHERE body_metrics.user_id = ${userId} AND metric = 'weight'
         AND body_metrics.date <= workouts.date ORDER BY body_metrics.date DESC LIMIT 1),
        (SELECT value FROM body_metrics WHERE body_metrics.user_id = ${userId} AND metric = 'weight'
         AND body_metrics.date > workouts.date ORDER BY body_metrics.date LIMIT 1))`

const head = (db: Database, userId: UserId) => db.sql`workout_id, date::text AS date, name, duration_seconds, notes,
      start_time, end_time, CASE WHEN estimated_calories IS NULL AND app_calories IS NULL THEN (
        SELECT calories FROM late_estimates AS late WHERE late.user_id = ${userId}
          AND late.workout_id = workouts.workout_id AND late.revision = workouts.revision
          AND weight = ${weightOf(db, userId)}
      ) ELSE estimated_calories END AS estimated_calories, app_calories`

type Store = WorkoutStore["Type"]

const ORDERS: Readonly<Record<Order, string>> = {
  newest: "workouts.date DESC, created_at DESC, workout_id DESC",
  oldest: "workouts.date, created_at, workout_id"
}

/** Follows WHERE user_id = …, which each statement names itself. */
const within = (db: Database, { from, to, exerciseId, like }: Range) =>
  from === undefined && to === undefined && exerciseId === undefined && like === undefined
    ? db.sql``
    : db.sql`
        ${from === undefined ? db.sql`` : db.sql`AND date >= ${from}`}
        ${to === undefined ? db.sql`` : db.sql`AND date <= ${to}`}
        ${exerciseId === undefined ? db.sql`` : db.sql`AND exercise_ids @> ARRAY[${exerciseId}]::text[]`}
        ${like === undefined ? db.sql`` : db.sql`AND (strpos(lower(name), lower(${like.text})) > 0 OR exercise_ids && ${[...like.exerciseIds]}::text[])`}`

const contentArguments = (db: Database, workout: WorkoutContent) => db.sql`
  new_name => ${workout.name}, new_duration_seconds => ${workout.durationSeconds}, new_notes => ${workout.notes},
  new_estimated_calories => ${workout.estimatedCalories}, new_exercise_count => ${workout.exercises.length},
  new_exercises => ${JSON.stringify(workout.exercises)}::text::json`

/** Several workouts, by range. */
const listing = (db: Database): Pick<Store, "page" | "performed" | "setsOf"> => ({
  page: (charge, userId, range, after, limit, order = "newest") => {
    const inRange = within(db, range)
    const behind =
      after === undefined
        ? db.sql``
        : db.sql`AND (date, created_at, workout_id) ${db.sql.literal(order === "oldest" ? ">" : "<")} (${after.date}::date, ${new Date(after.createdAt)}::timestamptz, ${after.id}::text)`
    const counted = db.sql`SELECT count(*)::integer AS total FROM workouts WHERE user_id = ${userId} ${inRange}`
    const total = Object.values(range).some((bound) => bound !== undefined)
      ? counted
      : db.sql`
        SELECT COALESCE((SELECT workouts FROM workout_totals WHERE user_id = ${userId}), (${counted})) AS total`
    return Effect.gen(function* () {
      const found = yield* charge.rows(
        db,
        db.sql<PageRow>`
        SELECT ${head(db, userId)}, array_to_string(exercise_ids, ' ') AS exercise_ids, created_at, (${total}) AS total FROM workouts
        WHERE user_id = ${userId} ${inRange} ${behind}
        ORDER BY ${db.sql.literal(ORDERS[order])} LIMIT ${limit}`
      )
      const rows = found.value
      // Without rows, nothing carries the total. After a cursor, that happens only if workouts were deleted.
      const isUnknown = rows.length === 0 && after !== undefined
      const first = isUnknown ? yield* db.first(db.sql<{ readonly total: number }>`${total}`) : rows[0]
      return found.with({ workouts: rows.map(toSummary), total: first?.total ?? 0 })
    })
  },

  performed: (userId, from, to, exerciseIds) =>
    Effect.flatMap(
      db.rows(db.sql<
        Omit<Performed, "exercises" | "own"> & { readonly exercises: string; readonly own: Performed["own"] | null }
      >`
      SELECT workout_id AS id, name, date::text AS date, exercises::text AS exercises, (
        SELECT json_agg(json_build_object('id', exercise_id, 'name', own.name, 'trackingType', tracking_type))
        FROM own_exercises AS own WHERE own.user_id = ${userId} AND exercise_id = ANY (exercise_ids)
      ) AS own FROM workouts
      WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}
        ${exerciseIds === undefined ? db.sql`` : db.sql`AND exercise_ids && ${exerciseIds}::text[]`}
      ORDER BY workouts.date, created_at, workout_id`),
      (rows) =>
        mapGivingWay(rows, ({ exercises, own, ...row }) => ({
          ...row,
          own: own ?? [],
          exercises: performedIn(exercises)
        }))
    ),

  setsOf: (userId, range) =>
    Effect.flatMap(
      db.rows(db.sql<Omit<Performed, "exercises" | "own"> & { readonly exercises: string }>`
      SELECT workout_id AS id, date::text AS date, exercises::text AS exercises FROM workouts
      WHERE user_id = ${userId} ${within(db, range)} ORDER BY workouts.date, created_at, workout_id`),
      (rows) =>
        Effect.map(
          mapGivingWay(rows, ({ id, date, exercises }) =>
            performedIn(exercises)
              .filter(({ exerciseId }) => exerciseId === range.exerciseId)
              .map(({ sets }) => ({ workoutId: id, date, sets }))
          ),
          (workouts) => workouts.flat()
        )
    )
})

/** Energy that is estimated after the workout was stored. */
const estimating = (db: Database): Pick<Store, "weighed" | "keepEstimates"> => ({
  // One look-up in the primary key per id: with "= ANY", the planner reads all workouts of a user without statistics.
  weighed: (userId, ids) =>
    Effect.map(
      db.rows(db.sql<Omit<Weighed, "exercises"> & { readonly exercises: string }>`
      SELECT held.*
      FROM unnest(${[...ids]}::text[]) AS given (id) CROSS JOIN LATERAL (
        SELECT workout_id AS id, revision, duration_seconds AS "durationSeconds", exercises::text AS exercises,
          ${weightOf(db, userId)} AS "bodyWeightKg"
        FROM workouts WHERE user_id = ${userId} AND workout_id = given.id LIMIT 1
      ) AS held
      WHERE EXISTS (SELECT 1 FROM body_metrics WHERE user_id = ${userId} AND metric = 'weight')`),
      (rows) => rows.map((row) => ({ ...row, exercises: performedIn(row.exercises) }))
    ),

  // Workouts that another call is deleting are skipped, and the others are written in the order of their ids: nobody
  // waits for a reader, nor a reader for long.
  keepEstimates: (userId, estimates) => {
    const ordered = estimates.toSorted((one, other) => ascending(one.id, other.id))
    return Effect.asVoid(
      db.rows(db.sql`
      INSERT INTO late_estimates (user_id, workout_id, revision, weight, calories)
      SELECT ${userId}, held.workout_id, of_revision, of_weight, kcal
      FROM unnest(${ordered.map(({ id }) => id)}::text[], ${ordered.map(({ revision }) => revision)}::integer[],
        ${ordered.map(({ bodyWeightKg }) => bodyWeightKg)}::double precision[],
        ${ordered.map(({ kcal }) => kcal)}::double precision[]) AS estimate (id, of_revision, of_weight, kcal)
      CROSS JOIN LATERAL (
        SELECT workout_id FROM workouts WHERE user_id = ${userId} AND workout_id = estimate.id
        FOR KEY SHARE SKIP LOCKED
      ) AS held
      ON CONFLICT (user_id, workout_id) DO UPDATE
      SET revision = excluded.revision, weight = excluded.weight, calories = excluded.calories`)
    )
  }
})

/** Workouts by their ids. */
const changing = (db: Database): Pick<Store, "find" | "current" | "add" | "replace" | "delete"> => ({
  find: (userId, id) =>
    db.findOne(
      db.sql<HeadRow & { readonly exercises: ReadonlyArray<PerformedExercise> }>`
      SELECT ${head(db, userId)}, exercises FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`,
      (row) => ({ ...headOf(row), exercises: row.exercises })
    ),

  current: (userId, id) =>
    db.findOne(
      db.sql<Omit<Current, "exercises"> & { readonly exercises: string }>`
      SELECT name, date::text AS date, start_time AS "startTime", end_time AS "endTime", exercises::text, revision,
        duration_seconds AS "durationSeconds", notes, estimated_calories::double precision AS "estimatedCalories",
        app_calories AS "appCalories"
      FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`,
      (row) => ({ ...row, exercises: performedIn(row.exercises) })
    ),

  add: (userId, today, workout, createdAt, answer) =>
    keptBy(
      answer,
      db.value(
        db.sql<{ readonly value: "" }>`
        SELECT add_workout(${userId}, today => ${today}, new_workout_id => ${workout.id}, day => ${workout.date},
          ${contentArguments(db, workout)}, at => ${new Date(createdAt)},
          ${answerArguments(db.sql, answer)}) AS value`,
        keyTaken
      )
    ),

  replace: (userId, today, workout, revision) =>
    Effect.map(
      db.rows(db.sql<{ readonly outcome: Changed }>`
      SELECT outcome FROM replace_workout(${userId}, today => ${today}, of_workout => ${workout.id},
        of_revision => ${revision}, new_day => ${workout.date}, ${contentArguments(db, workout)},
        new_app_calories => ${workout.appCalories}::double precision) AS outcome`),
      outcome
    ),

  delete: (userId, today, id, revision) =>
    Effect.map(
      db.rows(db.sql<{ readonly outcome: Changed }>`
      SELECT outcome FROM delete_workout(${userId}, ${today}, ${id}, ${revision}) AS outcome`),
      outcome
    )
})

/** Deletions that can be undone. */
const taking = (db: Database): Pick<Store, "take" | "putBack"> => ({
  take: (userId, today, id) =>
    Effect.gen(function* () {
      const [held] = yield* db.rows(db.sql<Taken & { readonly revision: number }>`
        SELECT name, revision, row_to_json(workouts)::text AS stored
        FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`)
      if (held === undefined) return Option.none()
      const { revision, ...taken } = held
      yield* db.rows(db.sql`SELECT delete_workout(${userId}, ${today}, ${id}, ${revision})`)
      return Option.some(taken)
    }),

  putBack: (userId, today, id, stored) =>
    Effect.gen(function* () {
      const there = yield* db.rows(db.sql`SELECT 1 FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`)
      if (there.length > 0) return
      yield* db.rows(db.sql`SELECT restore_fact(${userId}, 'workout', ${id}, ${stored}::text::json)`)
      yield* db.rows(db.sql`SELECT settle_user(${userId}, ${today})`)
    })
})

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(Db, (db) => WorkoutStore.of({ ...listing(db), ...estimating(db), ...changing(db), ...taking(db) }))
)

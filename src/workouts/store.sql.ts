import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { answerArguments, failWithKeyTaken, keptBy } from "../facts/answers.sql.ts"
import type { SetsOfWorkout } from "./best-set.ts"
import type { PerformedExercise, Workout, WorkoutContent } from "./model.ts"
import { type Changed, type Current, type Performed, WorkoutStore } from "./store.ts"

interface HeadRow {
  readonly workout_id: string
  readonly date: Workout["date"]
  readonly name: string
  readonly duration_seconds: number | null
  readonly notes: string | null
  readonly start_time: string | null
  readonly end_time: string | null
  readonly estimated_calories: number | null
}

interface PageRow {
  readonly total: number
  readonly workouts: ReadonlyArray<
    HeadRow & { readonly exercise_ids: ReadonlyArray<string>; readonly created_at: string }
  > | null
  readonly sets: ReadonlyArray<SetsOfWorkout> | null
}

const headOf = (row: HeadRow) => ({
  id: row.workout_id,
  date: row.date,
  name: row.name,
  durationSeconds: row.duration_seconds,
  notes: row.notes,
  startTime: row.start_time,
  endTime: row.end_time,
  estimatedCalories: row.estimated_calories
})

const outcome = ([row]: ReadonlyArray<{ readonly outcome: Changed }>): Changed => row?.outcome ?? "gone"

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const head = sql`workout_id, date::text AS date, name, duration_seconds, notes, start_time, end_time,
      estimated_calories::double precision AS estimated_calories`

    const contentArguments = (workout: WorkoutContent) => sql`
      ${workout.date}, ${workout.name}, ${workout.durationSeconds}, ${workout.notes}, ${workout.estimatedCalories},
      ${workout.exercises.length}, ${JSON.stringify(workout.exercises)}::text::json`

    return WorkoutStore.of({
      page: (userId, { from, to, exerciseId, after, limit }) => {
        const inRange = sql.join(
          "",
          false
        )([
          ...(from === undefined ? [] : [sql` AND date >= ${from}`]),
          ...(to === undefined ? [] : [sql` AND date <= ${to}`]),
          ...(exerciseId === undefined ? [] : [sql` AND exercise_ids @> ARRAY[${exerciseId}]::text[]`])
        ])
        const behind =
          after === undefined
            ? sql``
            : sql`AND (date, created_at, workout_id) < (${after.date}::date, ${new Date(after.createdAt)}::timestamptz, ${after.id}::text)`
        const sets =
          exerciseId === undefined
            ? sql`NULL`
            : sql`(
              SELECT json_agg(json_build_object('workoutId', workout_id, 'date', date, 'sets', exercise -> 'sets')
                ORDER BY date, created_at, workout_id, place)
              FROM workouts, json_array_elements(exercises) WITH ORDINALITY AS performed (exercise, place)
              WHERE user_id = ${userId} ${inRange} AND exercise ->> 'exerciseId' = ${exerciseId})`
        return sql<PageRow>`
          SELECT (SELECT count(*)::integer FROM workouts WHERE user_id = ${userId} ${inRange}) AS total, (
            SELECT json_agg(summary) FROM (
              SELECT ${head}, exercise_ids, created_at FROM workouts WHERE user_id = ${userId} ${inRange} ${behind}
              ORDER BY workouts.date DESC, created_at DESC, workout_id DESC LIMIT ${limit}
            ) AS summary
          ) AS workouts, ${sets} AS sets`.pipe(
          Effect.map(([row]) => ({
            workouts: (row?.workouts ?? []).map((summary) => ({
              ...headOf(summary),
              exerciseIds: summary.exercise_ids,
              createdAt: Date.parse(summary.created_at)
            })),
            total: row?.total ?? 0,
            sets: row?.sets ?? []
          })),
          Effect.orDie
        )
      },

      performed: (userId, from, to) =>
        sql<
          Omit<Performed, "exercises" | "own"> & { readonly exercises: string; readonly own: Performed["own"] | null }
        >`
          SELECT workout_id AS id, date::text AS date, exercises::text AS exercises, (
            SELECT json_agg(json_build_object('id', exercise_id, 'name', own.name, 'trackingType', tracking_type))
            FROM own_exercises AS own WHERE own.user_id = ${userId} AND exercise_id = ANY (exercise_ids)
          ) AS own FROM workouts
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}
          ORDER BY workouts.date, created_at, workout_id`.pipe(
          // As text: JSON.parse is several times as fast as the decoder of the driver.
          Effect.map((rows) =>
            rows.map(({ exercises, own, ...row }) => ({
              ...row,
              own: own ?? [],
              exercises: JSON.parse(exercises) as ReadonlyArray<PerformedExercise>
            }))
          ),
          Effect.orDie
        ),

      find: (userId, id) =>
        sql<HeadRow & { readonly exercises: ReadonlyArray<PerformedExercise> }>`
          SELECT ${head}, exercises FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({ ...headOf(row), exercises: row.exercises }))
          ),
          Effect.orDie
        ),

      current: (userId, id) =>
        sql<Current>`
          SELECT name, date::text AS date, start_time AS "startTime", end_time AS "endTime", revision
          FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`.pipe(
          Effect.map(([row]) => Option.fromNullable(row)),
          Effect.orDie
        ),

      add: (userId, today, workout, createdAt, answer) =>
        keptBy(
          answer,
          sql`
            SELECT * FROM add_workout(${userId}, ${today}, ${workout.id}, ${contentArguments(workout)},
              ${new Date(createdAt)}, ${answerArguments(sql, answer)})`.pipe(failWithKeyTaken)
        ),

      replace: (userId, today, workout, revision) =>
        sql<{ readonly outcome: Changed }>`
          SELECT outcome FROM replace_workout(${userId}, ${today}, ${workout.id}, ${revision}, ${contentArguments(workout)})
            AS outcome`.pipe(Effect.map(outcome), Effect.orDie),

      delete: (userId, today, id, revision) =>
        sql<{ readonly outcome: Changed }>`
          SELECT outcome FROM delete_workout(${userId}, ${today}, ${id}, ${revision}) AS outcome`.pipe(
          Effect.map(outcome),
          Effect.orDie
        )
    })
  })
)

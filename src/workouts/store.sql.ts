import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import type { PerformedExercise, Workout } from "./model.ts"
import { type Changed, type Current, WorkoutStore } from "./store.ts"

interface HeadRow {
  readonly workout_id: string
  readonly date: Workout["date"]
  readonly name: string
  readonly duration_seconds: number | null
  readonly notes: string | null
  readonly estimated_calories: number | null
}

const headOf = (row: HeadRow) => ({
  id: row.workout_id,
  date: row.date,
  name: row.name,
  durationSeconds: row.duration_seconds,
  notes: row.notes,
  estimatedCalories: row.estimated_calories
})

const outcome = ([row]: ReadonlyArray<{ readonly outcome: Changed }>): Changed => row?.outcome ?? "gone"

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const head = sql`workout_id, date::text AS date, name, duration_seconds, notes,
      estimated_calories::double precision AS estimated_calories`

    /** What became of a change whose statement is the common table `done`. */
    const outcomeOf = (userId: string, id: string) => sql`
      SELECT CASE
        WHEN EXISTS (SELECT 1 FROM done) THEN 'done'
        WHEN EXISTS (SELECT 1 FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}) THEN 'changed'
        ELSE 'gone' END AS outcome`

    return WorkoutStore.of({
      page: (userId, { from, to, after, limit }) =>
        sql<HeadRow & { readonly exercise_count: number; readonly created_at: Date }>`
          SELECT ${head}, exercise_count, created_at FROM workouts
          WHERE ${sql.and([
            sql`user_id = ${userId}`,
            ...(from === undefined ? [] : [sql`date >= ${from}`]),
            ...(to === undefined ? [] : [sql`date <= ${to}`]),
            ...(after === undefined
              ? []
              : [sql`(date, created_at, workout_id) < (${after.date}, ${new Date(after.createdAt)}, ${after.id})`])
          ])}
          ORDER BY workouts.date DESC, created_at DESC, workout_id DESC LIMIT ${limit}`.pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              ...headOf(row),
              exerciseCount: row.exercise_count,
              createdAt: row.created_at.getTime()
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
          SELECT date::text AS date, revision FROM workouts WHERE user_id = ${userId} AND workout_id = ${id}`.pipe(
          Effect.map(([row]) => Option.fromNullable(row)),
          Effect.orDie
        ),

      adding: (_userId, workout, createdAt) => ({
        _tag: "Sql",
        read: () => {},
        insert: sql`
          INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories,
            exercise_count, exercises, created_at)
          SELECT user_id, ${workout.id}::text, ${workout.date}::date, ${workout.name}::text,
            ${workout.durationSeconds}::integer, ${workout.notes}::text, ${workout.estimatedCalories}::bigint,
            ${workout.exercises.length}::integer, ${JSON.stringify(workout.exercises)}::text::json,
            ${new Date(createdAt)}::timestamptz
          FROM locked RETURNING workout_id`
      }),

      replace: (userId, workout, revision) =>
        sql<{ readonly outcome: Changed }>`
          WITH done AS (
            UPDATE workouts SET revision = revision + 1, date = ${workout.date}, name = ${workout.name},
              duration_seconds = ${workout.durationSeconds}, notes = ${workout.notes},
              estimated_calories = ${workout.estimatedCalories}, exercise_count = ${workout.exercises.length},
              exercises = ${JSON.stringify(workout.exercises)}::text::json
            WHERE user_id = ${userId} AND workout_id = ${workout.id} AND revision = ${revision}
            RETURNING workout_id
          ) ${outcomeOf(userId, workout.id)}`.pipe(Effect.map(outcome), Effect.orDie),

      delete: (userId, id, revision) =>
        sql<{ readonly outcome: Changed }>`
          WITH done AS (
            DELETE FROM workouts WHERE user_id = ${userId} AND workout_id = ${id} AND revision = ${revision}
            RETURNING workout_id
          ) ${outcomeOf(userId, id)}`.pipe(Effect.map(outcome), Effect.orDie)
    })
  })
)

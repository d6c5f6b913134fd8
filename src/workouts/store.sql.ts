import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { answerArguments, failWithKeyTaken, keptBy } from "../facts/answers.sql.ts"
import type { PerformedExercise, Workout, WorkoutContent } from "./model.ts"
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

    const contentArguments = (workout: WorkoutContent) => sql`
      ${workout.date}, ${workout.name}, ${workout.durationSeconds}, ${workout.notes}, ${workout.estimatedCalories},
      ${workout.exercises.length}, ${JSON.stringify(workout.exercises)}::text::json`

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

import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { carryingRows, carryingValue } from "../database/statements.ts"
import { answerArguments, failWithKeyTaken, keptBy } from "../facts/answers.sql.ts"
import type { PerformedExercise, Workout, WorkoutContent, WorkoutSummary } from "./model.ts"
import { type Changed, type Current, type Performed, type Range, WorkoutStore } from "./store.ts"

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
  estimatedCalories: row.estimated_calories
})

const toSummary = (row: PageRow): WorkoutSummary =>
  Object.assign(headOf(row), { exerciseIds: row.exercise_ids, createdAt: row.created_at.getTime() })

/** Exercises are selected as text: JSON.parse is several times as fast as the decoder of the driver. */
const performedIn = (exercises: string) => JSON.parse(exercises) as ReadonlyArray<PerformedExercise>

const outcome = ([row]: ReadonlyArray<{ readonly outcome: Changed }>): Changed => row?.outcome ?? "gone"

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const head = sql`workout_id, date::text AS date, name, duration_seconds, notes, start_time, end_time,
      estimated_calories::double precision AS estimated_calories`

    const nothing = sql.literal("")

    /** Follows WHERE user_id = …, which each statement names itself. */
    const within = ({ from, to, exerciseId }: Range) =>
      from === undefined && to === undefined && exerciseId === undefined
        ? nothing
        : sql`
            ${from === undefined ? nothing : sql`AND date >= ${from}`}
            ${to === undefined ? nothing : sql`AND date <= ${to}`}
            ${exerciseId === undefined ? nothing : sql`AND exercise_ids @> ARRAY[${exerciseId}]::text[]`}`

    const contentArguments = (workout: WorkoutContent) => sql`
      ${workout.date}, ${workout.name}, ${workout.durationSeconds}, ${workout.notes}, ${workout.estimatedCalories},
      ${workout.exercises.length}, ${JSON.stringify(workout.exercises)}::text::json`

    return WorkoutStore.of({
      page: (userId, range, after, limit) => {
        const inRange = within(range)
        const behind =
          after === undefined
            ? nothing
            : sql`AND (date, created_at, workout_id) < (${after.date}::date, ${new Date(after.createdAt)}::timestamptz, ${after.id}::text)`
        const counted = sql`SELECT count(*)::integer AS total FROM workouts WHERE user_id = ${userId} ${inRange}`
        const total = Object.values(range).some((bound) => bound !== undefined)
          ? counted
          : sql`
            SELECT COALESCE((SELECT workouts FROM workout_totals WHERE user_id = ${userId}), (${counted})) AS total`
        return Effect.gen(function* () {
          const rows = yield* carryingRows(sql<PageRow>`
            SELECT ${head}, array_to_string(exercise_ids, ' ') AS exercise_ids, created_at, (${total}) AS total FROM workouts
            WHERE user_id = ${userId} ${inRange} ${behind}
            ORDER BY workouts.date DESC, created_at DESC, workout_id DESC LIMIT ${limit}`)
          // Without rows, nothing carries the total. After a cursor, that happens only if workouts were deleted.
          const isUnknown = rows.length === 0 && after !== undefined
          const [first] = isUnknown ? yield* sql<{ readonly total: number }>`${total}` : rows
          return { workouts: rows.map(toSummary), total: first?.total ?? 0 }
        }).pipe(Effect.orDie)
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
          Effect.map((rows) =>
            rows.map(({ exercises, own, ...row }) => ({
              ...row,
              own: own ?? [],
              exercises: performedIn(exercises)
            }))
          ),
          Effect.orDie
        ),

      setsOf: (userId, range) =>
        sql<Omit<Performed, "exercises" | "own"> & { readonly exercises: string }>`
          SELECT workout_id AS id, date::text AS date, exercises::text AS exercises FROM workouts
          WHERE user_id = ${userId} ${within(range)} ORDER BY workouts.date, created_at, workout_id`.pipe(
          Effect.map((rows) =>
            rows.flatMap(({ id, date, exercises }) =>
              performedIn(exercises)
                .filter(({ exerciseId }) => exerciseId === range.exerciseId)
                .map(({ sets }) => ({ workoutId: id, date, sets }))
            )
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
          carryingValue(sql<{ readonly value: "" }>`
            SELECT add_workout(${userId}, ${today}, ${workout.id}, ${contentArguments(workout)},
              ${new Date(createdAt)}, ${answerArguments(sql, answer)}) AS value`).pipe(failWithKeyTaken)
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

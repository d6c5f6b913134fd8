import type { Database, Query } from "./database.ts"
import { isDay } from "./days.ts"
import { invalid } from "./errors.ts"
import type { Caller } from "./guard.ts"
import { once } from "./once.ts"
import { checkDays, type Page, pageOf, positionOf } from "./page.ts"
import { KILOGRAMS_PER_POUND } from "./units.ts"

interface GivenSet {
  readonly setType?: string
  readonly weight?: { readonly value: number; readonly unit: "kg" | "lb" }
  readonly loadIntent?: string
  readonly reps?: number
  readonly durationSeconds?: number
  readonly distanceMeters?: number
  readonly holdSeconds?: number
  readonly intensity?: number
}

interface LogWorkout {
  readonly name: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly exercises: ReadonlyArray<{ readonly exerciseId?: string; readonly sets: ReadonlyArray<GivenSet> }>
  readonly date?: string
  readonly idempotency_key?: string
}

/** A set as stored in its row, with short names. */
export const setRow = (set: GivenSet) => ({
  type: set.setType ?? "working",
  kg: set.weight === undefined ? undefined : set.weight.value * (set.weight.unit === "lb" ? KILOGRAMS_PER_POUND : 1),
  load: set.loadIntent,
  reps: set.reps,
  seconds: set.durationSeconds,
  meters: set.distanceMeters,
  hold: set.holdSeconds,
  intensity: set.intensity
})

const SECONDS_PER_REP = 4
const REST_SECONDS = 90

const secondsOf = ({ exercises }: LogWorkout): number =>
  exercises
    .flatMap(({ sets }) => sets)
    .reduce((sum, set) => sum + (set.durationSeconds ?? (set.reps ?? 0) * SECONDS_PER_REP + REST_SECONDS), 0)

export const logWorkout = (database: Database, caller: Caller, given: LogWorkout, header?: string) => {
  const { idempotency_key: key = header, ...input } = given
  const { date = caller.today, name, notes, exercises, durationSeconds } = input
  if (!isDay(date)) throw invalid("date", "must be a real calendar day")
  return once(database, caller, "log_workout", key, input, async (query) => {
    const ids = exercises.map(({ exerciseId = "" }) => exerciseId)
    const idArray = `{${ids.map((id) => JSON.stringify(id)).join(",")}}`
    const rows = await query<{ readonly exercise_id: string; readonly met: number }>("findExercises", [idArray])
    const known = new Set(rows.map((row) => row.exercise_id))
    const unknown = ids.findIndex((id) => !known.has(id))
    if (unknown !== -1) throw invalid(`exercises[${unknown}].exerciseId`, "is not of the catalogue")
    const [weight] = await query<{ readonly value: number }>("findWeight", [caller.user.user_id, date])
    const met = rows.reduce((sum, row) => sum + row.met, 0) / rows.length
    const minutes = (durationSeconds ?? secondsOf(input)) / 60
    const calories = weight === undefined ? null : Math.round(((met * 3.5 * weight.value) / 200) * minutes)
    const sets = exercises.flatMap(({ exerciseId, sets }, exercise) =>
      sets.map((set, index) => ({ exercise: exercise + 1, number: index + 1, id: exerciseId, ...setRow(set) }))
    )
    const [added] = await query<{ readonly workout_id: string }>("logWorkout", [
      caller.user.user_id,
      date,
      name,
      notes ?? null,
      durationSeconds ?? null,
      calories,
      exercises.length,
      JSON.stringify(sets),
      idArray
    ])
    return {
      id: `wkout_${added?.workout_id}`,
      date,
      timezone: caller.user.timezone,
      ...(calories === null ? {} : { estimatedCalories: calories })
    }
  })
}

interface WorkoutRow {
  readonly workout_id: string
  readonly date: string
  readonly created_at: string
  readonly name: string
  readonly notes: string | null
  readonly duration_seconds: number | null
  readonly estimated_calories: number | null
  readonly exercise_count: number
}

const showWorkout = (row: WorkoutRow) => ({
  id: `wkout_${row.workout_id}`,
  name: row.name,
  date: row.date,
  ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
  ...(row.notes === null ? {} : { notes: row.notes }),
  ...(row.estimated_calories === null ? {} : { estimatedCalories: row.estimated_calories }),
  exerciseCount: row.exercise_count
})

const FIRST_DAY = "1900-01-01"
const LAST_DAY = "2100-12-31"

/**
 * The parameters of a list's statements: the user, the position to continue after, the first day, and the number of
 * rows.
 */
const rangeOf = (user: string, { from = FIRST_DAY, to = LAST_DAY, limit = 50, cursor }: Page) => {
  checkDays(from, to)
  const [date, createdAt, id] = cursor === undefined ? [to, "infinity", "0"] : positionOf(cursor)
  return { limit, to, values: [user, date, createdAt, id, from, limit + 1] }
}

export const listWorkouts = async ({ query }: Database, { user }: Caller, input: Page) => {
  const { limit, values } = rangeOf(user.user_id, input)
  const rows = await query<WorkoutRow>("listWorkouts", values)
  const { shown, end } = pageOf(rows, limit, (row) => row.workout_id)
  return { workouts: shown.map(showWorkout), ...end }
}

interface WholeRow extends WorkoutRow {
  readonly exercise_ids: string
  readonly total: number
}

/** The names of the exercises by id, read once because the catalogue does not change. */
let names: ReadonlyMap<string, string> | undefined

const readNames = async (query: Query): Promise<ReadonlyMap<string, string>> => {
  const rows = await query<{ readonly exercise_id: string; readonly name: string }>("listExercises", [])
  return new Map(rows.map((row) => [row.exercise_id, row.name]))
}

/** A page of workouts with everything that the service returns: the total number, and each one's exercises. */
export const wholePage = async (query: Query, user: string, input: Page) => {
  const { limit, to, values } = rangeOf(user, input)
  names ??= await readNames(query)
  const known = names
  const rows = await query<WholeRow>("listWorkoutsWhole", [...values, to])
  const { shown, end } = pageOf(rows, limit, (row) => row.workout_id)
  const workouts = shown.map((row) => ({
    ...showWorkout(row),
    exercises: row.exercise_ids.split(",").map((exerciseId) => ({ exerciseId, name: known.get(exerciseId) }))
  }))
  return { workouts, total: rows[0]?.total ?? 0, ...end }
}

export const listWorkoutsWhole = ({ query }: Database, { user }: Caller, input: Page) =>
  wholePage(query, user.user_id, input)

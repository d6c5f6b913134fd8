import { readFileSync } from "node:fs"
import { readCatalogue } from "../../src/exercises/catalogue/read.ts"
import { estimatedCalories } from "../../src/workouts/calories.ts"
import { add } from "./add.ts"
import { open, seal } from "./cursor.ts"
import type { Database, Query } from "./database.ts"
import { isDay } from "./days.ts"
import { newId } from "./diary.ts"
import { invalid } from "./errors.ts"
import type { User } from "./guard.ts"

const exercises = readCatalogue(readFileSync("src/exercises/catalogue/exercises.tsv", "utf8"))
const byId = new Map(exercises.map((exercise) => [exercise.id, exercise]))
const byName = new Map(exercises.map((exercise) => [exercise.name.toLowerCase(), exercise]))

interface WorkoutRow {
  readonly workout_id: string
  readonly date: string
  readonly name: string
  readonly duration_seconds: number | null
  readonly notes: string | null
  readonly estimated_calories: number | null
  readonly exercise_count: number
  readonly created_at: Date
}

const show = (row: WorkoutRow) => ({
  id: row.workout_id,
  name: row.name,
  date: row.date,
  ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
  ...(row.notes === null ? {} : { notes: row.notes }),
  ...(row.estimated_calories === null ? {} : { estimatedCalories: row.estimated_calories }),
  exerciseCount: row.exercise_count
})

export interface ListWorkouts {
  readonly from?: string
  readonly to?: string
  readonly limit?: number
  readonly cursor?: string
}

export const listWorkouts = async (database: Database, user: User, { from, to, limit = 50, cursor }: ListWorkouts) => {
  if (from !== undefined && !isDay(from)) throw invalid("from", "must be a real calendar day")
  if (to !== undefined && !isDay(to)) throw invalid("to", "must be a real calendar day")
  if (from !== undefined && to !== undefined && from > to) throw invalid("from", "must not lie after to")
  const binding = [user.id, "list_workouts", from, to]
  const values: Array<unknown> = [user.id, limit + 1]
  const conditions = ["user_id = $1"]
  if (from !== undefined) conditions.push(`date >= $${values.push(from)}::date`)
  if (to !== undefined) conditions.push(`date <= $${values.push(to)}::date`)
  if (cursor !== undefined) {
    const [date, createdAt, id] = await open(database, binding, cursor)
    const at = new Date(Number(createdAt)).toISOString()
    conditions.push(
      `(date, created_at, workout_id) < ($${values.push(date)}::date, $${values.push(at)}::timestamptz, $${values.push(id)}::text)`
    )
  }
  const found = await database.query<WorkoutRow>(
    `SELECT workout_id, date::text AS date, name, duration_seconds, notes,
       estimated_calories::double precision AS estimated_calories, exercise_count, created_at
     FROM workouts WHERE ${conditions.join(" AND ")}
     ORDER BY workouts.date DESC, created_at DESC, workout_id DESC LIMIT $2::int`,
    values
  )
  const workouts = found.slice(0, limit)
  const last = found.length > limit ? workouts.at(-1) : undefined
  return {
    workouts: workouts.map(show),
    hasMore: last !== undefined,
    nextCursor:
      last === undefined
        ? null
        : await seal(database, binding, [last.date, String(last.created_at.getTime()), last.workout_id])
  }
}

interface GivenSet {
  readonly setType?: "warmup" | "working"
  readonly weight?: { readonly value: number; readonly unit: "kg" | "lb" }
  readonly loadIntent?: string
  readonly reps?: number
  readonly durationSeconds?: number
  readonly distanceMeters?: number
  readonly holdSeconds?: number
  readonly intensity?: number
}

export interface LogWorkout {
  readonly name: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly exercises: ReadonlyArray<{
    readonly exerciseId?: string
    readonly name?: string
    readonly sets: ReadonlyArray<GivenSet>
  }>
  readonly date?: string
  readonly idempotency_key?: string
}

const performed = (given: LogWorkout["exercises"][number], at: string) => {
  const exercise =
    given.exerciseId === undefined ? byName.get((given.name ?? "").trim().toLowerCase()) : byId.get(given.exerciseId)
  if (exercise === undefined) throw invalid(`${at}.exerciseId`, "is not of the catalogue")
  const sets = given.sets.map(({ setType = "working", weight, ...rest }, index) => {
    if (weight === undefined) return { setType, ...rest }
    const weightKg = weight.unit === "kg" ? weight.value : weight.value * 0.45359237
    if (weightKg < 0 || weightKg > 2000) throw invalid(`${at}.sets[${index}].weight.value`, "must be 0 to 2000 kg")
    return { setType, weightKg, ...rest }
  })
  return { exercise, sets }
}

const bodyWeight = async (query: Query, user: User, date: string): Promise<number | null> => {
  const [row] = await query<{ readonly value: number | null }>(
    `SELECT COALESCE(
       (SELECT value FROM body_metrics
        WHERE user_id = $1 AND metric = 'weight' AND date <= $2::date ORDER BY date DESC LIMIT 1),
       (SELECT value FROM body_metrics
        WHERE user_id = $1 AND metric = 'weight' AND date > $2::date ORDER BY date LIMIT 1)) AS value`,
    [user.id, date]
  )
  return row?.value ?? null
}

export const logWorkout = async (database: Database, user: User, input: LogWorkout, key: string | undefined) => {
  const { date = user.today, durationSeconds, notes } = input
  const name = input.name.trim()
  if (!isDay(date)) throw invalid("date", "must be a real calendar day")
  if (name === "") throw invalid("name", "must not be blank")
  const efforts = input.exercises.map((exercise, index) => performed(exercise, `exercises[${index}]`))
  return add(database, user, { operation: "log_workout", key, input }, async (query) => {
    const bodyWeightKg = await bodyWeight(query, user, date)
    const calories =
      bodyWeightKg === null ? null : estimatedCalories({ bodyWeightKg, durationSeconds, exercises: efforts })
    await query("UPDATE workout_totals SET workouts = workouts + 1 WHERE user_id = $1", [user.id])
    const id = newId("wkout")
    const answer = { id, date, timezone: user.timezone, ...(calories === null ? {} : { estimatedCalories: calories }) }
    return {
      insert: `
        INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories,
          exercise_count, exercises, created_at)
        SELECT user_id, $4::text, $5::date, $6::text, $7::int, $8::text, $9::bigint, $10::int, $11::text::json,
          $12::timestamptz
        FROM locked RETURNING workout_id`,
      values: [
        id,
        date,
        name,
        durationSeconds ?? null,
        notes ?? null,
        calories,
        efforts.length,
        JSON.stringify(efforts.map(({ exercise, sets }) => ({ exerciseId: exercise.id, sets }))),
        new Date().toISOString()
      ],
      days: [date],
      replaces: false,
      output: () => answer
    }
  })
}

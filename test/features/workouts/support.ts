import { Effect } from "effect"
import type { Workout } from "../../../src/features/workouts/model.ts"
import { WorkoutStore } from "../../../src/features/workouts/store.ts"
import type { UserId } from "../../../src/values/ids.ts"
import { type Call, output } from "../../support/app.ts"

interface ShownSet {
  readonly setNumber: number
  readonly setType: string
  readonly weight?: { readonly value: number; readonly unit: string }
  readonly weightKg?: number
  readonly [field: string]: unknown
}

export interface Detail {
  readonly id: string
  readonly name: string
  readonly date: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly estimatedCalories?: number
  readonly sets?: number
  readonly volume?: { readonly value: number; readonly unit: string }
  readonly exercises: ReadonlyArray<{
    readonly exerciseId: string
    readonly name: string
    readonly superset?: number
    readonly notes?: string
    readonly weightIs?: string
    readonly sets: ReadonlyArray<ShownSet>
  }>
}

/** The output of log_workout and replace_workout. */
export type Saved = {
  readonly id: string
  readonly date: string
  readonly timezone: string
  readonly estimatedCalories?: number
  readonly workout: Detail
}

export interface Listed {
  readonly workouts: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly date: string
    readonly exercises: ReadonlyArray<{ readonly exerciseId: string; readonly name: string }>
  }>
  readonly total: number
  readonly exercise?: { readonly sets: number; readonly best?: unknown; readonly bestEstimatedOneRepMax?: unknown }
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** 413 kcal at 80 kg. */
export const run = { exerciseId: "exr_running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }
export const squats = {
  exerciseId: "exr_barbell_squat",
  sets: [
    { setType: "warmup", weight: { value: 60, unit: "kg" }, reps: 8 },
    { reps: 5, intensity: 8 }
  ]
}

export const log = (call: Call, workout: Record<string, unknown> = {}): Promise<Saved> =>
  output<Saved>(call("log_workout", { name: "Run", exercises: [run], ...workout }))

export const get = (call: Call, id: string): Promise<Detail> => output<Detail>(call("get_workout", { id }))

/** The output of get_workout without its read-only fields, as input for replace_workout. */
export const editable = ({ estimatedCalories: _, sets: _sets, volume: _volume, exercises, ...rest }: Detail) => ({
  ...rest,
  exercises: exercises.map(({ name: _name, sets, ...exercise }) => ({
    ...exercise,
    sets: sets.map(({ setNumber: _number, weightKg: _kilograms, ...set }) => set)
  }))
})

/** Adds a workout to the store as log_workout would, without its checks. */
export const addWorkout = (userId: UserId, workout: Workout, createdAt: number) =>
  Effect.gen(function* () {
    const store = yield* WorkoutStore
    const answer = { output: undefined, key: undefined, at: createdAt }
    yield* store.add(userId, workout.date, workout, createdAt, answer)
  })

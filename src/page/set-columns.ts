import { exerciseById } from "../exercises/exercises.ts"
import type { TrackingType } from "../exercises/model.ts"
import type { OwnExercise } from "../exercises/own.ts"
import { round } from "../values/round.ts"
import type { ShownWorkout } from "../workouts/model.ts"
import type { Visit } from "./page.ts"
import { METRES } from "./sets.ts"
import { COLUMNS, type Column } from "./workout-fields.ts"

export type ShownExercise = ShownWorkout["exercises"][number]
export type ShownSet = ShownExercise["sets"][number]

/** The columns that a set of an exercise usually has. */
const USUAL: Readonly<Record<TrackingType, ReadonlyArray<Column>>> = {
  weight_reps: ["weight", "reps"],
  reps: ["weight", "reps"],
  distance_duration: ["distanceMeters", "durationSeconds"],
  duration: ["durationSeconds"],
  hold: ["holdSeconds"]
}

/** The columns of an exercise that is yet to be named. */
export const ANY: ReadonlyArray<Column> = ["weight", "reps", "distanceMeters", "durationSeconds"]

/** The title of a column, with the unit that the person types in. */
export const titleOf = (column: Column, { strengthUnit, distanceUnit }: Visit["user"]): string =>
  ({
    weight: `Weight (${strengthUnit})`,
    reps: "Reps",
    distanceMeters: `Distance (${distanceUnit})`,
    durationSeconds: "Time (min:s)",
    holdSeconds: "Held (min:s)",
    intensity: "Effort (0–10)"
  })[column]

/** A time as the form takes it back, to the last decimal: 25:30 or 1:02:30.5. */
const clock = (seconds: number): string => {
  const rest = round(seconds % 60, 3)
  const minutes = Math.floor(seconds / 60)
  const padded = (value: number) => (value < 10 ? `0${value}` : String(value))
  return minutes < 60
    ? `${minutes}:${padded(rest)}`
    : `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(rest)}`
}

/** A column of a set, as a form holds it. */
export const typedFor = (set: ShownSet, column: Column, { distanceUnit }: Visit["user"]): string => {
  if (column === "weight") return set.weight === undefined ? "" : String(set.weight.value)
  const value = set[column]
  if (value === undefined) return ""
  if (column === "distanceMeters") return String(round(value / METRES[distanceUnit], 6))
  return column === "durationSeconds" || column === "holdSeconds" ? clock(value) : String(value)
}

export type OwnExercises = ReadonlyArray<OwnExercise>

/** The columns of an exercise in a workout: those that it usually has, and those that its sets have. */
export const columnsOf = ({ exerciseId, sets }: ShownExercise, own: OwnExercises): ReadonlyArray<Column> => {
  const type = (exerciseById(exerciseId) ?? own.find(({ id }) => id === exerciseId))?.trackingType
  const usual = type === undefined ? [] : USUAL[type]
  const columns = COLUMNS.filter((column) => usual.includes(column) || sets.some((set) => set[column] !== undefined))
  return columns.length === 0 ? ANY : columns
}

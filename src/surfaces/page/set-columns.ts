import type { TrackingType } from "../../features/exercises/model.ts"
import type { ShownWorkout } from "../../features/workouts/model.ts"
import { round } from "../../values/round.ts"
import type { Visit } from "./page.ts"
import { METRES } from "./sets.ts"
import { COLUMNS, type Column } from "./workout-fields.ts"

type ShownExercise = ShownWorkout["exercises"][number]
export type ShownSet = ShownExercise["sets"][number]

/** The usual columns of an exercise's sets. */
const USUAL: Readonly<Record<TrackingType, ReadonlyArray<Column>>> = {
  weight_reps: ["weight", "reps"],
  reps: ["weight", "reps"],
  distance_duration: ["distanceMeters", "durationSeconds"],
  duration: ["durationSeconds"],
  hold: ["holdSeconds"]
}

/** The columns of an exercise that has no name yet. */
export const ANY: ReadonlyArray<Column> = ["weight", "reps", "distanceMeters", "durationSeconds"]

/** The title of a column, with the unit that the person uses. */
export const titleOf = (column: Column, { strengthUnit, distanceUnit }: Visit["user"]): string =>
  ({
    weight: `Weight (${strengthUnit})`,
    reps: "Reps",
    distanceMeters: `Distance (${distanceUnit})`,
    durationSeconds: "Time (min:s)",
    holdSeconds: "Held (min:s)",
    intensity: "Effort (0–10)"
  })[column]

/** The set of last time beside a set in a form. Further sets are compared with the last one. */
export const beforeOf = (last: ReadonlyArray<ShownSet>, index: number): ShownSet | undefined =>
  last[index] ?? last.at(-1)

/** A time as the form accepts it, to the last decimal: 25:30 or 1:02:30.5. */
const clock = (seconds: number): string => {
  const rest = round(seconds % 60, 3)
  const minutes = Math.floor(seconds / 60)
  const padded = (value: number) => (value < 10 ? `0${value}` : String(value))
  return minutes < 60
    ? `${minutes}:${padded(rest)}`
    : `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(rest)}`
}

/** A column of a set as text in a form. */
export const typedFor = (set: ShownSet, column: Column, { distanceUnit }: Visit["user"]): string => {
  if (column === "weight") return set.weight === undefined ? "" : String(set.weight.value)
  const value = set[column]
  if (value === undefined) return ""
  if (column === "distanceMeters") return String(round(value / METRES[distanceUnit], 6))
  return column === "durationSeconds" || column === "holdSeconds" ? clock(value) : String(value)
}

/** The columns of a set that have a value, as text in a form. */
export const cellsOf = (set: ShownSet, user: Visit["user"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const text = typedFor(set, column, user)
      return text === "" ? [] : [[column, text] as const]
    })
  )

/** The columns of an exercise in a form: its usual ones, and those that its sets have. */
export const columnsOf = (
  trackingType: TrackingType | undefined,
  has: (column: Column) => boolean
): ReadonlyArray<Column> => {
  const usual: ReadonlyArray<Column> = trackingType === undefined ? ANY : USUAL[trackingType]
  return COLUMNS.filter((column) => usual.includes(column) || has(column))
}

import type { TrackingType } from "../../../features/exercises/model.ts"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import type { Visit } from "../frame/page.ts"
import { timesOf, timeText } from "../frame/time-text.ts"
import { typedDistance } from "./sets.ts"
import { ADDABLE, type Addable, COLUMNS, type Column } from "./workout-fields.ts"

type ShownExercise = ShownWorkout["exercises"][number]
export type ShownSet = ShownExercise["sets"][number]

/** The usual columns of an exercise's sets. */
const USUAL: Readonly<Record<TrackingType, ReadonlyArray<Column>>> = {
  weight_reps: ["weight", "reps"],
  weight_distance: ["weight", "distanceMeters", "durationSeconds"],
  reps: ["weight", "reps"],
  distance_duration: ["distanceMeters", "durationSeconds"],
  duration: ["durationSeconds"],
  hold: ["holdSeconds"]
}

/** The columns of an exercise that has no name yet. */
const ANY: ReadonlyArray<Column> = ["weight", "reps", "distanceMeters", "durationSeconds"]

/** The title of a column, with the unit that the person uses. */
export const titleOf = (column: Column, { strengthUnit, distanceUnit }: Visit["user"]): string =>
  ({
    weight: `Weight (${strengthUnit})`,
    reps: "Reps",
    distanceMeters: `Distance (${distanceUnit})`,
    durationSeconds: "Time (min:s)",
    holdSeconds: "Held (min:s)",
    intensity: "RPE"
  })[column]

/** The title of a column where it stands above its cells, each of which has the whole title. */
export const headOf = (column: Column, user: Visit["user"]): string =>
  ({
    weight: user.strengthUnit,
    reps: "Reps",
    distanceMeters: user.distanceUnit,
    durationSeconds: "Time",
    holdSeconds: "Held",
    intensity: "RPE"
  })[column]

/** The set of last time beside a set in a form. Further sets are compared with the last one. */
export const beforeOf = (last: ReadonlyArray<ShownSet>, index: number): ShownSet | undefined =>
  last[index] ?? last.at(-1)

/** The keyboard of a telephone for a column. That for decimals has all that a time needs. */
export const keyboardOf = (column: Column): "decimal" | "numeric" => (column === "reps" ? "numeric" : "decimal")

/** A column as a browser's script needs it, to add a set without the service. */
const scripted = (column: Column, user: Visit["user"]): ReadonlyArray<string> => [
  column,
  titleOf(column, user),
  keyboardOf(column),
  timesOf(column)?.hint ?? "",
  headOf(column, user)
]

/** The columns of an exercise that a browser's script adds. */
export const scriptedColumns = (user: Visit["user"]): string =>
  JSON.stringify(ANY.map((column) => scripted(column, user)))

/** A column of a set as text in a form. */
export const typedFor = (set: ShownSet, column: Column, { distanceUnit }: Visit["user"]): string => {
  if (column === "weight") return set.weight === undefined ? "" : String(set.weight.value)
  const value = set[column]
  if (value === undefined) return ""
  if (column === "distanceMeters") return typedDistance(value, distanceUnit)
  return timesOf(column) === undefined ? String(value) : timeText(value)
}

/** The columns of a set that have a value, as text in a form. */
export const cellsOf = (set: ShownSet, user: Visit["user"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const text = typedFor(set, column, user)
      return text === "" ? [] : [[column, text] as const]
    })
  )

/** A set without its effort, which nobody knows before the set is done. */
export const plannedOf = ({ intensity: _, ...set }: ShownSet): ShownSet => set

/** The columns of an exercise in a form: its usual ones, and those that its sets have. */
export const columnsOf = (
  trackingType: TrackingType | undefined,
  has: (column: Column) => boolean
): ReadonlyArray<Column> => {
  const usual: ReadonlyArray<Column> = trackingType === undefined ? ANY : USUAL[trackingType]
  return COLUMNS.filter((column) => usual.includes(column) || has(column))
}

/** The columns that an exercise in a form with these columns can still take. A time held is a time. */
export const addableTo = (columns: ReadonlyArray<Column>): ReadonlyArray<Addable> =>
  ADDABLE.filter(
    (column) => !columns.includes(column) && !(column === "durationSeconds" && columns.includes("holdSeconds"))
  )

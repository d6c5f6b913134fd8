import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { Count } from "../../values/number.ts"
import { fromKilograms, WeightUnit } from "../../values/units.ts"
import type { TrackingType, WeightMeaning } from "../exercises/model.ts"
import { ShownSet, showSet, type WorkoutSet } from "./model.ts"

/** The sets of one exercise in one workout, in order. */
export interface SetsOfWorkout {
  readonly workoutId: string
  readonly date: ActivityDay
  readonly sets: ReadonlyArray<WorkoutSet>
}

/** A working set and its position: workout, day and number. */
export interface PlacedSet {
  readonly workoutId: string
  readonly date: ActivityDay
  /** Counted from 1. */
  readonly setNumber: number
  readonly set: WorkoutSet
}

/** The results for one exercise over a range of days. Warm-up sets do not count. */
interface Achieved {
  readonly sets: number
  /** Undefined without a working set that was done. */
  readonly best: PlacedSet | undefined
  /** Kilograms, unrounded; undefined if no set allows an estimate. */
  readonly bestEstimatedOneRepMax: number | undefined
  /** The set that gives that estimate; it need not be the best set. */
  readonly estimatedFrom: PlacedSet | undefined
}

/** An exercise that may say what its weight is when a set does not; empty or absent: the load moved. */
export interface Weighed {
  readonly weightIs?: "" | WeightMeaning
}

/** What figures need to know about an exercise. */
export interface Measured extends Weighed {
  readonly trackingType: TrackingType
}

/** What the weight of a set is: what the set says, else what the exercise says. Undefined: the load moved. */
export const meaningOf = ({ loadIntent }: WorkoutSet, { weightIs }: Weighed): WorkoutSet["loadIntent"] =>
  loadIntent ?? (weightIs || undefined)

/** A set that says itself what its weight is. */
const spoken = (set: WorkoutSet, exercise: Weighed): WorkoutSet => {
  const loadIntent = meaningOf(set, exercise)
  return loadIntent === set.loadIntent || loadIntent === undefined ? set : { ...set, loadIntent }
}

/**
 * The kilograms by which sets are compared. Assistance counts as negative, because less of it is better; if it is
 * unknown, every known one is better.
 */
const loadOf = ({ weightKg, loadIntent }: WorkoutSet): number =>
  loadIntent === "assistance" ? -(weightKg ?? Number.POSITIVE_INFINITY) : (weightKg ?? 0)

/** The seconds by which sets are compared. A hold may have been logged as a duration, and vice versa. */
export const timeOf = ({ durationSeconds, holdSeconds }: WorkoutSet): number =>
  Math.max(durationSeconds ?? 0, holdSeconds ?? 0)

/** The values by which sets are compared, more important one first. Higher is better. */
const MERITS: Readonly<Record<TrackingType, (set: WorkoutSet) => ReadonlyArray<number>>> = {
  weight_reps: (set) => [loadOf(set), set.reps ?? 0],
  weight_distance: (set) => [loadOf(set), set.distanceMeters ?? 0],
  // Of pull-ups, those with help come after all others, however many they are.
  reps: (set) => [set.loadIntent === "assistance" ? loadOf(set) : 0, set.reps ?? 0, loadOf(set)],
  distance_duration: ({ distanceMeters = 0, durationSeconds = 0 }) => [distanceMeters, -durationSeconds],
  duration: (set) => [timeOf(set), loadOf(set)],
  hold: (set) => [timeOf(set), loadOf(set)]
}

/**
 * Whether a value is higher by more than rounding: a gram, a millimetre or a millisecond. Loads and distances are
 * shown rounded in the user's unit, so a set that is sent back as shown differs slightly from the one that was logged.
 */
export const isHigher = (value: number, than: number): boolean => value - than > 0.001

/** Whether the first value that differs is higher. */
const isBetter = (merits: ReadonlyArray<number>, than: ReadonlyArray<number>): boolean => {
  for (const [index, merit] of merits.entries()) {
    const other = than[index] ?? 0
    if (isHigher(merit, other)) return true
    if (isHigher(other, merit)) return false
  }
  return false
}

/** With assistance, less of it comes first, also where repetitions are what is tracked. */
const meritsOf = ({ trackingType, weightIs }: Measured) =>
  MERITS[weightIs === "assistance" && trackingType === "reps" ? "weight_reps" : trackingType]

/**
 * Whether the weight is the whole load moved. Other weights exclude body weight or the bar, or their meaning is
 * unknown.
 */
const isWholeLoad = ({ loadIntent = "bar_total" }: WorkoutSet): boolean =>
  loadIntent === "bar_total" || loadIntent === "per_hand" || loadIntent === "machine_stack"

/**
 * Whether a set was done, and may be a record. A failed lift, logged with 0 repetitions, was not: it is never the best
 * set, and gives no estimate. Sets counted by repetitions need at least one; other sets need a time or a distance.
 */
export const isDone = (trackingType: TrackingType, set: WorkoutSet): boolean => {
  const countsReps = trackingType === "weight_reps" || trackingType === "reps"
  if (countsReps && set.reps !== undefined) return set.reps >= 1
  return (set.reps ?? 0) >= 1 || timeOf(set) > 0 || (set.distanceMeters ?? 0) > 0
}

const MOST_REPS = 12

/**
 * Estimated one-repetition maximum in kilograms, by Epley's formula (B. Epley, "Poundage Chart", Boyd Epley Workout,
 * 1985): weight × (1 + repetitions / 30); for one repetition, the weight itself. Only for 1 to 12 repetitions of a
 * whole load, because the formula is inaccurate for more.
 */
export const estimatedOneRepMax = (given: WorkoutSet, exercise: Weighed): number | undefined => {
  const set = spoken(given, exercise)
  const { weightKg = 0, reps = 0 } = set
  if (weightKg === 0 || reps < 1 || reps > MOST_REPS || !isWholeLoad(set)) return undefined
  return reps === 1 ? weightKg : weightKg * (1 + reps / 30)
}

/** The results of an exercise's sets. Among equally good sets, the earliest is the best. */
export const achieved = (exercise: Measured, workouts: ReadonlyArray<SetsOfWorkout>): Achieved => {
  const { trackingType } = exercise
  const ofExercise = meritsOf(exercise)
  const merits = (set: WorkoutSet) => ofExercise(spoken(set, exercise))
  let count = 0
  let best: PlacedSet | undefined
  let estimate: number | undefined
  let estimatedFrom: PlacedSet | undefined
  for (const { workoutId, date, sets } of workouts) {
    for (const [index, set] of sets.entries()) {
      if (set.setType !== "working") continue
      count++
      if (!isDone(trackingType, set)) continue
      if (best === undefined || isBetter(merits(set), merits(best.set))) {
        best = { workoutId, date, setNumber: index + 1, set }
      }
      const own = trackingType === "weight_reps" ? estimatedOneRepMax(set, exercise) : undefined
      if (own !== undefined && (estimate === undefined || isHigher(own, estimate))) {
        estimate = own
        estimatedFrom = { workoutId, date, setNumber: index + 1, set }
      }
    }
  }
  return { sets: count, best, bestEstimatedOneRepMax: estimate, estimatedFrom }
}

/** A set as shown in answers, with its workout and day. */
const ShownPlaced = {
  workoutId: Schema.String.annotations({ description: "Workout it was done in." }),
  date: ActivityDay.annotations({ description: "Day of that workout." }),
  ...ShownSet.fields
}

const showPlaced = ({ workoutId, date, setNumber, set }: PlacedSet, unit: WeightUnit) => ({
  workoutId,
  date,
  ...showSet(set, setNumber, unit)
})

/** The set behind the best estimate, as shown to the user. */
export const EstimatedFrom = present(Schema.Struct(ShownPlaced))

export const showEstimatedFrom = ({ estimatedFrom }: Achieved, unit: WeightUnit) =>
  estimatedFrom === undefined ? {} : { estimatedFrom: showPlaced(estimatedFrom, unit) }

/** The results for one exercise over a range of days, as shown in answers. */
export const ShownAchieved = Schema.Struct({
  sets: Count.annotations({ description: "How many; warm-ups are not counted." }),
  best: present(
    Schema.Struct(ShownPlaced).annotations({
      description:
        "Best working set that was done (not 0 reps): most weight (least assistance), reps, distance or time, by trackingType; the first of equals."
    })
  ),
  bestEstimatedOneRepMax: present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "To 2 decimals." }),
      unit: WeightUnit.annotations({ description: "The user's strength unit." })
    }).annotations({
      description: "By Epley, weight × (1 + reps / 30), from sets of 2 to 12 reps; a single counts as its weight."
    })
  )
})
export type ShownAchieved = typeof ShownAchieved.Type

/** The results as shown to the user: loads in their strength unit. */
export const showAchieved = (
  { sets, best, bestEstimatedOneRepMax }: Achieved,
  strengthUnit: WeightUnit
): ShownAchieved => ({
  sets,
  ...(best === undefined ? {} : { best: showPlaced(best, strengthUnit) }),
  ...(bestEstimatedOneRepMax === undefined
    ? {}
    : {
        bestEstimatedOneRepMax: {
          value: fromKilograms(bestEstimatedOneRepMax, strengthUnit, 2),
          unit: strengthUnit
        }
      })
})

import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { Count } from "../../values/number.ts"
import { round } from "../../values/round.ts"
import { fromKilograms, WeightUnit } from "../../values/units.ts"
import type { TrackingType } from "../exercises/model.ts"
import {
  estimatedOneRepMax,
  isDone,
  isHigher,
  type Measured,
  meaningOf,
  type PlacedSet,
  type SetsOfWorkout,
  timeOf
} from "./best-set.ts"
import type { WorkoutSet } from "./model.ts"

/** The kinds of records. */
export const RECORDS = ["heaviest", "leastAssistance", "estimatedOneRepMax", "mostReps", "longest", "farthest"] as const
export type RecordKind = (typeof RECORDS)[number]

/** A record: the best value ever reached, in kilograms, repetitions, seconds or metres. */
interface Achievement extends PlacedSet {
  readonly value: number
}

const aboveZero = (value: number): number | undefined => (value > 0 ? value : undefined)

/** The value of a set for each kind of record; undefined if the set has none. */
const MEASURES: Readonly<Record<RecordKind, (set: WorkoutSet, exercise: Measured) => number | undefined>> = {
  // Assistance reduces the load, so more of it is not a record.
  heaviest: (set, exercise) => (meaningOf(set, exercise) === "assistance" ? undefined : aboveZero(set.weightKg ?? 0)),
  leastAssistance: (set, exercise) => (meaningOf(set, exercise) === "assistance" ? set.weightKg : undefined),
  estimatedOneRepMax,
  mostReps: ({ reps = 0 }) => aboveZero(reps),
  longest: (set) => aboveZero(timeOf(set)),
  farthest: ({ distanceMeters = 0 }) => aboveZero(distanceMeters)
}

const isBetter = (kind: RecordKind, value: number, than: number): boolean =>
  kind === "leastAssistance" ? isHigher(than, value) : isHigher(value, than)

/** The kinds of records an exercise can have, by what it tracks. */
const KINDS: Readonly<Record<TrackingType, ReadonlyArray<RecordKind>>> = {
  weight_reps: ["heaviest", "leastAssistance", "estimatedOneRepMax", "mostReps", "farthest"],
  weight_distance: ["heaviest", "farthest"],
  reps: ["mostReps", "heaviest", "leastAssistance"],
  distance_duration: ["farthest", "longest"],
  duration: ["longest", "heaviest"],
  hold: ["longest", "heaviest"]
}

export type Records = Partial<Readonly<Record<RecordKind, Achievement>>>

/**
 * The records of an exercise in workouts, oldest first: for each kind, the best value of a working set that was
 * done. Among equal values, the earliest is the record.
 */
export const recordsIn = (exercise: Measured, workouts: ReadonlyArray<SetsOfWorkout>): Records => {
  const records: { [K in RecordKind]?: Achievement } = {}
  for (const { workoutId, date, sets } of workouts) {
    for (const [index, set] of sets.entries()) {
      if (set.setType !== "working" || !isDone(exercise.trackingType, set)) continue
      for (const kind of KINDS[exercise.trackingType]) {
        const value = MEASURES[kind](set, exercise)
        const record = records[kind]
        if (value === undefined || (record !== undefined && !isBetter(kind, value, record.value))) continue
        records[kind] = { workoutId, date, setNumber: index + 1, set, value }
      }
    }
  }
  return records
}

const place = {
  date: ActivityDay.annotations({ description: "Day of that workout." }),
  workoutId: Schema.String.annotations({ description: "Workout it was done in." }),
  setNumber: Count.annotations({ description: "Its set in that workout, from 1." })
}

const load = (description: string) =>
  present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "To 2 decimals." }),
      unit: WeightUnit.annotations({ description: "The user's strength unit." }),
      ...place
    }).annotations({ description })
  )

const plain = (unit: string, description: string) =>
  present(
    Schema.Struct({ value: Schema.Number.annotations({ description: `In ${unit}.` }), ...place }).annotations({
      description
    })
  )

/** The records of an exercise as shown in answers. */
export const ShownRecords = Schema.Struct({
  heaviest: load("Most weight; assistance does not count."),
  leastAssistance: load("Least help."),
  estimatedOneRepMax: load("Highest estimate by Epley, from sets of 1 to 12 reps."),
  mostReps: plain("repetitions", "Most repetitions in a set."),
  longest: plain("seconds", "Longest time or hold."),
  farthest: plain("metres", "Longest distance.")
})
export type ShownRecords = typeof ShownRecords.Type

/** Records as shown to the user: loads in their strength unit. */
export const showRecords = (records: Records, unit: WeightUnit): ShownRecords => {
  const placeOf = ({ date, workoutId, setNumber }: Achievement) => ({ date, workoutId, setNumber })
  const loaded = (kind: "heaviest" | "leastAssistance" | "estimatedOneRepMax") => {
    const record = records[kind]
    return record === undefined
      ? {}
      : { [kind]: { value: fromKilograms(record.value, unit, 2), unit, ...placeOf(record) } }
  }
  const counted = (kind: "mostReps" | "longest" | "farthest") => {
    const record = records[kind]
    return record === undefined ? {} : { [kind]: { value: round(record.value, 2), ...placeOf(record) } }
  }
  return {
    ...loaded("heaviest"),
    ...loaded("leastAssistance"),
    ...loaded("estimatedOneRepMax"),
    ...counted("mostReps"),
    ...counted("longest"),
    ...counted("farthest")
  }
}

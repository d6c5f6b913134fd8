import type { Exercise } from "../exercises/exercises.ts"
import { codePoints } from "../values/text.ts"
import { HEAVIEST_KG, type PerformedExercise, type WorkoutSet } from "../workouts/model.ts"
import { clipped, storable } from "./keys.ts"
import { loadIntentOf, type Mapping } from "./mapping.ts"
import type { ExerciseRow, Place, SetRow, WorkoutRow } from "./rows.ts"

const LONGEST_NAME = 200
const MOST_REPS = 10_000
const MOST_SECONDS = 86_400
const MOST_METRES = 1_000_000
const HARDEST = 10

/** What is wrong with a set; undefined if it can be stored. */
const setFault = ({ weightKg = 0, reps = 0, distanceMeters = 0, durationSeconds = 0, rpe = 0 }: SetRow) => {
  const isWithin = (value: number, most: number) => value >= 0 && value <= most
  if (!isWithin(weightKg, HEAVIEST_KG)) return `a weight of ${weightKg} kg is not between 0 and ${HEAVIEST_KG}`
  if (!isWithin(reps, MOST_REPS)) return `${reps} repetitions are not between 0 and ${MOST_REPS}`
  if (!isWithin(distanceMeters, MOST_METRES))
    return `a distance of ${distanceMeters} m is not between 0 and ${MOST_METRES}`
  if (!isWithin(durationSeconds, MOST_SECONDS))
    return `a set of ${durationSeconds} s is not between 0 and ${MOST_SECONDS}`
  return isWithin(rpe, HARDEST) ? undefined : `an effort of ${rpe} is not between 0 and ${HARDEST}`
}

const toSet = (row: SetRow, name: string, exercise: Exercise): WorkoutSet => {
  const { kind, weightKg, reps, distanceMeters, durationSeconds, rpe } = row
  const loadIntent = weightKg === undefined ? undefined : loadIntentOf(name)
  const isHold = exercise.trackingType === "hold"
  return {
    setType: kind === "warmup" ? "warmup" : "working",
    ...(weightKg === undefined ? {} : { weightKg }),
    ...(loadIntent === undefined ? {} : { loadIntent }),
    ...(reps === undefined ? {} : { reps: Math.round(reps) }),
    ...(durationSeconds === undefined || isHold ? {} : { durationSeconds }),
    ...(distanceMeters === undefined ? {} : { distanceMeters }),
    ...(durationSeconds === undefined || !isHold ? {} : { holdSeconds: durationSeconds }),
    ...(rpe === undefined ? {} : { intensity: rpe })
  }
}

/** What was written beside exercises: notes of exercises and of sets, and what was done as a superset. */
const notesBeside = (exercises: ReadonlyArray<ExerciseRow>): ReadonlyArray<string> => {
  const supersets = Map.groupBy(
    exercises.filter(({ superset }) => superset !== null),
    ({ superset }) => superset
  )
  return [
    ...[...supersets.values()].flatMap((together) => {
      const names = [...new Set(together.map(({ name }) => name))]
      return names.length < 2 ? [] : [`Superset: ${names.join(" + ")}`]
    }),
    ...exercises.flatMap(({ name, notes, sets }) => [
      ...(notes === null || notes.trim() === "" ? [] : [`${name}: ${notes.trim()}`]),
      ...sets.flatMap(({ notes }, index) => (notes ? [`${name}, set ${index + 1}: ${notes.trim()}`] : []))
    ])
  ]
}

/** The notes of a session, with everything written beside it; null if there is nothing. */
const notesOf = ({ title, notes }: WorkoutRow, exercises: ReadonlyArray<ExerciseRow>): string | null => {
  const parts = [
    ...(codePoints(title.trim()) > LONGEST_NAME ? [title.trim()] : []),
    ...(notes === null || notes.trim() === "" ? [] : [notes.trim()]),
    ...notesBeside(exercises)
  ]
  return parts.length === 0 ? null : storable(parts.join("\n"))
}

/** A set that cannot be stored, and why. */
export interface UnusableSet {
  readonly place: Place
  readonly reason: string
}

export interface Content {
  readonly name: string
  readonly notes: string | null
  readonly exercises: ReadonlyArray<PerformedExercise>
  /** The same with all that the catalogue tells of each exercise, to estimate energy from. */
  readonly efforts: ReadonlyArray<{ readonly exercise: Exercise; readonly sets: ReadonlyArray<WorkoutSet> }>
  readonly sets: number
  readonly unusable: ReadonlyArray<UnusableSet>
}

/** What a session is stored as; all its rows are of one session. */
export const contentOf = (row: WorkoutRow, exercises: ReadonlyArray<ExerciseRow>, mapping: Mapping): Content => {
  const unusable: Array<UnusableSet> = []
  const efforts = exercises.flatMap(({ name, sets }) => {
    const exercise = mapping.find(name)
    const usable = sets.filter((set) => {
      const reason = exercise === undefined ? "too many exercises of one's own" : setFault(set)
      if (reason !== undefined) unusable.push({ place: set.place, reason: `${name}: ${reason}` })
      return reason === undefined
    })
    return exercise === undefined || usable.length === 0
      ? []
      : [{ exercise, sets: usable.map((set) => toSet(set, name, exercise)) }]
  })
  return {
    name: clipped(storable(row.title).trim(), LONGEST_NAME) || "Workout",
    notes: notesOf(row, exercises),
    exercises: efforts.map(({ exercise, sets }) => ({ exerciseId: exercise.id, sets })),
    efforts,
    sets: efforts.reduce((sum, { sets }) => sum + sets.length, 0),
    unusable
  }
}

import type { Exercise } from "../exercises/exercises.ts"
import { codePoints } from "../values/text.ts"
import {
  HEAVIEST_KG,
  LONGEST_NOTES,
  MOST_EXERCISES,
  MOST_SETS,
  type PerformedExercise,
  type WorkoutSet
} from "../workouts/model.ts"
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

/** Something that the person should know of an input row. */
export interface Remark {
  readonly place: Place
  readonly text: string
}

export interface Content {
  readonly name: string
  readonly notes: string | null
  readonly exercises: ReadonlyArray<PerformedExercise>
  /** The same with all that the catalogue tells of each exercise, to estimate energy from. */
  readonly efforts: ReadonlyArray<Effort>
  readonly sets: number
  /** Why sets cannot be stored; one for each input row. */
  readonly unusable: ReadonlyArray<Remark>
  /** What was changed so that it could be stored; at most one for each input row, and one for the session. */
  readonly warnings: ReadonlyArray<Remark>
}

interface Effort {
  readonly exercise: Exercise
  readonly sets: ReadonlyArray<WorkoutSet>
}

const inParts = <A>(items: ReadonlyArray<A>, most: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, part) => items.slice(part * most, (part + 1) * most))

/** What a session is stored as; all its rows are of one session. Sets beyond those of one exercise go on in another of the same. */
export const contentOf = (row: WorkoutRow, exercises: ReadonlyArray<ExerciseRow>, mapping: Mapping): Content => {
  const unusable = new Map<string, Remark>()
  const changed = new Map<string, Remark>()
  const note = (remarks: Map<string, Remark>, name: string, { place }: SetRow, text: string) =>
    remarks.set(`${place.file}\n${place.line}`, { place, text: `${name}: ${text}` })
  const efforts: Array<Effort> = []
  for (const { name, sets } of exercises) {
    const exercise = mapping.find(name)
    const usable = sets.filter((set) => {
      const reason = exercise === undefined ? "too many exercises of one's own" : setFault(set)
      if (reason !== undefined) note(unusable, name, set, reason)
      return reason === undefined
    })
    if (exercise === undefined) continue
    for (const part of inParts(usable, MOST_SETS)) {
      if (efforts.length === MOST_EXERCISES) {
        for (const set of part) note(unusable, name, set, `a workout has at most ${MOST_EXERCISES} exercises`)
        continue
      }
      efforts.push({ exercise, sets: part.map((set) => toSet(set, name, exercise)) })
      for (const set of part) {
        const { reps = 0 } = set
        if (!Number.isInteger(reps)) note(changed, name, set, `${reps} repetitions were rounded to ${Math.round(reps)}`)
      }
    }
  }
  const written = notesOf(row, exercises)
  const length = written === null ? 0 : codePoints(written)
  const text = `the notes of ${length} characters were cut to ${LONGEST_NOTES}`
  return {
    name: clipped(storable(row.title).trim(), LONGEST_NAME) || "Workout",
    notes: written === null ? null : clipped(written, LONGEST_NOTES),
    exercises: efforts.map(({ exercise, sets }) => ({ exerciseId: exercise.id, sets })),
    efforts,
    sets: efforts.reduce((sum, { sets }) => sum + sets.length, 0),
    unusable: [...unusable.values()],
    warnings: [...(length > LONGEST_NOTES ? [{ place: row.place, text }] : []), ...changed.values()]
  }
}

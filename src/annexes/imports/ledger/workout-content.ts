import type { Exercise } from "../../../features/exercises/exercises.ts"
import {
  type Beside,
  HEAVIEST_KG,
  LONGEST_EXERCISE_NOTES,
  LONGEST_NOTES,
  MOST_EXERCISES,
  MOST_SETS,
  type PerformedExercise,
  type Technique,
  type WorkoutSet
} from "../../../features/workouts/model.ts"
import { codePoints } from "../../../values/text.ts"
import { clipped, storable } from "../rows/keys.ts"
import { loadIntentOf } from "../rows/loads.ts"
import type { ExerciseRow, Place, SetKind, SetRow, WorkoutRow } from "../rows/rows.ts"
import type { Mapping } from "./mapping.ts"

const LONGEST_NAME = 200
const MOST_REPS = 10_000
const MOST_SECONDS = 86_400
const MOST_METRES = 1_000_000
const HARDEST = 10

const isWithin = (value: number, most: number) => value >= 0 && value <= most

/** What is wrong with the values that make a set: a load without its repetitions would be a different set. */
const setFault = ({ weightKg = 0, reps = 0 }: SetRow) => {
  if (!isWithin(weightKg, HEAVIEST_KG)) return `a weight of ${weightKg} kg is not between 0 and ${HEAVIEST_KG}`
  return isWithin(reps, MOST_REPS) ? undefined : `${reps} repetitions are not between 0 and ${MOST_REPS}`
}

/** A set without the impossible values that the others do not need, and what is wrong with those. */
const withoutImpossible = (row: SetRow): { readonly set: SetRow; readonly faults: ReadonlyArray<string> } => {
  const { distanceMeters, durationSeconds, rpe, ...rest } = row
  const faults: Array<string> = []
  const kept = <Name extends string>(name: Name, value: number | undefined, most: number, fault: string) => {
    if (value === undefined) return {}
    if (isWithin(value, most)) return { [name]: value }
    faults.push(`${fault} is not between 0 and ${most}`)
    return {}
  }
  const set: SetRow = {
    ...rest,
    ...kept("distanceMeters", distanceMeters, MOST_METRES, `a distance of ${distanceMeters} m`),
    ...kept("durationSeconds", durationSeconds, MOST_SECONDS, `a set of ${durationSeconds} s`),
    ...kept("rpe", rpe, HARDEST, `an effort of ${rpe}`)
  }
  return { set, faults }
}

/** Whether a set records anything besides its intensity. */
const hasValue = ({ weightKg, reps, distanceMeters, durationSeconds }: SetRow): boolean =>
  [weightKg, reps, distanceMeters, durationSeconds].some((value) => value !== undefined)

const TECHNIQUES: Readonly<Partial<Record<SetKind, Technique>>> = { dropset: "drop", failure: "failure" }

const toSet = (row: SetRow, name: string, exercise: Exercise): WorkoutSet => {
  const { kind, weightKg, reps, distanceMeters, durationSeconds, rpe } = row
  const loadIntent = weightKg === undefined ? undefined : loadIntentOf(name)
  const technique = TECHNIQUES[kind]
  const isHold = exercise.trackingType === "hold"
  return {
    setType: kind === "warmup" ? "warmup" : "working",
    ...(technique === undefined ? {} : { technique }),
    ...(weightKg === undefined ? {} : { weightKg }),
    ...(loadIntent === undefined ? {} : { loadIntent }),
    ...(reps === undefined ? {} : { reps: Math.round(reps) }),
    ...(durationSeconds === undefined || isHold ? {} : { durationSeconds }),
    ...(distanceMeters === undefined ? {} : { distanceMeters }),
    ...(durationSeconds === undefined || !isHold ? {} : { holdSeconds: durationSeconds }),
    ...(rpe === undefined ? {} : { intensity: rpe })
  }
}

/** What was written on an exercise and its sets; undefined if there is nothing. */
const writtenOn = ({ notes, sets }: ExerciseRow): string | undefined => {
  const lines = [
    ...(notes === null || notes.trim() === "" ? [] : [notes.trim()]),
    ...sets.flatMap(({ notes }, index) => (notes ? [`Set ${index + 1}: ${notes.trim()}`] : []))
  ]
  return lines.length === 0 ? undefined : storable(lines.join("\n"))
}

/** Exercises by the supersets that they were done in, numbered from 1; a superset of one exercise is none. */
const supersetsOf = (exercises: ReadonlyArray<ExerciseRow>): ReadonlyMap<ExerciseRow, number> => {
  const together = Map.groupBy(
    exercises.filter(({ superset, sets }) => superset !== null && sets.length > 0),
    ({ superset }) => superset
  )
  const several = [...together.values()].filter((each) => new Set(each.map(({ name }) => name)).size > 1)
  return new Map(several.flatMap((each, index) => each.map((exercise) => [exercise, index + 1] as const)))
}

/** The notes of a session, with those on exercises that do not stand with them; null if there is nothing. */
const notesOf = ({ title, notes }: WorkoutRow, unplaced: ReadonlyArray<ExerciseRow>): string | null => {
  const parts = [
    ...(codePoints(title.trim()) > LONGEST_NAME ? [title.trim()] : []),
    ...(notes === null || notes.trim() === "" ? [] : [notes.trim()]),
    ...unplaced.flatMap((exercise) => {
      const written = writtenOn(exercise)
      return written === undefined ? [] : [`${exercise.name}: ${written}`]
    })
  ]
  return parts.length === 0 ? null : storable(parts.join("\n"))
}

/** Something the person should know about an input row. */
export interface Remark {
  readonly place: Place
  readonly text: string
}

export interface Content {
  readonly name: string
  readonly notes: string | null
  readonly exercises: ReadonlyArray<PerformedExercise>
  /** The same with the catalogue's data on each exercise, for estimating energy. */
  readonly efforts: ReadonlyArray<Effort>
  readonly sets: number
  /** Why sets cannot be stored; one for each input row. */
  readonly unusable: ReadonlyArray<Remark>
  /** What was changed so that it could be stored; at most one per input row, and one for the session. */
  readonly warnings: ReadonlyArray<Remark>
}

interface Effort {
  readonly exercise: Exercise
  readonly beside: Beside
  readonly sets: ReadonlyArray<WorkoutSet>
}

const inParts = <A>(items: ReadonlyArray<A>, most: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, part) => items.slice(part * most, (part + 1) * most))

/**
 * The stored form of a session; all rows belong to it. Sets beyond the maximum of one exercise continue in another of
 * the same name.
 */
export const contentOf = (row: WorkoutRow, exercises: ReadonlyArray<ExerciseRow>, mapping: Mapping): Content => {
  const unusable = new Map<string, Remark>()
  const changed = new Map<string, Remark>()
  const note = (remarks: Map<string, Remark>, name: string, { place }: SetRow, text: string) => {
    const key = `${place.file}\n${place.line}`
    const held = remarks.get(key)
    if (held === undefined) remarks.set(key, { place, text: `${name}: ${text}` })
    else if (!held.text.includes(text)) remarks.set(key, { place, text: `${held.text}; ${text}` })
  }
  /** The set as far as it can be stored, or none. What is left out is reported. */
  const usableOf = (name: string, row: SetRow): ReadonlyArray<SetRow> => {
    const { set, faults } = withoutImpossible(row)
    const reason = setFault(row) ?? (faults.length > 0 && !hasValue(set) ? faults.join("; ") : undefined)
    if (reason !== undefined) note(unusable, name, row, reason)
    else if (faults.length > 0) note(changed, name, row, `${faults.join("; ")}, and was left out of its set`)
    return reason === undefined ? [set] : []
  }
  const efforts: Array<Effort> = []
  const supersets = supersetsOf(exercises)
  const unplaced = new Set(exercises)
  for (const performed of exercises) {
    const { name, sets } = performed
    const exercise = mapping.find(name)
    if (exercise === undefined) {
      for (const set of sets) note(unusable, name, set, "too many exercises of one's own")
      continue
    }
    const usable = sets.flatMap((set) => usableOf(name, set))
    const superset = supersets.get(performed)
    for (const part of inParts(usable, MOST_SETS)) {
      if (efforts.length === MOST_EXERCISES) {
        for (const set of part) note(unusable, name, set, `a workout has at most ${MOST_EXERCISES} exercises`)
        continue
      }
      const notes = unplaced.has(performed) ? writtenOn(performed) : undefined
      const staysHere = notes !== undefined && codePoints(notes) <= LONGEST_EXERCISE_NOTES
      if (staysHere) unplaced.delete(performed)
      const beside = { ...(superset === undefined ? {} : { superset }), ...(staysHere ? { notes } : {}) }
      efforts.push({ exercise, beside, sets: part.map((set) => toSet(set, name, exercise)) })
      for (const set of part) {
        const { reps = 0 } = set
        if (!Number.isInteger(reps)) note(changed, name, set, `${reps} repetitions were rounded to ${Math.round(reps)}`)
      }
    }
  }
  const written = notesOf(row, [...unplaced])
  const length = written === null ? 0 : codePoints(written)
  const text = `the notes of ${length} characters were cut to ${LONGEST_NOTES}`
  return {
    name: clipped(storable(row.title).trim(), LONGEST_NAME) || "Workout",
    notes: written === null ? null : clipped(written, LONGEST_NOTES),
    exercises: efforts.map(({ exercise, beside, sets }) => ({ exerciseId: exercise.id, ...beside, sets })),
    efforts,
    sets: efforts.reduce((sum, { sets }) => sum + sets.length, 0),
    unusable: [...unusable.values()],
    warnings: [...(length > LONGEST_NOTES ? [{ place: row.place, text }] : []), ...changed.values()]
  }
}

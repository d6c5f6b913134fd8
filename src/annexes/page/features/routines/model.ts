import { Schema } from "effect"
import { said } from "../../../../contract/broken-rule.ts"
import { present } from "../../../../contract/fields.ts"
import type { Rule } from "../../../../contract/rule.ts"
import { workoutFaults } from "../../../../features/workouts/faults.ts"
import {
  ExerciseNotes,
  MOST_EXERCISES,
  MOST_SETS,
  ShownSummary,
  ShownWorkout,
  Superset,
  WorkoutSet
} from "../../../../features/workouts/model.ts"
import { ItemId, itemIds } from "../../../../values/item-id.ts"
import { trimmed } from "../../../../values/text.ts"

/** Most routines per user. */
export const MOST_ROUTINES = 100

/** Most sets of a routine in total, all of which the form that starts a workout holds. One exercise may have 100. */
export const MOST_PLANNED_SETS = 200

/** Longest name of a routine, in Unicode code points. */
export const LONGEST_ROUTINE_NAME = 100

export const RoutineName = trimmed({ min: 1, max: LONGEST_ROUTINE_NAME })

export const routineIds = itemIds("rout")

type Exercises = ReadonlyArray<{ readonly sets: ReadonlyArray<unknown> }>

const tooManySets = (exercises: Exercises): string | undefined => {
  const sets = exercises.reduce((count, { sets }) => count + sets.length, 0)
  return sets > MOST_PLANNED_SETS ? `must have at most ${MOST_PLANNED_SETS} sets in all; there are ${sets}` : undefined
}

/** What is wrong with the number of exercises or sets, as a clause; undefined if nothing is. */
export const sizeFault = (exercises: Exercises): string | undefined => {
  if (exercises.length === 0) return "must hold at least one"
  if (exercises.length > MOST_EXERCISES) return `must hold at most ${MOST_EXERCISES}; there are ${exercises.length}`
  return exercises.some(({ sets }) => sets.length === 0 || sets.length > MOST_SETS)
    ? `must each have 1 to ${MOST_SETS} sets`
    : tooManySets(exercises)
}

/**
 * The exercises of a routine: 1 to 100, each with 1 to 100 sets, and at most 200 sets in total. Any value of a set may
 * be left open. Weights count only with `weights`: a workout otherwise starts with last time's.
 */
export const PlannedExercises = Schema.Array(
  Schema.Struct({
    exerciseId: ItemId,
    superset: present(Superset),
    notes: present(ExerciseNotes),
    sets: Schema.Array(WorkoutSet),
    /** That the user chose the weights. Earlier versions stored those of a past workout without it. */
    weights: present(Schema.Literal("fixed"))
  })
).pipe(Schema.filter(sizeFault))
export type PlannedExercises = typeof PlannedExercises.Type

/** A named list of exercises with planned sets, from which workouts are started. */
export interface Routine {
  readonly id: string
  /** The position in the user's order: the lowest comes first; if two are equal, the older one. */
  readonly place: number
  readonly name: string
  readonly exercises: PlannedExercises
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A routine without its sets. */
export interface RoutineSummary extends Pick<Routine, "id" | "place" | "name"> {
  /** In order. */
  readonly exerciseIds: ReadonlyArray<string>
}

/** Something with exercises, and the names by id of the user's own among them. */
export type Named<A> = A & { readonly ownNames: Readonly<Record<string, string>> }

/** A routine in stored form, kept with the answer of its deletion. */
export const StoredRoutine = Schema.Struct({
  id: Schema.String,
  place: Schema.Number,
  name: Schema.String,
  exercises: PlannedExercises,
  createdAt: Schema.Number
}) satisfies Schema.Schema<Routine>

export const ShownRoutine = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  exercises: ShownWorkout.fields.exercises
})

export const ShownRoutineSummary = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  exercises: ShownSummary.fields.exercises
})

const isExercises = Schema.is(Schema.Array(Schema.Struct({ sets: Schema.Array(Schema.Unknown) })))

/** Checks beyond a routine's schema: those of a workout, and the total number of sets. */
export const routineFaults: Rule = (given) => {
  const { exercises } = given
  const text = isExercises(exercises) ? tooManySets(exercises) : undefined
  return [...workoutFaults(given), ...(text === undefined ? [] : [said("exercises", text)])]
}

/** The name of a routine made from a workout: the workout's, cut to the longest name of a routine. */
export const nameFor = (workout: { readonly name: string }): string =>
  [...workout.name].slice(0, LONGEST_ROUTINE_NAME).join("").trim()

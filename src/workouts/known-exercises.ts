import { Effect } from "effect"
import type { CallerRule, Lookup } from "../caller/caller.ts"
import type { FieldError } from "../contract/errors.ts"
import { quote } from "../contract/faults.ts"
import { type Exercise, likelyMeant } from "../exercises/exercises.ts"
import { type KnownExercises, knownExercises, type Named } from "../exercises/known.ts"
import { codePoints } from "../values/text.ts"
import { exerciseFaults, isFields } from "./faults.ts"
import { MOST_EXERCISES } from "./model.ts"

/** Longer ids and names are rejected by their length. */
const LONGEST_NAME = 200

interface GivenName {
  readonly exerciseId?: string
  readonly name?: string
}

/** Finds an exercise by its id or, without one, by its name. */
export const exerciseOf = (known: KnownExercises, given: GivenName): Exercise | undefined =>
  given.exerciseId !== undefined ? known.byId(given.exerciseId) : known.byName((given.name ?? "").trim())

/** The ids, and the names of exercises without an id. */
export const namedBy = (exercises: ReadonlyArray<GivenName>): Named => ({
  ids: exercises.flatMap(({ exerciseId }) => (exerciseId === undefined ? [] : [exerciseId])),
  names: exercises.flatMap(({ exerciseId, name }) => (exerciseId === undefined && name !== undefined ? [name] : []))
})

const unknownExercise = (field: string, given: string, what: string): FieldError => ({
  field,
  message: `${quote(given)} is not ${what} of the catalogue; closest are ${likelyMeant(given)}; search_exercises finds others`
})

const idFaults = (known: KnownExercises, exerciseId: string, at: string): ReadonlyArray<FieldError> =>
  known.byId(exerciseId) !== undefined || codePoints(exerciseId) > LONGEST_NAME
    ? []
    : [unknownExercise(at, exerciseId, "an exercise id")]

/** Checks that the exercise by which workouts are filtered is known. */
const exerciseIsKnown =
  (known: KnownExercises): CallerRule =>
  ({ exerciseId }) =>
    typeof exerciseId === "string" ? idFaults(known, exerciseId, "exerciseId") : []

/** Checks that every exercise of a workout is known. */
const exercisesAreKnown =
  (known: KnownExercises): CallerRule =>
  ({ exercises }) =>
    exerciseFaults(exercises, ({ exerciseId, name }, at) => {
      if (typeof exerciseId === "string") return idFaults(known, exerciseId, `${at}.exerciseId`)
      if (exerciseId !== undefined && exerciseId !== null) return []
      if (typeof name !== "string" || name.trim() === "" || codePoints(name) > LONGEST_NAME) return []
      return exerciseOf(known, { name }) === undefined
        ? [unknownExercise(`${at}.name`, name, "the exact name of an exercise")]
        : []
    })

/** What an input that is not decoded yet names its exercises by; nothing where that cannot be read. */
const namedIn = (input: unknown): Named => {
  if (!isFields(input)) return {}
  if (typeof input.exerciseId === "string") return { ids: [input.exerciseId] }
  const exercises: ReadonlyArray<unknown> = Array.isArray(input.exercises) ? input.exercises : []
  const text = (value: unknown) => (typeof value === "string" ? value : undefined)
  return namedBy(
    exercises
      .slice(0, MOST_EXERCISES)
      .filter(isFields)
      .map((exercise) => {
        const [exerciseId, name] = [text(exercise.exerciseId), text(exercise.name)]
        return { ...(exerciseId === undefined ? {} : { exerciseId }), ...(name === undefined ? {} : { name }) }
      })
  )
}

/** The rules that workouts name known exercises, which may be the user's own. */
export const lookups = Effect.map(knownExercises, (known) => {
  const looking =
    (rule: (known: KnownExercises) => CallerRule): Lookup =>
    (input, { user }) =>
      Effect.map(known(user.id, namedIn(input)), rule)
  return {
    list_workouts: looking(exerciseIsKnown),
    log_workout: looking(exercisesAreKnown),
    replace_workout: looking(exercisesAreKnown)
  }
})

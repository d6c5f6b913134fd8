import type { CallerRule } from "../caller/caller.ts"
import type { FieldError } from "../contract/errors.ts"
import { quote } from "../contract/faults.ts"
import { type Exercise, exerciseById, exerciseByName, likelyMeant } from "../exercises/exercises.ts"
import { codePoints } from "../values/text.ts"
import { exerciseFaults } from "./faults.ts"

/** Longer ids and names are rejected by their length. */
const LONGEST_NAME = 200

/** Finds an exercise by its id or, without one, by its name. */
export const exerciseOf = (given: { readonly exerciseId?: string; readonly name?: string }): Exercise | undefined =>
  given.exerciseId !== undefined ? exerciseById(given.exerciseId) : exerciseByName((given.name ?? "").trim())

const unknownExercise = (field: string, given: string, what: string): FieldError => ({
  field,
  message: `${quote(given)} is not ${what} of the catalogue; closest are ${likelyMeant(given)}; search_exercises finds others`
})

const idFaults = (exerciseId: string, at: string): ReadonlyArray<FieldError> =>
  exerciseById(exerciseId) !== undefined || codePoints(exerciseId) > LONGEST_NAME
    ? []
    : [unknownExercise(at, exerciseId, "an exercise id")]

/** Checks that the exercise by which workouts are filtered is in the catalogue. */
export const exerciseIsKnown: CallerRule = ({ exerciseId }) =>
  typeof exerciseId === "string" ? idFaults(exerciseId, "exerciseId") : []

/** Checks that every exercise of a workout is in the catalogue. */
export const exercisesAreKnown: CallerRule = ({ exercises }) =>
  exerciseFaults(exercises, ({ exerciseId, name }, at) => {
    if (typeof exerciseId === "string") return idFaults(exerciseId, `${at}.exerciseId`)
    if (exerciseId !== undefined && exerciseId !== null) return []
    if (typeof name !== "string" || name.trim() === "" || codePoints(name) > LONGEST_NAME) return []
    return exerciseOf({ name }) === undefined
      ? [unknownExercise(`${at}.name`, name, "the exact name of an exercise")]
      : []
  })

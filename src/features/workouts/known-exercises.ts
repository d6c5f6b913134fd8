import type { Fault } from "../../contract/broken-rule.ts"
import { quote } from "../../contract/faults.ts"
import { isFields } from "../../contract/ignoring.ts"
import type { Given } from "../../contract/rule.ts"
import { LONGEST_ID } from "../../values/item-id.ts"
import { codePoints } from "../../values/text.ts"
import { type Exercise, exerciseById, likelyMeant } from "../exercises/exercises.ts"
import type { KnownExercises, Named } from "../exercises/known.ts"
import { isOwnExerciseId } from "../exercises/own.ts"
import { exerciseFaults } from "./faults.ts"
import { MOST_EXERCISES } from "./model.ts"

/** Longer ids and names are rejected because of their length. */
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

/** For how many unknown exercises of a call similar names are looked up: each is compared with the whole catalogue. */
const MOST_SUGGESTED = 5

/** The fault of an unknown exercise; `count` is its number within the call, from 0. */
const unknownExercise = (field: string, given: string, what: string, count: number): Fault => {
  const closest = count < MOST_SUGGESTED ? { closest: likelyMeant(given) } : {}
  return { field, rule: { is: "no exercise", what, given: quote(given), ...closest } }
}

const idFaults = (known: KnownExercises, exerciseId: string, at: string, count: number): ReadonlyArray<Fault> =>
  known.byId(exerciseId) !== undefined || codePoints(exerciseId) > LONGEST_ID
    ? []
    : [unknownExercise(at, exerciseId, "an exercise id", count)]

/** The exercise that workouts are filtered by, if any: its id, or its exact name instead. */
export const filterNamed = (exerciseId: unknown): Named => {
  if (typeof exerciseId !== "string") return {}
  return isOwnExerciseId(exerciseId) || exerciseById(exerciseId) !== undefined
    ? { ids: [exerciseId] }
    : { names: [exerciseId] }
}

/** The exercise that workouts are filtered by, from {@link filterNamed}. */
export const filteredBy = (known: KnownExercises, exerciseId: unknown): Exercise | undefined =>
  typeof exerciseId === "string" ? (known.byId(exerciseId) ?? known.byName(exerciseId.trim())) : undefined

/** The fault of the exercise that workouts are filtered by, if it is unknown. */
export const filterFaults = (known: KnownExercises, { exerciseId }: Given): ReadonlyArray<Fault> =>
  typeof exerciseId !== "string" || codePoints(exerciseId) > LONGEST_NAME || filteredBy(known, exerciseId) !== undefined
    ? []
    : [unknownExercise("exerciseId", exerciseId, "the id or exact name of an exercise", 0)]

/** The faults of unknown exercises in a workout. */
export const unknownExercises = (known: KnownExercises, exercises: unknown): ReadonlyArray<Fault> => {
  let count = 0
  return exerciseFaults(exercises, ({ exerciseId, name }, at) => {
    if (typeof exerciseId === "string") {
      const faults = idFaults(known, exerciseId, `${at}.exerciseId`, count)
      count += faults.length
      return faults
    }
    if (exerciseId !== undefined && exerciseId !== null) return []
    if (typeof name !== "string" || name.trim() === "" || codePoints(name) > LONGEST_NAME) return []
    return exerciseOf(known, { name }) === undefined
      ? [unknownExercise(`${at}.name`, name, "the exact name of an exercise", count++)]
      : []
  })
}

/** The ids and names of exercises in an undecoded input; empty if they cannot be read. */
export const namedIn = (exercises: unknown): Named => {
  const given: ReadonlyArray<unknown> = Array.isArray(exercises) ? exercises : []
  const text = (value: unknown) => (typeof value === "string" ? value : undefined)
  return namedBy(
    given
      .slice(0, MOST_EXERCISES)
      .filter(isFields)
      .map((exercise) => {
        const [exerciseId, name] = [text(exercise.exerciseId), text(exercise.name)]
        return { ...(exerciseId === undefined ? {} : { exerciseId }), ...(name === undefined ? {} : { name }) }
      })
  )
}

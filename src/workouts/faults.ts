import { quote } from "../contract/decode.ts"
import type { FieldError } from "../contract/errors.ts"
import type { Rule } from "../contract/rule.ts"
import { type Exercise, exerciseById, exerciseByName, likelyMeant } from "../exercises/exercises.ts"
import { codePoints } from "../values/text.ts"
import { fromKilograms, toKilograms } from "../values/units.ts"
import { HEAVIEST_KG, MOST_EXERCISES, MOST_SETS } from "./model.ts"

const LONGEST_NAME = 200

/** The exercise that an id, or without one a name, stands for. */
export const exerciseOf = (given: { readonly exerciseId?: string; readonly name?: string }): Exercise | undefined =>
  given.exerciseId !== undefined ? exerciseById(given.exerciseId) : exerciseByName((given.name ?? "").trim())

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

const unknownExercise = (field: string, given: string, what: string): FieldError => ({
  field,
  message: `${quote(given)} is not ${what} of the catalogue; closest are ${likelyMeant(given)}; search_exercises finds others`
})

const choiceFaults = ({ exerciseId, name }: Fields, at: string): ReadonlyArray<FieldError> => {
  if (typeof exerciseId === "string") {
    return exerciseById(exerciseId) !== undefined || codePoints(exerciseId) > LONGEST_NAME
      ? []
      : [unknownExercise(`${at}.exerciseId`, exerciseId, "an exercise id")]
  }
  if (exerciseId !== undefined && exerciseId !== null) return []
  if (isLeftOut(name)) {
    const message = "give exerciseId (preferred, from search_exercises) or the exact name in the catalogue"
    return [`${at}.exerciseId`, `${at}.name`].map((field) => ({ field, message }))
  }
  return typeof name !== "string" || exerciseOf({ name }) !== undefined || codePoints(name) > LONGEST_NAME
    ? []
    : [unknownExercise(`${at}.name`, name, "the exact name of an exercise")]
}

const loadFaults = (load: unknown, at: string): ReadonlyArray<FieldError> => {
  if (!isFields(load) || typeof load.value !== "number" || (load.unit !== "kg" && load.unit !== "lb")) return []
  const kilograms = toKilograms(load.value, load.unit)
  if (kilograms >= 0 && kilograms <= HEAVIEST_KG) return []
  const most = load.unit === "kg" ? "" : ` (${fromKilograms(HEAVIEST_KG, "lb", 2)} lb)`
  return [{ field: `${at}.value`, message: `must be 0 to ${HEAVIEST_KG} kg${most}; received ${quote(load.value)}` }]
}

/** A list's own fault and those of its items; the items of one that is too long are not looked at. */
const listFaults = (
  list: unknown,
  at: string,
  most: number,
  faultsOf: (item: Fields, at: string) => ReadonlyArray<FieldError>
): ReadonlyArray<FieldError> => {
  if (!Array.isArray(list)) return []
  if (list.length > most) return [{ field: at, message: `must hold at most ${most}; received ${list.length}` }]
  return list.flatMap((item: unknown, index) => (isFields(item) ? faultsOf(item, `${at}[${index}]`) : []))
}

/** What the schema of a workout's fields cannot say: exercises are of the catalogue, loads within their bounds. */
export const workoutFaults: Rule = ({ exercises }) =>
  listFaults(exercises, "exercises", MOST_EXERCISES, (exercise, at) => [
    ...choiceFaults(exercise, at),
    ...listFaults(exercise.sets, `${at}.sets`, MOST_SETS, (set, at) => loadFaults(set.weight, `${at}.weight`))
  ])

import { exerciseById } from "../exercises/exercises.ts"
import { hasOwnExercise } from "../exercises/own.ts"
import type { ShownSummary } from "./model.ts"

/** Exercises of a workout in order, without their sets. */
type NamedExercises = ShownSummary["exercises"]

/** How many lists are cached, and of how many exercises at most: usually about 2 MB, and never more than 15. */
const MOST_LISTS = 5000
const LONGEST_LIST = 20

/** The ids in a list written as one text, separated by spaces. */
export const idsIn = (list: string): ReadonlyArray<string> => (list === "" ? [] : list.split(" "))

const named = (list: string, nameOf: (exerciseId: string) => string): NamedExercises =>
  idsIn(list).map((exerciseId) => ({ exerciseId, name: nameOf(exerciseId) }))

const remembered = new Map<string, NamedExercises>()

/** The same people train by the same routines, so a list has usually been made before. */
const ofCatalogue = (list: string): NamedExercises => {
  const before = remembered.get(list)
  if (before !== undefined) return before
  const made = named(list, (id) => exerciseById(id)?.name ?? id)
  if (made.length > LONGEST_LIST) return made
  if (remembered.size >= MOST_LISTS) remembered.clear()
  remembered.set(list, made)
  return made
}

/** The exercises in a list. `nameOf` names the user's own ones. */
export const exercisesIn = (list: string, nameOf: (exerciseId: string) => string): NamedExercises =>
  hasOwnExercise(list) ? named(list, nameOf) : ofCatalogue(list)

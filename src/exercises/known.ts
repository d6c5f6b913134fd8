import { Effect } from "effect"
import type { UserId } from "../values/ids.ts"
import { type Exercise, exerciseById, exerciseByName } from "./exercises.ts"
import { asExercise, isOwnExerciseId, nameKey } from "./own.ts"
import { OwnExercises } from "./store.ts"

/** The exercises that a user may log: the catalogue's and their own. */
export interface KnownExercises {
  readonly byId: (id: string) => Exercise | undefined
  /** The exercise with exactly this name, ignoring case; the catalogue's before the user's own. */
  readonly byName: (name: string) => Exercise | undefined
}

const CATALOGUE: KnownExercises = { byId: exerciseById, byName: exerciseByName }

/** What a call names its exercises by. */
export interface Named {
  readonly ids?: ReadonlyArray<string>
  readonly names?: ReadonlyArray<string>
}

/** Looks up exercises by id and name. The database is asked only for what the catalogue does not have. */
export const knownExercises = Effect.map(OwnExercises, (own) => {
  return (userId: UserId, { ids = [], names = [] }: Named): Effect.Effect<KnownExercises> => {
    const ownIds = ids.filter(isOwnExerciseId)
    const isNamed = names.some((name) => exerciseByName(name.trim()) === undefined)
    if (ownIds.length === 0 && !isNamed) return Effect.succeed(CATALOGUE)
    return Effect.map(isNamed ? own.all(userId) : own.find(userId, [...new Set(ownIds)]), (found) => {
      const exercises = found.map(asExercise)
      const byId = new Map(exercises.map((exercise) => [exercise.id, exercise]))
      const byName = new Map(exercises.map((exercise) => [nameKey(exercise.name), exercise]))
      return {
        byId: (id) => exerciseById(id) ?? byId.get(id),
        byName: (name) => exerciseByName(name) ?? byName.get(nameKey(name))
      }
    })
  }
})

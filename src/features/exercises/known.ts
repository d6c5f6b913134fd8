import { Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import { type Exercise, exerciseById, exerciseByLooseName, exerciseByName, looseName } from "./exercises.ts"
import { isOwnExerciseId, nameKey } from "./own.ts"
import { ownIndexOf } from "./own-index.ts"
import { OwnExercises } from "./store.ts"

/** The exercises that a user can log: the catalogue's and their own. */
export interface KnownExercises {
  readonly byId: (id: string) => Exercise | undefined
  /**
   * The exercise with exactly this name, ignoring case; the catalogue's takes precedence. Otherwise the one that
   * differs only in hyphens, spaces, punctuation and plural endings.
   */
  readonly byName: (name: string) => Exercise | undefined
}

const CATALOGUE: KnownExercises = { byId: exerciseById, byName: exerciseByName }

/** The ids and names of exercises in a call. */
export interface Named {
  readonly ids?: ReadonlyArray<string>
  readonly names?: ReadonlyArray<string>
}

/**
 * Looks up exercises by id and name. Only what the catalogue does not have is read from the database; `first`, such as
 * a charge, runs before.
 */
export const knownExercises = Effect.map(OwnExercises, (own) => {
  return <E = never>(
    userId: UserId,
    { ids = [], names = [] }: Named,
    first: Effect.Effect<void, E> = Effect.void
  ): Effect.Effect<KnownExercises, E> => {
    const ownIds = ids.filter(isOwnExerciseId)
    const isNamed = names.some((name) => exerciseByName(name.trim()) === undefined)
    if (ownIds.length === 0 && !isNamed) return Effect.succeed(CATALOGUE)
    const finding = isNamed ? own.index(userId) : Effect.map(own.find(userId, [...new Set(ownIds)]), ownIndexOf)
    return Effect.map(
      Effect.zipRight(first, finding),
      (index): KnownExercises => ({
        byId: (id) => exerciseById(id) ?? index.byId().get(id),
        byName: (name) =>
          exerciseByName(name) ??
          index.byName().get(nameKey(name)) ??
          exerciseByLooseName(name) ??
          index.byLooseName().get(looseName(name))
      })
    )
  }
})

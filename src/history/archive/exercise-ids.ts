import { exerciseById } from "../../exercises/exercises.ts"
import { MOST_OWN, nameKey, type OwnExercise } from "../../exercises/own.ts"

type Named = Pick<OwnExercise, "id" | "name">

/** Which exercises of a user the ids in an archive mean. */
export interface ExerciseIds {
  /**
   * Takes up an own exercise of the archive. If the user has one of that name under another id, the archive's id means that one from now
   * on; returns whether it does.
   */
  readonly isHeld: (exercise: Named) => boolean
  /** Whether this id of the archive means an exercise that the user has under another id. */
  readonly isOther: (id: string) => boolean
  /** Says that the user has this own exercise now, or in a dry run would have it. */
  readonly add: (id: string) => void
  /** Those of these own exercises that would be more than a user may have. */
  readonly beyond: (ids: ReadonlyArray<string>) => ReadonlySet<string>
  /** The first of these ids that is neither in the catalogue nor an own exercise. */
  readonly unknownIn: (ids: ReadonlyArray<string>) => string | undefined
  /** The value of a line's JSON, its exercises by the ids that the user has for them; undefined if it is no JSON. */
  readonly parse: (text: string) => unknown
}

/**
 * Ids of own exercises follow from their user, so another user's archive has other ids for exercises that this user has too: those are told
 * by name.
 */
export const exerciseIds = (held: ReadonlyArray<Named>): ExerciseIds => {
  const byName = new Map(held.map(({ id, name }) => [nameKey(name), id]))
  const known = new Set(held.map(({ id }) => id))
  const meant = new Map<string, string>()

  const translated = (key: string, value: unknown): unknown => {
    if (typeof value !== "string") return value
    if (key === "exerciseId") return meant.get(value) ?? value
    // What was there before an import is JSON within the JSON.
    return key === "before" && [...meant.keys()].some((id) => value.includes(id))
      ? JSON.stringify(JSON.parse(value, translated))
      : value
  }

  return {
    isHeld: ({ id, name }) => {
      const key = nameKey(name)
      const other = byName.get(key)
      if (other === undefined || other === id) {
        byName.set(key, id)
        return false
      }
      meant.set(id, other)
      return true
    },
    isOther: (id) => meant.has(id),
    add: (id) => {
      known.add(id)
    },
    beyond: (ids) => new Set(ids.filter((id) => !known.has(id)).slice(Math.max(0, MOST_OWN - known.size))),
    unknownIn: (ids) => ids.find((id) => !known.has(id) && exerciseById(id) === undefined),
    parse: (text) => {
      try {
        return meant.size === 0 ? JSON.parse(text) : JSON.parse(text, translated)
      } catch {
        return undefined
      }
    }
  }
}

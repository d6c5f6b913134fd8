import { exerciseById } from "../../../features/exercises/exercises.ts"
import { MOST_OWN, nameKey, type OwnExercise } from "../../../features/exercises/own.ts"
import { type Room, roomFor } from "./room.ts"

type Named = Pick<OwnExercise, "id" | "name">

/** Which of a user's exercises the ids in an archive mean, and the room for more exercises of their own. */
export interface ExerciseIds extends Room {
  /**
   * Registers an own exercise of the archive. If the user has one of that name under another id, the archive's id
   * stands for that one from now on; returns whether it does.
   */
  readonly isHeld: (exercise: Named) => boolean
  /** Whether this id of the archive stands for an exercise that the user has under another id. */
  readonly isOther: (id: string) => boolean
  /** The first of these ids that is neither in the catalogue nor an own exercise. */
  readonly unknownIn: (ids: ReadonlyArray<string>) => string | undefined
  /** Parses a line's JSON, replacing the archive's exercise ids by the user's; undefined if it is not JSON. */
  readonly parse: (text: string) => unknown
}

/**
 * Ids of own exercises depend on the user, so another user's archive has other ids for exercises that this user has
 * too. Those are matched by name. `renamed` has further ids that stand for others.
 */
export const exerciseIds = (held: ReadonlyArray<Named>, renamed: ReadonlyMap<string, string>): ExerciseIds => {
  const byName = new Map(held.map(({ id, name }) => [nameKey(name), id]))
  const room = roomFor(
    held.map(({ id }) => id),
    MOST_OWN,
    "exercises of their own"
  )
  const meant = new Map(renamed)

  const translated = (key: string, value: unknown): unknown => {
    if (typeof value !== "string") return value
    if (key === "exerciseId") return meant.get(value) ?? value
    // The state before an import is JSON within the JSON.
    return key === "before" && [...meant.keys()].some((id) => value.includes(id))
      ? JSON.stringify(JSON.parse(value, translated))
      : value
  }

  return {
    ...room,
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
    unknownIn: (ids) => ids.find((id) => !room.has(id) && exerciseById(id) === undefined),
    parse: (text) => {
      try {
        return meant.size === 0 ? JSON.parse(text) : JSON.parse(text, translated)
      } catch {
        return undefined
      }
    }
  }
}

import { createHash } from "node:crypto"
import { once } from "../../values/once.ts"
import { byLooseName, type Exercise } from "./exercises.ts"
import { asExercise, nameKey, type OwnExercise } from "./own.ts"
import { exerciseSearch, type SearchInput, type SearchResult } from "./search.ts"

/** A user's own exercises, by what they are looked up by. Each part is built on first use. */
export interface OwnIndex {
  readonly byId: () => ReadonlyMap<string, Exercise>
  /** By `nameKey`. */
  readonly byName: () => ReadonlyMap<string, Exercise>
  readonly byLooseName: () => ReadonlyMap<string, Exercise>
  readonly search: () => (input: SearchInput) => SearchResult<Exercise>
}

/** Most own exercises that are also found by loose names. For 2,000 of them, that would take 30 ms of CPU. */
const MOST_LOOSE = 500

/** How many lists, and exercises in them, a process keeps indexes of. The last list is always kept. */
const MOST_KEPT = { lists: 500, exercises: 10_000 } as const

const kept = new Map<string, { readonly index: OwnIndex; readonly size: number }>()

const indexOf = (own: ReadonlyArray<OwnExercise>): OwnIndex => {
  const exercises = once((): ReadonlyArray<Exercise> => own.map(asExercise))
  return {
    byId: once(() => new Map(exercises().map((exercise) => [exercise.id, exercise]))),
    byName: once(() => new Map(exercises().map((exercise) => [nameKey(exercise.name), exercise]))),
    byLooseName: once(() => byLooseName(exercises().slice(0, MOST_LOOSE))),
    search: once(() => exerciseSearch(exercises()))
  }
}

/** Identifies a list by its content. Ids are unique among all users, so no two users share a list. */
const keyOf = (own: ReadonlyArray<OwnExercise>): string => {
  const text = own.map(({ id, name, category, trackingType }) => `${id}\n${name}\n${category}\n${trackingType}`)
  return createHash("sha256").update(text.join("\n\n")).digest("base64")
}

/**
 * The index of a user's own exercises. It is kept for as long as the list stays the same, because building it takes
 * milliseconds: the lists used last, within bounds.
 */
export const ownIndexOf = (own: ReadonlyArray<OwnExercise>): OwnIndex => {
  const key = keyOf(own)
  const found = kept.get(key)?.index
  const index = found ?? indexOf(own)
  kept.delete(key)
  kept.set(key, { index, size: own.length })
  let size = [...kept.values()].reduce((sum, each) => sum + each.size, 0)
  for (const [oldest, each] of kept) {
    if (oldest === key || (kept.size <= MOST_KEPT.lists && size <= MOST_KEPT.exercises)) break
    kept.delete(oldest)
    size -= each.size
  }
  return index
}

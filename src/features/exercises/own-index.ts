import { keptByUser } from "../../values/kept.ts"
import { once } from "../../values/once.ts"
import { byLooseName, type Exercise } from "./exercises.ts"
import { asExercise, nameKey, type OwnExercise } from "./own.ts"
import { exerciseSearch, type SearchInput, type SearchResult } from "./search.ts"

/** A user's own exercises, by what they are looked up by. Each part is built on first use. */
export interface OwnIndex {
  readonly size: number
  readonly byId: () => ReadonlyMap<string, Exercise>
  /** By `nameKey`. */
  readonly byName: () => ReadonlyMap<string, Exercise>
  readonly byLooseName: () => ReadonlyMap<string, Exercise>
  readonly search: () => (input: SearchInput) => SearchResult<Exercise>
}

/** Most own exercises that are also found by loose names. For 2,000 of them, that would take 30 ms of CPU. */
const MOST_LOOSE = 500

/** The index of exercises, the oldest first. */
export const ownIndexOf = (own: ReadonlyArray<Omit<OwnExercise, "createdAt">>): OwnIndex => {
  const exercises = once((): ReadonlyArray<Exercise> => own.map(asExercise))
  return {
    size: own.length,
    byId: once(() => new Map(exercises().map((exercise) => [exercise.id, exercise]))),
    byName: once(() => new Map(exercises().map((exercise) => [nameKey(exercise.name), exercise]))),
    byLooseName: once(() => byLooseName(exercises().slice(0, MOST_LOOSE))),
    search: once(() => exerciseSearch(exercises()))
  }
}

/** Indexes of users' lists, because building one takes milliseconds. One exercise of them takes about 2 kB. */
export const keptIndexes = () => keptByUser<OwnIndex>({ users: 500, items: 20_000 })

/** The index of no exercises. */
export const NO_EXERCISES = ownIndexOf([])

import { oncePer } from "../../values/once.ts"
import { wordsOf } from "../../values/text/words.ts"
import { type Exercise, searchExercises } from "./exercises.ts"
import type { OwnIndex } from "./own-index.ts"
import type { SearchInput, SearchResult } from "./search.ts"
import { formsOf, searchWords } from "./words.ts"

const formsOfNames = oncePer(({ name, formerNames, aliases }: Exercise) =>
  [name, ...formerNames, ...aliases].map(formsOf)
)

/** How closely words match an exercise: 0 its name, 1 another full name, 2 whole words of the name, 3 beginnings, 4 less. */
const distance = (exercise: Exercise, words: ReadonlyArray<string>): number => {
  const sought = [...words].sort().join(" ")
  const names = formsOfNames(exercise)
  const full = names.findIndex(({ spellings }) => spellings.some((name) => name.split(" ").sort().join(" ") === sought))
  if (full >= 0) return full <= exercise.formerNames.length ? 0 : 1
  const own = names.slice(0, 1 + exercise.formerNames.length).flatMap(({ words }) => [...words])
  if (words.every((word) => own.includes(word))) return 2
  return words.every((word) => own.some((each) => each.startsWith(word))) ? 3 : 4
}

/** Merges two results by distance; at equal distance, the catalogue's come first. */
const merged = (
  catalogue: ReadonlyArray<Exercise>,
  own: ReadonlyArray<Exercise>,
  query: string | undefined
): ReadonlyArray<Exercise> => {
  if (query === undefined) return [...catalogue, ...own]
  const words = searchWords(query)
  const placed = [...catalogue, ...own].map((exercise) => ({ exercise, at: distance(exercise, words) }))
  // Keeps the order of the search itself.
  let last = 0
  const tiers = placed.map(({ exercise, at }, index) => {
    if (index === catalogue.length) last = 0
    last = Math.max(last, at)
    return { exercise, at: last }
  })
  return tiers.sort((a, b) => a.at - b.at).map(({ exercise }) => exercise)
}

/** The number of words searched for: all of the query's, unless the result says otherwise. */
const used = ({ exercises, searchedFor }: SearchResult<Exercise>): number =>
  exercises.length === 0 ? 0 : searchedFor === undefined ? Number.POSITIVE_INFINITY : wordsOf(searchedFor).length

/**
 * Finds exercises in the catalogue and among the user's own, by the same rules. At equal distance, the catalogue's come
 * first. If only one of the two has what was asked for, the other's near misses are left out.
 */
export const searchWithOwn = (own: OwnIndex, input: SearchInput): SearchResult<Exercise> => {
  const ofCatalogue = searchExercises(input)
  if (own.size === 0) return ofCatalogue
  const ofOwn = own.search()(input)
  const [fromCatalogue, fromOwn] = [used(ofCatalogue), used(ofOwn)]
  if (fromOwn === 0 || fromCatalogue > fromOwn) return ofCatalogue
  if (fromOwn > fromCatalogue) return ofOwn
  const exercises = merged(ofCatalogue.exercises, ofOwn.exercises, input.query).slice(0, input.limit)
  return { ...ofCatalogue, exercises }
}

import { singular, wordsOf } from "../text/words.ts"
import type { CatalogueExercise } from "./catalogue/read.ts"

/** What an exercise is found by. */
export interface SearchTexts {
  /** The spellings of its name: `| bench dips | bench dip |`. A space stands before every word, bars stand around every whole name. */
  readonly searchName: string
  /** The same of its name and aliases. */
  readonly searchText: string
}

export type Searchable = Pick<CatalogueExercise, "name" | "category" | "popularity"> & SearchTexts

const singulars = (text: string) => wordsOf(text).map(singular)

/** The spellings under which a name is found: as it is, with its hyphens closed up (push-up, pushup), and each in the singular. */
const spellings = (name: string): ReadonlyArray<string> =>
  [name, name.replaceAll("-", "")].flatMap((text) => [wordsOf(text).join(" "), singulars(text).join(" ")])

const barred = (names: ReadonlyArray<string>) => `| ${[...new Set(names.flatMap(spellings))].join(" | ")} |`

export const searchTexts = ({ name, aliases }: Pick<CatalogueExercise, "name" | "aliases">): SearchTexts => ({
  searchName: barred([name]),
  searchText: barred([name, ...aliases])
})

/** The words to look for. Plurals are shortened, which only widens a match by the starts of words. */
export const queryWords = singulars

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export interface SearchInput {
  readonly query?: string | undefined
  readonly category?: string | undefined
  readonly limit: number
}

/**
 * The exercises in whose names or aliases every word of the query starts a word, in any order. First those of which the query
 * is a whole name or alias, then those with all words in the name itself, then the more everyday, then the shorter (so
 * closer) names, in the end alphabetically. Without a query all exercises of the category, everyday ones first. A query
 * without letters or digits finds nothing.
 */
export const searchExercises = <E extends Searchable>(
  exercises: ReadonlyArray<E>,
  { query, category, limit }: SearchInput
): ReadonlyArray<E> => {
  const sought = query === undefined ? [] : queryWords(query)
  if (query !== undefined && sought.length === 0) return []
  const whole = `| ${sought.join(" ")} |`
  const holdsAll = (text: string) => sought.every((word) => text.includes(` ${word}`))
  return exercises
    .filter((exercise) => (category === undefined || exercise.category === category) && holdsAll(exercise.searchText))
    .sort(
      (a, b) =>
        Number(b.searchText.includes(whole)) - Number(a.searchText.includes(whole)) ||
        Number(holdsAll(b.searchName)) - Number(holdsAll(a.searchName)) ||
        b.popularity - a.popularity ||
        (query === undefined ? 0 : a.name.length - b.name.length) ||
        ascending(a.name, b.name)
    )
    .slice(0, limit)
}

const trigrams = (spelling: string): ReadonlySet<string> => {
  const padded = spelling.split(" ").map((word) => `  ${word} `)
  return new Set(padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))))
}

/** Trigrams that both have, as a share of those that either has: 0 to 1. */
const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  return shared / (a.size + b.size - shared)
}

const knownSpellings = new WeakMap<Searchable, ReadonlyArray<ReadonlySet<string>>>()

/** The trigrams of each spelling of an exercise; they never change, and every misspelt name is held against all of them. */
const spellingsOf = (exercise: Searchable): ReadonlyArray<ReadonlySet<string>> => {
  const known = knownSpellings.get(exercise)
  if (known !== undefined) return known
  const spellings = exercise.searchText.slice(2, -2).split(" | ").map(trigrams)
  knownSpellings.set(exercise, spellings)
  return spellings
}

/**
 * The `n` exercises whose name or an alias is most like the given name, for "did you mean": by shared trigrams, equals by
 * how everyday they are, then by name. Also takes an exercise id. Always `n`, as far as there are so many, however unlike.
 */
export const closestNames = <E extends Searchable>(
  exercises: ReadonlyArray<E>,
  name: string,
  n: number
): ReadonlyArray<E> => {
  const sought = trigrams(wordsOf(name.replace(/^exr_/, "")).join(" "))
  const likenessTo = (exercise: Searchable) =>
    Math.max(...spellingsOf(exercise).map((spelling) => likeness(spelling, sought)))
  return exercises
    .map((exercise) => ({ exercise, like: likenessTo(exercise) }))
    .sort(
      (a, b) =>
        b.like - a.like || b.exercise.popularity - a.exercise.popularity || ascending(a.exercise.name, b.exercise.name)
    )
    .slice(0, n)
    .map(({ exercise }) => exercise)
}

import { wordsOf } from "../../values/text/words.ts"
import type { Searchable } from "./search-index.ts"
import { formsOf } from "./words.ts"

const trigrams = (spelling: string): ReadonlySet<string> => {
  const padded = spelling.split(" ").map((word) => `  ${word} `)
  return new Set(padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))))
}

/** The share of trigrams that two texts have in common (Jaccard index), from 0 to 1. */
const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  return shared / (a.size + b.size - shared)
}

const knownSpellings = new WeakMap<Searchable, ReadonlyArray<ReadonlySet<string>>>()

/** The trigrams of each spelling of an exercise, computed once because every misspelt name is compared with all. */
const spellingsOf = (exercise: Searchable): ReadonlyArray<ReadonlySet<string>> => {
  const known = knownSpellings.get(exercise)
  if (known !== undefined) return known
  const names = [exercise.name, ...exercise.aliases]
  const trigramsOfAll = [
    ...new Set(names.flatMap((name) => [wordsOf(name).join(" "), ...formsOf(name).spellings]))
  ].map(trigrams)
  knownSpellings.set(exercise, trigramsOfAll)
  return trigramsOfAll
}

/**
 * The `n` exercises whose name or alias is most similar to the given name or id, for "did you mean". Sorted by shared
 * trigrams, then popularity, then name. Returns `n` exercises that share at least `least` of the trigrams, from 0 to 1;
 * by default however different, unless there are fewer.
 */
export const closestNames = <E extends Searchable>(
  exercises: ReadonlyArray<E>,
  name: string,
  n: number,
  least = 0
): ReadonlyArray<E> => {
  const sought = trigrams(wordsOf(name.replace(/^exr_/, "")).join(" "))
  const likenessTo = (exercise: Searchable) =>
    Math.max(...spellingsOf(exercise).map((spelling) => likeness(spelling, sought)))
  return exercises
    .map((exercise) => ({ exercise, like: likenessTo(exercise) }))
    .filter(({ like }) => like >= least)
    .sort(
      (a, b) =>
        b.like - a.like || b.exercise.popularity - a.exercise.popularity || (a.exercise.name < b.exercise.name ? -1 : 1)
    )
    .slice(0, n)
    .map(({ exercise }) => exercise)
}

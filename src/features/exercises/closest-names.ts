import { wordsOf } from "../../values/text/words.ts"
import type { Searchable } from "./search-index.ts"
import { formsOf } from "./words.ts"

const trigrams = (spelling: string): ReadonlySet<string> => {
  const padded = spelling.split(" ").map((word) => `  ${word} `)
  return new Set(padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))))
}

/** The spellings of a list of exercises, by their trigrams. */
interface SpellingIndex {
  /** For each trigram, the numbers of the spellings that have it. */
  readonly having: ReadonlyMap<string, ReadonlyArray<number>>
  /** For each spelling, how many trigrams it has, and the place of its exercise in the list. */
  readonly spellings: ReadonlyArray<{ readonly size: number; readonly place: number }>
}

const spellingsOf = ({ name, formerNames, aliases }: Searchable): ReadonlySet<string> =>
  new Set([name, ...formerNames, ...aliases].flatMap((each) => [wordsOf(each).join(" "), ...formsOf(each).spellings]))

const known = new WeakMap<ReadonlyArray<Searchable>, SpellingIndex>()

/** The index of a list, built once, because every misspelt name is compared with the whole catalogue. */
const indexOf = (exercises: ReadonlyArray<Searchable>): SpellingIndex => {
  const built = known.get(exercises)
  if (built !== undefined) return built
  const having = new Map<string, Array<number>>()
  const spellings: Array<{ readonly size: number; readonly place: number }> = []
  for (const [place, exercise] of exercises.entries()) {
    for (const spelling of spellingsOf(exercise)) {
      const all = trigrams(spelling)
      for (const trigram of all) {
        const numbers = having.get(trigram)
        if (numbers === undefined) having.set(trigram, [spellings.length])
        else numbers.push(spellings.length)
      }
      spellings.push({ size: all.size, place })
    }
  }
  const index = { having, spellings }
  known.set(exercises, index)
  return index
}

/** For each exercise, the largest share of trigrams that a spelling has in common with a text (Jaccard index), from 0 to 1. */
const likenesses = (exercises: ReadonlyArray<Searchable>, sought: ReadonlySet<string>): Float64Array => {
  const { having, spellings } = indexOf(exercises)
  const shared = new Uint16Array(spellings.length)
  for (const trigram of sought)
    for (const number of having.get(trigram) ?? []) shared[number] = (shared[number] ?? 0) + 1
  const likeness = new Float64Array(exercises.length)
  for (const [number, { size, place }] of spellings.entries()) {
    const common = shared[number] ?? 0
    if (common > 0) likeness[place] = Math.max(likeness[place] ?? 0, common / (size + sought.size - common))
  }
  return likeness
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
  const likeness = likenesses(exercises, sought)
  const all = exercises.map((exercise, place) => ({ exercise, like: likeness[place] ?? 0 }))
  const alike = all.filter(({ like }) => like > 0 && like >= least)
  // Sorting all of them would take longer than comparing them.
  return (least > 0 || alike.length >= n ? alike : all)
    .sort(
      (a, b) =>
        b.like - a.like || b.exercise.popularity - a.exercise.popularity || (a.exercise.name < b.exercise.name ? -1 : 1)
    )
    .slice(0, n)
    .map(({ exercise }) => exercise)
}

import { spellingBy } from "../../values/text/spelling.ts"
import { wordsOf } from "../../values/text/words.ts"
import { MOST_WORDS, type Searchable, type SearchIndex, searchIndex } from "./search-index.ts"
import { asAmericansSay, importance, JOINING_WORDS, searchWords, verbOf } from "./words.ts"

export interface SearchInput {
  readonly query?: string | undefined
  readonly category?: string | undefined
  readonly limit: number
}

export interface SearchResult<E> {
  readonly exercises: ReadonlyArray<E>
  /** The words searched for, if they differ from the query. If nothing was found, what to try next. */
  readonly searchedFor?: string
  /** The words of the query that no exercise found has. Absent if there are none, or nothing was found. */
  readonly leftOut?: ReadonlyArray<string>
}

/** One word of a query. */
interface Term {
  /** The query's words that it stands for. */
  readonly typed: ReadonlyArray<string>
  /** The word as shown: as typed or as corrected. */
  readonly shown: string
  /** The word as searched. */
  readonly word: string
  readonly importance: number
  readonly isCorrected: boolean
}

/** If fewer exercises are found by name, equipment, muscles and category are searched too. */
const ENOUGH = 5

/** Shortest beginning that is accepted as the second of two joined words: benchpres. */
const SHORTEST_START = 3

const NOTHING_HAS_IT =
  "Nothing found. Try one or two plain words of the exercise's name (squat, lat pulldown, rowing machine), or a category alone."

const OTHERS_HAVE_IT = "Nothing found in this category. Try the same query without a category, or a category alone."

/** The factor for words after "with", which describe how an exercise is done: "burpees with push-up". */
const ACCOMPANYING = 0.4

const termsOf = (query: string): ReadonlyArray<Term> => {
  const terms = new Map<string, Term>()
  let factor = 1
  for (const shown of wordsOf(asAmericansSay(query))) {
    for (const word of searchWords(shown)) {
      if (!terms.has(word))
        terms.set(word, { typed: [shown], shown, word, importance: factor * importance(shown), isCorrected: false })
    }
    if (shown === "with") factor = ACCOMPANYING
  }
  return [...terms.values()]
}

/** Splits a word into two, the first a known word, the second one that `isEnd` accepts: benchpress into bench press. */
const split = (
  term: Term,
  isWord: (word: string) => boolean,
  isEnd: (word: string) => boolean
): ReadonlyArray<Term> | undefined => {
  for (let at = 3; at <= term.word.length - 2; at++) {
    const [first, second] = [term.word.slice(0, at), term.word.slice(at)]
    if (isWord(first) && isEnd(second)) return [first, second].map((half) => ({ ...term, shown: half, word: half }))
  }
  return undefined
}

/** Joins adjacent words that are one word, allowing for a typing error: dead lift to deadlift, puhs up to pushup. */
const joined = (
  terms: ReadonlyArray<Term>,
  isKnown: (term: Term) => boolean,
  asOneWord: (word: string, mayCorrect: boolean) => string | undefined
): ReadonlyArray<Term> => {
  const together: Array<Term> = []
  for (const term of terms) {
    const last = together.at(-1)
    const apart = `${last?.word}${term.word}`
    const word = last === undefined ? undefined : asOneWord(apart, !(isKnown(last) && isKnown(term)))
    if (last === undefined || word === undefined) {
      together.push(term)
      continue
    }
    const isCorrected = last.isCorrected || term.isCorrected || word !== apart
    const shown = word === apart ? `${last.shown}${term.shown}` : word
    const typed = [...last.typed, ...term.typed]
    together.splice(-1, 1, { typed, shown, word, importance: last.importance + term.importance, isCorrected })
  }
  return together
}

const withoutCircumstances = (terms: ReadonlyArray<Term>) => terms.filter(({ importance }) => importance > 0)

const withoutJoining = (terms: ReadonlyArray<Term>) => terms.filter(({ word }) => !JOINING_WORDS.has(word))

const isEach = (mask: number, all: number) => (mask & all) === all

/** A catalogue's index, with its spelling corrections. */
interface Searching<E extends Searchable> {
  readonly index: SearchIndex<E>
  readonly spelling: ReturnType<typeof spellingBy>
}

const isKnown = ({ index }: Searching<Searchable>, { word, importance }: Term) =>
  importance === 0 || index.startsAWord(word)

/** The word or words to search for instead of a word that no exercise has: another form, a split or a correction. */
const repaired = (searching: Searching<Searchable>, term: Term): ReadonlyArray<Term> => {
  const { index, spelling } = searching
  const isLongStart = (word: string) => word.length >= SHORTEST_START && index.startsAWord(word)
  if (isKnown(searching, term)) return [term]
  const verb = verbOf(term.word)
  if (verb !== undefined && index.startsAWord(verb)) {
    const form = { ...term, word: [`${verb}e`, verb].find(index.isWord) ?? verb }
    const meant = spelling(term.word)
    // If the catalogue has "running", then "runing" is a misspelling rather than another form of the verb.
    return [meant !== undefined && verbOf(meant) === verb ? { ...form, shown: meant, isCorrected: true } : form]
  }
  const halves = split(term, index.isWord, index.isWord)
  if (halves !== undefined) return halves
  const word = spelling(term.word)
  if (word !== undefined) return [{ ...term, shown: word, word, importance: term.importance / 2, isCorrected: true }]
  return split(term, index.isWord, isLongStart) ?? [term]
}

const asOneWord = ({ index, spelling }: Searching<Searchable>, word: string, mayCorrect: boolean) =>
  index.isWord(word) ? word : mayCorrect ? spelling(word) : undefined

/**
 * Whether the query ends like "leg exercises". The word exercises is then not part of a name, unless a name is exactly
 * that.
 */
const saysExercise = ({ index }: Searching<Searchable>, terms: ReadonlyArray<Term>) =>
  terms.length > 1 &&
  (terms.at(-1)?.word === "exercise" || terms.at(-1)?.word === "workout") &&
  index.named(terms.map(({ word }) => word)).length === 0

/** Which exercises are asked for: of a category, and how many. */
type Wanted = Pick<SearchInput, "category" | "limit">

/** The exercises that have all words, best first. */
const find = <E extends Searchable>(
  { index }: Searching<E>,
  terms: ReadonlyArray<Term>,
  where: "names" | "anywhere",
  { category, limit }: Wanted
): ReadonlyArray<E> => {
  const { exercises } = index
  const words = terms.map(({ word }) => word)
  const held = index.holding(words)
  const all = 2 ** words.length - 1
  const isWanted = (at: number) => category === undefined || exercises[at]?.category === category
  const whole = [...index.named(words), ...index.namedInAnyOrder(words)].filter(isWanted)
  const wholeInName: Array<number> = []
  const inName: Array<number> = []
  const elsewhere: Array<number> = []
  for (let at = 0; at < exercises.length && wholeInName.length < limit; at++) {
    if (!isEach(held[where][at] ?? 0, all) || !isWanted(at)) continue
    if (isEach(held.wholeInName[at] ?? 0, all)) wholeInName.push(at)
    else if (isEach(held.name[at] ?? 0, all)) inName.push(at)
    else elsewhere.push(at)
  }
  const found = new Set([...whole, ...wholeInName, ...inName.slice(0, limit), ...elsewhere.slice(0, limit)])
  return [...found].slice(0, limit).flatMap((at) => exercises[at] ?? [])
}

/** The words with the highest total weight found in one exercise, and that weight. */
const mostHeld = ({ index }: Searching<Searchable>, terms: ReadonlyArray<Term>, category: string | undefined) => {
  const { exercises } = index
  const { anywhere } = index.holding(terms.map(({ word }) => word))
  const masks = new Map<number, number>()
  exercises.forEach((exercise, at) => {
    const mask = anywhere[at] ?? 0
    if (category === undefined || exercise.category === category) masks.set(mask, (masks.get(mask) ?? 0) + 1)
  })
  const has = (mask: number, bit: number) => ((mask >> bit) & 1) === 1
  const weights = terms.map(({ importance }, bit) => {
    let holders = 1
    for (const [mask, count] of masks) if (has(mask, bit)) holders += count
    return importance === 0 ? 0.01 : importance + 1 - Math.log(holders) / Math.log(exercises.length + 1)
  })
  const weightOf = (mask: number) => weights.reduce((sum, weight, bit) => sum + (has(mask, bit) ? weight : 0), 0)
  let best = 0
  for (const mask of masks.keys()) if (weightOf(mask) > weightOf(best)) best = mask
  return { kept: terms.filter((_, bit) => has(best, bit)), weight: weightOf(best) }
}

/** Appends exercises found by equipment, muscles or category to the few found by name. */
const withMore = <E extends Searchable>(
  searching: Searching<E>,
  found: ReadonlyArray<E>,
  terms: ReadonlyArray<Term>,
  wanted: Wanted
) => (found.length < ENOUGH ? [...new Set([...found, ...find(searching, terms, "anywhere", wanted)])] : found)

/** The words searched for, if they differ from what was typed, and those of `all` that were left out. */
const searchedFor = (all: ReadonlyArray<Term>, kept: ReadonlyArray<Term>, isLess: boolean) => {
  if (!isLess && !kept.some(({ isCorrected }) => isCorrected)) return {}
  const found = new Set(kept.flatMap(({ typed }) => typed))
  const missed = withoutJoining(withoutCircumstances(all)).flatMap(({ typed }) => typed)
  const leftOut = [...new Set(missed.filter((word) => !found.has(word)))]
  return {
    searchedFor: [...new Set(kept.map(({ shown }) => shown))].join(" "),
    ...(leftOut.length === 0 ? {} : { leftOut })
  }
}

const search = <E extends Searchable>(searching: Searching<E>, query: string, wanted: Wanted): SearchResult<E> => {
  const allTerms = termsOf(query)
  const asTyped = allTerms.slice(0, MOST_WORDS)
  const isCut = asTyped.length < allTerms.length
  if (asTyped.length === 0) return { exercises: [], searchedFor: NOTHING_HAS_IT }
  const first = saysExercise(searching, asTyped) ? [] : find(searching, asTyped, "names", wanted)
  if (first.length > 0) {
    return { exercises: withMore(searching, first, asTyped, wanted), ...searchedFor(allTerms, asTyped, isCut) }
  }

  const repairedTerms = asTyped.flatMap((term) => repaired(searching, term)).slice(0, MOST_WORDS)
  const ways = [
    repairedTerms,
    joined(
      repairedTerms,
      (term) => isKnown(searching, term),
      (word, mayCorrect) => asOneWord(searching, word, mayCorrect)
    )
  ]
  const shorter = ways.map(withoutCircumstances)
  for (const where of ["names", "anywhere"] as const) {
    for (const terms of saysExercise(searching, asTyped) ? shorter : [...ways, ...shorter]) {
      const found = terms.length === 0 ? [] : find(searching, terms, where, wanted)
      if (found.length > 0) {
        const isLess = isCut || !ways.includes(terms)
        return { exercises: withMore(searching, found, terms, wanted), ...searchedFor(allTerms, terms, isLess) }
      }
    }
  }

  const [apart, together] = ways.map((terms) => mostHeld(searching, withoutJoining(terms), wanted.category))
  const best = apart !== undefined && together !== undefined && together.weight > apart.weight ? together : apart
  if (best === undefined || !best.kept.some(({ importance }) => importance > 0)) {
    const name = repairedTerms.find(({ word }) => searching.index.named([word]).length > 0)
    if (name === undefined) return { exercises: [], searchedFor: NOTHING_HAS_IT }
    return { exercises: find(searching, [name], "names", wanted), ...searchedFor(allTerms, [name], true) }
  }
  const found = withMore(searching, find(searching, best.kept, "names", wanted), best.kept, wanted)
  return { exercises: found, ...searchedFor(allTerms, best.kept, true) }
}

/**
 * Creates the search of a catalogue. It finds exercises with names in which every word of the query begins a word, in
 * any order. Exercises whose full name is the query come first, then those with all words in their main name (whole
 * words before beginnings), then the more popular, then shorter names, then alphabetically. Without a query, it returns
 * all exercises of the category, most popular first.
 *
 * If nothing is found, it tries other forms of unknown words, splits and joins words, and corrects typing errors. Then
 * it also searches equipment, muscles and category. Finally, it drops the least specific words. `searchedFor` reports
 * what was corrected or dropped. If only words for circumstances remain, one that is itself a name is searched. If only
 * other categories have what remains, `searchedFor` says so. At most 12 different words are used.
 */
export const exerciseSearch = <E extends Searchable>(
  catalogue: ReadonlyArray<E>
): ((input: SearchInput) => SearchResult<E>) => {
  const index: SearchIndex<E> = searchIndex(catalogue)
  const searching: Searching<E> = { index, spelling: spellingBy(index.common) }
  const byName = index.exercises.toSorted((a, b) => b.popularity - a.popularity || (a.name < b.name ? -1 : 1))

  return ({ query, category, limit }) => {
    if (query === undefined) {
      const all = category === undefined ? byName : byName.filter((exercise) => exercise.category === category)
      return { exercises: all.slice(0, limit) }
    }
    const result = search(searching, query, { category, limit })
    if (
      result.exercises.length === 0 &&
      category !== undefined &&
      search(searching, query, { category: undefined, limit }).exercises.length > 0
    ) {
      return { exercises: [], searchedFor: OTHERS_HAVE_IT }
    }
    return { ...result, exercises: result.exercises.slice(0, limit) }
  }
}

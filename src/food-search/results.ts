import { type Named, rememberedByFood, type Spellings, searchWordsOf, spellingsOf } from "../foods/label.ts"
import { ascending } from "../text/ascending.ts"
import {
  correctionsBy,
  isTypingError,
  twoErrorCorrectionsBy,
  typingDistance,
  typingVariants
} from "../text/corrections.ts"
import { fold, stem } from "../text/words.ts"
import { once } from "../values/once.ts"
import { askedFor, type Candidate, isNamed, ranked } from "./ranking.ts"
import {
  corrected,
  holds,
  holdsWay,
  inAllWords,
  levelsOf,
  NAMING,
  type Question,
  type Subset,
  type Term,
  unproven
} from "./terms.ts"
import { isWantedBy } from "./wanted.ts"

/**
 * How many catalogue foods a search with this limit ranks: the plainest of those that match. Half as many for each subset if
 * terms are dropped.
 */
export const mostCandidates = (limit: number): 50 | 100 => (limit <= 20 ? 50 : 100)

/** How a term is searched: as asked, as a corrected spelling, or not at all (undefined), as no food has a similar word. */
export type LookedFor = "as asked" | { readonly correction: string } | undefined

/** What a search of the catalogue found. */
export interface FromCatalogue<F> {
  readonly lookedFor: ReadonlyArray<LookedFor>
  /** How many terms the search went without. */
  readonly level: number
  /** The foods for each subset of terms of that level, in the order of the subsets. */
  readonly foods: ReadonlyArray<ReadonlyArray<F>>
}

/** How many terms may be dropped without asking for another food: those that describe or accompany it, or are unknown. */
export const dispensable = (terms: ReadonlyArray<Term>, lookedFor: ReadonlyArray<LookedFor>): number =>
  terms.filter(({ weight }, index) => lookedFor[index] === undefined || weight < NAMING).length

/** The result for the catalogue if a search does not include it. */
export const NO_CATALOGUE: FromCatalogue<never> = { lookedFor: [], level: 0, foods: [] }

export interface Results<F> {
  readonly foods: ReadonlyArray<F>
  /** The words searched, if they differ from the query's. If nothing was found, what to try next. */
  readonly searchedFor: string | undefined
}

const spellingsFor = rememberedByFood((name, brandName) => spellingsOf(searchWordsOf({ id: "", name, brandName })))

/** Every search word of the foods, with the number of foods that have it. */
const vocabularyOf = (foods: Iterable<{ readonly spellings: Spellings }>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { spellings } of foods) {
    for (const word of spellings.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

type Spelt = { readonly spellings: Spellings }

/** How many errors a correction takes a term for: near corrections count as one error. */
type Errors = 0 | 1 | 2

const errorsOf = (term: Term, lookedFor: LookedFor): Errors => {
  if (typeof lookedFor !== "object") return 0
  const asked = typingVariants(unproven(term)?.word ?? "")
  return typingDistance(asked, typingVariants(lookedFor.correction)) === undefined ? 2 : 1
}

/**
 * Decides how to search each term: as asked if a food has it, otherwise by a correction from the foods' words. `mostErrors` tells
 * how many errors a term may have, as far as it is known elsewhere.
 */
export const lookUp = (
  terms: ReadonlyArray<Term>,
  foods: ReadonlyArray<Spelt>,
  hasFood: (term: Term) => boolean,
  mostErrors: (term: Term, index: number) => Errors = () => 2
): ReadonlyArray<LookedFor> => {
  const vocabulary = once(() => vocabularyOf(foods))
  const nearTo = correctionsBy(vocabulary, isTypingError)
  const farFrom = twoErrorCorrectionsBy(vocabulary)
  const correctionOf = (word: string, most: Errors) =>
    most === 0 ? undefined : (nearTo(word) ?? (most === 2 ? farFrom(word) : undefined))
  return terms.map((term, index) => {
    const word = unproven(term)?.word
    if (word === undefined || hasFood(term)) return "as asked"
    const correction = term.correctable ? correctionOf(word, mostErrors(term, index)) : undefined
    return correction === undefined ? undefined : { correction }
  })
}

/** The terms as searched: with corrected spellings. */
export const termsLookedFor = (terms: ReadonlyArray<Term>, lookedFor: ReadonlyArray<LookedFor>): ReadonlyArray<Term> =>
  terms.map((term, index) => {
    const found = lookedFor[index]
    return typeof found === "object" ? corrected(term, found.correction) : term
  })

/** Foods that have the terms of a subset. */
interface Match<F> {
  readonly subset: Subset
  readonly terms: ReadonlyArray<Term>
  /** How many of the terms are corrected spellings. */
  readonly corrections: number
  /** The most errors that one of the terms was taken for. */
  readonly errors: number
  readonly foods: ReadonlyArray<F>
}

const isKnownIn = (lookedFor: ReadonlyArray<LookedFor>) => (index: number) => lookedFor[index] !== undefined

/** The matches of one level: `foodsOf` gives the foods that have some terms as they were `looked` for. */
const matchesOf = <F>(
  terms: ReadonlyArray<Term>,
  looked: ReadonlyArray<Term>,
  lookedFor: ReadonlyArray<LookedFor>,
  level: number,
  foodsOf: (terms: ReadonlyArray<Term>, number: number) => ReadonlyArray<F>
): ReadonlyArray<Match<F>> => {
  const errorsOfTerm = (index: number): Errors => {
    const term = terms[index]
    return term === undefined ? 0 : errorsOf(term, lookedFor[index])
  }
  return (levelsOf(terms, isKnownIn(lookedFor))[level] ?? []).flatMap((subset, number) => {
    const kept = subset.flatMap((index) => looked[index] ?? [])
    const foods = kept.length === 0 ? [] : foodsOf(kept, number)
    if (foods.length === 0) return []
    const errors = subset.flatMap((index) => errorsOfTerm(index) || [])
    return [{ subset, terms: kept, corrections: errors.length, errors: Math.max(0, ...errors), foods }]
  })
}

/** The foods of one kind that a search shows. */
export interface Found<F> {
  readonly level: number
  readonly matches: ReadonlyArray<Match<F>>
}

/** The user's own foods, as searches need them. */
export interface OwnFoods<F> {
  readonly foods: ReadonlyArray<Spelt & { readonly food: F }>
  /** The words of all of them, each once. */
  readonly spellings: Spellings
}

export const ownFoodsOf = <F extends Named>(own: ReadonlyArray<F>): OwnFoods<F> => {
  const foods = own.map((food) => ({ food, spellings: spellingsFor(food) }))
  const distinct = (of: (spellings: Spellings) => ReadonlyArray<string>) => [
    ...new Set(foods.flatMap(({ spellings }) => of(spellings)))
  ]
  return { foods, spellings: { words: distinct(({ words }) => words), stems: distinct(({ stems }) => stems) } }
}

/**
 * Searches the user's own foods. Words that the catalogue has are not corrected here either, and those that it has with one error
 * are not taken for others with two.
 */
export const foundInOwn = <F>(
  terms: ReadonlyArray<Term>,
  { foods, spellings: all }: OwnFoods<F>,
  inCatalogue: ReadonlyArray<LookedFor>
): Found<F> => {
  // Only terms of one word are looked up, so the words of all foods together tell whether a food has the term.
  const lookedFor = lookUp(
    terms,
    foods,
    (term) => holds(all, inAllWords(term)),
    (term, index) => (inCatalogue[index] === undefined ? 2 : errorsOf(term, inCatalogue[index]))
  )
  const looked = termsLookedFor(terms, lookedFor).map(inAllWords)
  const mayMatch = looked.some((term, index) => lookedFor[index] !== undefined && holds(all, term))
  for (let level = 0; level < (mayMatch ? terms.length : 0); level++) {
    const matches = matchesOf(terms, looked, lookedFor, level, (kept) =>
      foods.flatMap(({ food, spellings }) => (kept.every((term) => holds(spellings, term)) ? [food] : []))
    )
    if (matches.length > 0) return { level, matches }
  }
  return { level: Infinity, matches: [] }
}

/** The words searched, in the order of the query: for each term, the words by which the best food has it. */
const wordsSearched = (best: Named, terms: ReadonlyArray<Term>): ReadonlyArray<string> => {
  const spellings = spellingsFor(best)
  return terms.flatMap(({ ways }) =>
    (ways.find((way) => holdsWay(spellings, way)) ?? ways[0] ?? []).map(({ word }) => word)
  )
}

const searchedFor = (
  words: ReadonlyArray<string>,
  searched: ReadonlyArray<ReadonlyArray<string>>
): string | undefined =>
  searched.length === 1 && words.map(stem).join(" ") === searched[0]?.map(stem).join(" ")
    ? undefined
    : searched.map((each) => each.join(" ")).join(", or ")

const NOTHING =
  "Nothing found. Try a plainer or more general name, such as cheese for a rare cheese, or make the food with save_custom_food."

/** The first of each list, the second of each, and so on. */
const alternating = <A>([first = [], ...others]: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> =>
  others.length === 0 ? first : evenly([first, ...others])

const evenly = <A>(lists: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1))
  ).flat()

/**
 * Ranks the catalogue's candidates together with the user's own foods that match, and returns the best `limit`. If no food
 * has all terms, foods that lack the least important ones are returned. Foods may have any form with a name, such as rows of
 * the database.
 */
export const results = <F extends Named>(
  question: Question,
  catalogue: FromCatalogue<F>,
  own: ReadonlyArray<F>,
  limit: number
): Results<F> => together(question, catalogue, foundInOwn(question.terms, ownFoodsOf(own), catalogue.lookedFor), limit)

/** As {@link results}, with the user's own foods that match. */
export const together = <F extends Named>(
  { words, terms }: Question,
  catalogue: FromCatalogue<F>,
  fromOwn: Found<F>,
  limit: number
): Results<F> => {
  // A word that the user's own foods have is not a misspelling, even if the catalogue lacks it. The nearer correction holds.
  const mostErrors = Math.min(...fromOwn.matches.map(({ errors }) => errors))
  const inCatalogue = matchesOf(
    terms,
    termsLookedFor(terms, catalogue.lookedFor),
    catalogue.lookedFor,
    catalogue.level,
    (_, number) => catalogue.foods[number] ?? []
  )
  const fromCatalogue: Found<F> = {
    level: catalogue.level,
    matches: inCatalogue.filter(({ errors }) => errors <= mostErrors)
  }
  const found = [fromOwn, fromCatalogue].filter(({ matches }) => matches.length > 0)
  const level = Math.min(...found.map((each) => each.level))
  const best = found.filter((each) => each.level === level)
  const isWanted = terms.some(({ accompanies }) => accompanies) ? isWantedBy(terms) : () => true
  const subsets = new Map<string, Array<Candidate<F>>>()
  for (const each of best) {
    for (const { subset, terms, corrections, foods } of each.matches) {
      const key = subset.join(" ")
      const own = each === fromOwn
      const asked = askedFor(terms)
      const candidates = foods.map((food) => ({
        food,
        own,
        wanted: own || isWanted(food),
        asked,
        corrected: corrections
      }))
      subsets.set(key, [...(subsets.get(key) ?? []), ...candidates])
    }
  }
  const lists = Array.from(subsets.values(), ranked)
  // If no food has all words, prefer the subsets of words that are everyday names of a food.
  const named = lists.filter(([first]) => first !== undefined && isNamed(first))
  const chosen = named.length > 0 ? named : lists.slice(0, 1)
  const shown = alternating(chosen).slice(0, limit)
  if (shown.length === 0) return { foods: [], searchedFor: NOTHING }
  const searched = chosen.flatMap(([first]) =>
    first === undefined ? [] : [wordsSearched(first.food, first.asked.terms)]
  )
  return { foods: [...new Set(shown.map(({ food }) => food))], searchedFor: searchedFor(words, searched) }
}

/** The user's own foods, sorted by name, ignoring case and accents. */
export const listed = <F extends Named>(own: ReadonlyArray<F>, limit: number): Results<F> => ({
  foods: own
    .map((food) => ({ food, key: fold(food.name) }))
    .sort((a, b) => ascending(a.key, b.key) || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id))
    .slice(0, limit)
    .map(({ food }) => food),
  searchedFor: undefined
})

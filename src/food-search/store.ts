import { Context, type Effect } from "effect"
import { type Named, rememberedByName, type Spellings, searchWordsOf, spellingsOf } from "../foods/label.ts"
import type { Food, FoodKind } from "../foods/model.ts"
import { correctionsBy } from "../text/corrections.ts"
import { fold } from "../text/words.ts"
import type { UserId } from "../values/ids.ts"
import { ranked } from "./ranking.ts"
import { holds, replaced, type Term } from "./terms.ts"

/** How many foods of the catalogue a search ranks at most, twice as many as it may show: the plainest of those that match. */
export const MOST_CANDIDATES = 100

export interface FoodQuery {
  /** The words to look for; none where the user's own foods are to be listed by name. */
  readonly terms: ReadonlyArray<Term> | undefined
  /** The one kind that is wanted; all three where there is none. */
  readonly kind: FoodKind | undefined
  readonly limit: number
}

export class FoodSearch extends Context.Tag("FoodSearch")<
  FoodSearch,
  {
    /**
     * Foods of the catalogue and the user's own that have every word in name or brand, or one that starts with it, best
     * first. A word that none of them has is taken for a misspelling of the nearest word that some have.
     */
    readonly search: (userId: UserId, query: FoodQuery) => Effect.Effect<ReadonlyArray<Food>>
  }
>() {}

/** What the catalogue has for a query. */
export interface FromCatalogue<F> {
  /** The word that was looked for in each term's place: the term's own, a correction, or none where nothing is near. */
  readonly lookedFor: ReadonlyArray<string | undefined>
  readonly foods: ReadonlyArray<F>
}

/** The catalogue where it is not searched. */
export const NO_CATALOGUE: FromCatalogue<never> = { lookedFor: [], foods: [] }

const spellingsFor = rememberedByName((name, brandName) => spellingsOf(searchWordsOf(name, brandName)))

const corrections = (asked: ReadonlyArray<Term>, terms: ReadonlyArray<Term>) =>
  terms.filter(({ word }, index) => word !== asked[index]?.word).length

/** Every word that foods are found by, and how many of them have it. */
export const vocabularyOf = (foods: Iterable<{ readonly spellings: Spellings }>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { spellings } of foods) {
    for (const word of spellings.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * One ranking of what the catalogue has for the terms and of those of the user's own foods that have them: the first `limit`,
 * as they came, be it whole foods or the rows that they are made of.
 */
export const results = <F extends Named>(
  asked: ReadonlyArray<Term>,
  { lookedFor, foods }: FromCatalogue<F>,
  own: ReadonlyArray<F>,
  limit: number
): ReadonlyArray<F> => {
  const ownFoods = own.map((food) => ({ food, spellings: spellingsFor(food) }))
  const ownHas = asked.map((term) => ownFoods.some(({ spellings }) => holds(spellings, term)))
  const correctionOf = correctionsBy(() => vocabularyOf(ownFoods))
  const ownTerms = asked.flatMap((term, index) => {
    const isKnown = ownHas[index] === true || lookedFor[index] === term.word
    const word = isKnown || ownFoods.length === 0 ? term.word : correctionOf(term.word)
    return word === undefined ? [] : [replaced(term, word)]
  })
  const ownFound =
    ownTerms.length < asked.length
      ? []
      : ownFoods
          .filter(({ spellings }) => ownTerms.every((term) => holds(spellings, term)))
          .map(({ food }) => ({ food, own: true, terms: ownTerms, corrected: corrections(asked, ownTerms) }))

  // A word that only the user's own foods have is no misspelling of one of the catalogue's.
  const isMisread = lookedFor.some((word, index) => word !== asked[index]?.word && ownHas[index] === true)
  const terms = asked.map((term, index) => replaced(term, lookedFor[index] ?? term.word))
  const corrected = corrections(asked, terms)
  const found = isMisread ? [] : foods.map((food) => ({ food, own: false, terms, corrected }))

  return ranked([...ownFound, ...found]).slice(0, limit)
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The user's own foods by name, as a dictionary orders them: without case and accents. */
export const listed = <F extends Named>(own: ReadonlyArray<F>, limit: number): ReadonlyArray<F> =>
  own
    .map((food) => ({ food, key: fold(food.name) }))
    .sort((a, b) => ascending(a.key, b.key) || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id))
    .slice(0, limit)
    .map(({ food }) => food)

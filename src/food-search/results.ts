import { type Named, rememberedByName, type Spellings, searchWordsOf, spellingsOf } from "../foods/label.ts"
import { correctionsBy } from "../text/corrections.ts"
import { fold } from "../text/words.ts"
import { ranked } from "./ranking.ts"
import { holds, replaced, type Term } from "./terms.ts"

/** The most catalogue foods that a search ranks: of those that match, the plainest. Twice as many as it may return. */
export const MOST_CANDIDATES = 100

/** What a search of the catalogue found. */
export interface FromCatalogue<F> {
  /** For each term the word that was looked for: its own, a correction, or undefined if no word is near. */
  readonly lookedFor: ReadonlyArray<string | undefined>
  readonly foods: ReadonlyArray<F>
}

/** What a search finds in the catalogue when it leaves the catalogue out. */
export const NO_CATALOGUE: FromCatalogue<never> = { lookedFor: [], foods: [] }

const spellingsFor = rememberedByName((name, brandName) => spellingsOf(searchWordsOf(name, brandName)))

/** How many terms are corrections of what was asked for. */
const corrections = (asked: ReadonlyArray<Term>, terms: ReadonlyArray<Term>) =>
  terms.filter(({ word }, index) => word !== asked[index]?.word).length

/** Every word that the foods are found by, and how many foods have it. */
export const vocabularyOf = (foods: Iterable<{ readonly spellings: Spellings }>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { spellings } of foods) {
    for (const word of spellings.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * Ranks the catalogue's candidates together with those of the user's own foods that have the terms, and returns the first
 * `limit`. Takes and returns foods in any form that has a name, such as rows of the database.
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

  // A word that the user's own foods have is not a misspelling, even if the catalogue lacks it.
  const isMisread = lookedFor.some((word, index) => word !== asked[index]?.word && ownHas[index] === true)
  const terms = asked.map((term, index) => replaced(term, lookedFor[index] ?? term.word))
  const corrected = corrections(asked, terms)
  const found = isMisread ? [] : foods.map((food) => ({ food, own: false, terms, corrected }))

  return ranked([...ownFound, ...found]).slice(0, limit)
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The user's own foods in the order of their names, ignoring case and accents. */
export const listed = <F extends Named>(own: ReadonlyArray<F>, limit: number): ReadonlyArray<F> =>
  own
    .map((food) => ({ food, key: fold(food.name) }))
    .sort((a, b) => ascending(a.key, b.key) || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id))
    .slice(0, limit)
    .map(({ food }) => food)

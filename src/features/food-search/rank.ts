import { ascending } from "../../values/text/ascending.ts"
import { fold, stem } from "../../values/text/words.ts"
import type { Named } from "../foods/label.ts"
import { isAccompanying, isExcluding } from "../foods/vocabulary.ts"
import { askedFor, type Candidate, type Feature, type Features, type Match, matchOf } from "./features.ts"
import { spellingsFor } from "./own-matches.ts"
import { holdsWay, NAMING, type Question } from "./query.ts"
import type { LookedFor } from "./spelling.ts"
import { CUT, FITTING, WEIGHTS } from "./weights.ts"

/** The catalogue's part of a search. */
export interface FromCatalogue<F> {
  readonly lookedFor: ReadonlyArray<LookedFor>
  readonly foods: ReadonlyArray<F>
}

/** The catalogue's part of a search that does not include it. */
export const NO_CATALOGUE: FromCatalogue<never> = { lookedFor: [], foods: [] }

export interface Results<F> {
  readonly foods: ReadonlyArray<F>
  /** The words searched for, if they differ from the query's. If nothing was found, what to try next. */
  readonly searchedFor: string | undefined
  /** The words of the query that no food found has. Absent if there are none, or nothing was found. */
  readonly leftOut?: ReadonlyArray<string>
}

const FITS: ReadonlySet<Feature> = new Set(FITTING)

/** A food's score, and the part of it that shows whether the food fits the query. */
const scoreOf = (features: Features): { readonly score: number; readonly fit: number } => {
  let score = 0
  let fit = 0
  let feature: Feature
  for (feature in features) {
    const value = features[feature]
    if (!value) continue
    score += WEIGHTS[feature] * value
    if (FITS.has(feature)) fit += WEIGHTS[feature] * value
  }
  return { score, fit }
}

const searchedFor = (
  words: ReadonlyArray<string>,
  searched: ReadonlyArray<ReadonlyArray<string>>
): string | undefined =>
  searched.length === 1 && words.map(stem).join(" ") === searched[0]?.map(stem).join(" ")
    ? undefined
    : searched.map((each) => each.join(" ")).join(", or ")

/** What to try next if nothing was found. */
const NOTHING =
  "Nothing found. Try a plainer or more general name, such as cheese for a rare cheese, or make the food with save_custom_food."

export const NOTHING_FOUND: Results<never> = { foods: [], searchedFor: NOTHING }

interface Ranked<F extends Named> extends Match {
  readonly candidate: Candidate<F>
  readonly score: number
  /** The part of the score that shows whether the food fits the query. */
  readonly fit: number
}

/** The naming words that the food lacks. */
const lackOf = ({ missing }: Match): string => {
  let lack = ""
  for (const { weight } of missing) if (weight >= NAMING) lack += `${weight} `
  return lack
}

/** The words by which a food matches the query's terms, in the terms' order. */
const wordsOf = ({ candidate: { food, asked }, missing }: Ranked<Named>): ReadonlyArray<string> => {
  const spellings = spellingsFor(food)
  const words = asked.terms.flatMap((term) => {
    const { ways } = term
    const way = ways.find((way) => holdsWay(spellings, way)) ?? ways[0] ?? []
    return missing.includes(term) ? [] : way.map(({ word }) => word)
  })
  return [...new Set(words)]
}

/** The query's words for the terms that none of these foods has. */
const leftOutOf = (question: Question, firsts: ReadonlyArray<Ranked<Named>>): Pick<Results<never>, "leftOut"> => {
  const words = question.terms.flatMap(({ ways: [typed = []], excluded }, index) =>
    !excluded &&
    firsts.every(({ candidate: { asked }, missing }) => missing.some((term) => term === asked.terms[index]))
      ? typed.flatMap(({ word }) => (isExcluding(word) || isAccompanying(word) ? [] : [word]))
      : []
  )
  return words.length === 0 ? {} : { leftOut: [...new Set(words)] }
}

/** Interleaves lists: the first item of each, then the second of each, and so on. */
const alternating = <A>(lists: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1))
  ).flat()

/** The foods without those that are the same as one before them. */
const eachOnce = <F extends Named>(ranked: ReadonlyArray<Ranked<F>>): ReadonlyArray<Ranked<F>> => {
  const shown = new Set<string>()
  return ranked.filter(({ candidate: { food } }) => {
    shown.add(food.id)
    return food.sameAs == null || !shown.has(food.sameAs)
  })
}

/**
 * The best `limit` of the catalogue's foods and the user's own. If foods lack different words of the query, they
 * alternate by the word they lack, provided that the rest of the query is an everyday name for them. Foods may have any
 * form with a name, such as database rows.
 */
export const results = <F extends Named>(
  question: Question,
  catalogue: FromCatalogue<F>,
  own: ReadonlyArray<Candidate<F>>,
  limit: number
): Results<F> => {
  const asked = askedFor(
    question.terms.map((term, index) => catalogue.lookedFor[index] ?? term),
    question
  )
  const candidates = [...own, ...catalogue.foods.map((food): Candidate<F> => ({ food, own: false, asked }))]
  const scored = candidates.map((candidate): Ranked<F> => {
    const { features, missing } = matchOf(candidate)
    const { score, fit } = scoreOf(features)
    return { candidate, features, missing, score, fit }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  const fit = scored.find(({ score }) => score === best)?.fit ?? 0
  const shown = scored
    .filter((each) => each.fit > fit - CUT)
    .sort(
      (a, b) =>
        b.score - a.score ||
        ascending(a.candidate.food.name, b.candidate.food.name) ||
        ascending(a.candidate.food.id, b.candidate.food.id)
    )
  const lists = [...Map.groupBy(shown, lackOf).values()]
  const called = lists.filter(([first]) => first?.features.called === 1 && first.features.also !== 1)
  const chosen = called.length > 0 ? called : lists.slice(0, 1)
  const foods = eachOnce(alternating(chosen)).slice(0, limit)
  if (foods.length === 0) return NOTHING_FOUND
  const firsts = chosen.flatMap(([first]) => (first === undefined ? [] : [first]))
  return {
    foods: foods.map(({ candidate }) => candidate.food),
    searchedFor: searchedFor(question.words, firsts.map(wordsOf)),
    ...leftOutOf(question, firsts)
  }
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

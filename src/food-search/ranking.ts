import { type LabelWord, labelOf, type Named, rememberedByName } from "../foods/label.ts"
import { ODD } from "../foods/vocabulary.ts"
import type { Term } from "./terms.ts"

/** A food that a search found, and the words it was found by. */
export interface Found<F extends Named> {
  readonly food: F
  /** Whether it is a custom food or saved meal of the user. */
  readonly own: boolean
  readonly terms: ReadonlyArray<Term>
  /** How many of the terms are corrections of words of the query. */
  readonly corrected: number
}

const labelFor = rememberedByName(labelOf)

/** Whether the word is or begins with a term. Terms that are the whole word are added to `found`. */
const isAsked = (word: LabelWord, terms: ReadonlyArray<Term>, found: Set<Term>): boolean => {
  let asked = false
  for (const term of terms) {
    const isWhole = word.stem === term.stem || word.word === term.word
    if (isWhole) found.add(term)
    asked ||= isWhole || word.word.startsWith(term.word)
  }
  return asked
}

/**
 * How far a food is from the query, as measures to be compared in order; lower is nearer:
 * corrected words; words of which only the beginning was given; whether the name says more than the query; whether it is a
 * catalogue food rather than the user's own; how much more the name says, where a word in the same part of the name as the query's
 * counts threefold ("peanut butter" for butter). Ties go to everyday foods, then to short names.
 */
const distance = ({ food, own, terms, corrected }: Found<Named>): ReadonlyArray<number> => {
  const label = labelFor(food)
  const found = new Set<Term>()
  const asked: Array<LabelWord> = []
  const surplus: Array<LabelWord> = []
  for (const word of label.name) {
    if (isAsked(word, terms, found)) asked.push(word)
    else if (word.telling) surplus.push(word)
  }
  let brandUnasked = label.brand.length > 0
  for (const word of label.brand) {
    if (isAsked(word, terms, found)) brandUnasked = false
  }
  let more = (label.name[0] === undefined || label.name[0] === asked[0] ? 0 : 2) + (brandUnasked ? 2 : 0)
  for (const { stem, part } of surplus) {
    more += 1 + (ODD.has(stem) ? 1 : 0) + (asked.some((word) => word.part === part) ? 2 : 0)
  }
  return [
    corrected,
    terms.length - found.size,
    surplus.length === 0 && !brandUnasked ? 0 : 1,
    own ? 0 : 1,
    more,
    label.everyday ? 0 : 1,
    label.length
  ]
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two distances by the first measure that differs. */
const nearer = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The foods of all kinds in one order, best match first. */
export const ranked = <F extends Named>(found: ReadonlyArray<Found<F>>): ReadonlyArray<F> =>
  found
    .map((found) => ({ food: found.food, distance: distance(found) }))
    .sort(
      (a, b) => nearer(a.distance, b.distance) || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id)
    )
    .map(({ food }) => food)

import { type LabelWord, labelOf, type Named, rememberedByName } from "../foods/label.ts"
import { ODD } from "../foods/vocabulary.ts"
import type { Term } from "./terms.ts"

/** A food that a search found, and how. */
export interface Found<F extends Named> {
  readonly food: F
  /** Whether it is the user's own. */
  readonly own: boolean
  /** The words it was found by, and how many of them are corrections of what was asked. */
  readonly terms: ReadonlyArray<Term>
  readonly corrected: number
}

const labelFor = rememberedByName(labelOf)

/** Whether the word is one that was asked for, or starts with one. Those that it wholly is are added to `found`. */
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
 * How far a food is from what was asked for, the weightiest measure first, all to be as low as possible: words that had
 * to be corrected; words found by their start only; whether the name says more than was asked; whether it is everybody's;
 * how much more it says, twice as much where that stands right beside what was asked ("peanut butter" for butter); the rest
 * settles ties: foods of every kitchen, and short names, come first.
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

/** The first measure that differs decides. */
const nearer = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The foods, best first: one order for all of them, whichever kind they are. */
export const ranked = <F extends Named>(found: ReadonlyArray<Found<F>>): ReadonlyArray<F> =>
  found
    .map((found) => ({ food: found.food, distance: distance(found) }))
    .sort(
      (a, b) => nearer(a.distance, b.distance) || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id)
    )
    .map(({ food }) => food)

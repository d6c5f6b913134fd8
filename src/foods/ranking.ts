import { type Label, type LabelWord, labelOf } from "./label.ts"
import type { Term } from "./terms.ts"
import { ODD } from "./vocabulary.ts"

export interface Found {
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** Whether it is the user's own. */
  readonly own: boolean
  /** The words it was found by, and how many of them are corrections of what was asked. */
  readonly terms: ReadonlyArray<Term>
  readonly corrected: number
}

/** Names are taken apart once; there are never more of them kept than this. */
const MOST_LABELS = 20_000
const labels = new Map<string, Label>()

const cachedLabel = ({ name, brandName }: Found): Label => {
  const key = brandName === null ? name : `${name}\n${brandName}`
  const known = labels.get(key)
  if (known !== undefined) return known
  if (labels.size >= MOST_LABELS) labels.clear()
  const label = labelOf(name, brandName)
  labels.set(key, label)
  return label
}

const isWhole = (word: LabelWord, term: Term): boolean => word.stem === term.stem || word.word === term.word

/**
 * How far a food is from what was asked for, the weightiest measure first, all to be as low as possible: words that had
 * to be corrected; words found by their start only; whether the name says more than was asked; whether it is everybody's;
 * how much more it says, twice as much where that stands right beside what was asked ("peanut butter" for butter); the rest
 * settles ties: foods of every kitchen, and short names, come first.
 */
const distance = (food: Found): ReadonlyArray<number> => {
  const label = cachedLabel(food)
  const { terms } = food
  const words = [...label.name, ...label.brand]
  const onlyStarts = terms.filter((term) => !words.some((word) => isWhole(word, term))).length
  const asked = (word: LabelWord) => terms.some((term) => isWhole(word, term) || word.word.startsWith(term.word))
  const askedWords = label.name.filter(asked)
  const askedParts = new Set(askedWords.map(({ part }) => part))
  const surplus = label.name.filter((word) => word.telling && !askedWords.includes(word))
  const brandUnasked = label.brand.length > 0 && !label.brand.some(asked)
  const more =
    surplus.length +
    2 * surplus.filter(({ part }) => askedParts.has(part)).length +
    surplus.filter((word) => ODD.has(word.stem)).length +
    (label.name[0] === undefined || label.name[0] === askedWords[0] ? 0 : 2) +
    (brandUnasked ? 2 : 0)
  return [
    food.corrected,
    onlyStarts,
    surplus.length === 0 && !brandUnasked ? 0 : 1,
    food.own ? 0 : 1,
    more,
    label.everyday ? 0 : 1,
    label.length
  ]
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The foods, best first: one order for all of them, whichever kind they are. */
export const ranked = <F extends Found>(foods: ReadonlyArray<F>): ReadonlyArray<F> =>
  foods
    .map((food) => ({ food, distance: distance(food) }))
    .sort((a, b) => {
      for (const [index, measure] of a.distance.entries()) {
        const difference = measure - (b.distance[index] ?? 0)
        if (difference !== 0) return difference
      }
      return ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id)
    })
    .map(({ food }) => food)

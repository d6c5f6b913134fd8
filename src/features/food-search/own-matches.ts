import { once, oncePer } from "../../values/once.ts"
import { ascending, placeOf } from "../../values/text/ascending.ts"
import { type Named, rememberedByFood, searchRankOf, searchWordsOf, spellingsOf } from "../foods/label.ts"
import { mostCandidates } from "./candidates.ts"
import { askedFor, type Candidate } from "./features.ts"
import { inAllWords, NAMING, type Question, type Term, type Word } from "./query.ts"
import { type Corrections, correctionsIn, type LookedFor, lookUp } from "./spelling.ts"

export const spellingsFor = rememberedByFood(({ name, brandName }) =>
  spellingsOf(searchWordsOf({ id: "", name, brandName }))
)

/** Places of foods in a list, each once. */
type Places = ReadonlyArray<number>

const NOWHERE: Places = []

/** The places in any of these lists of a list of `size` foods. */
const union = (lists: ReadonlyArray<Places>, size: number): Places => {
  const [first = NOWHERE, ...others] = lists.filter((list) => list.length > 0)
  if (others.length === 0) return first
  const seen = new Uint8Array(size)
  const all: Array<number> = []
  for (const list of [first, ...others]) {
    for (const place of list) {
      if (seen[place] === 1) continue
      seen[place] = 1
      all.push(place)
    }
  }
  return all
}

const intersection = (one: Places, other: Places, size: number): Places => {
  const held = new Uint8Array(size)
  for (const place of other) held[place] = 1
  return one.filter((place) => held[place] === 1)
}

/** The user's own foods, in the form that searches need: made once for a list, since it takes some microseconds a food. */
export interface OwnFoods<F> {
  readonly foods: ReadonlyArray<F>
  /** The places of all foods, the plainest first. */
  readonly plainFirst: () => Places
  readonly corrections: Corrections
  /** The places of the foods that have a word: in whole, or if it is open, also as the beginning of a word. */
  readonly having: (word: Word) => Places
}

const put = (places: Map<string, Array<number>>, word: string, place: number) => {
  const held = places.get(word)
  if (held === undefined) places.set(word, [place])
  else if (held.at(-1) !== place) held.push(place)
}

const plainFirstIn = (foods: ReadonlyArray<Named>): Places =>
  foods
    .map((food, place) => ({ food, place, rank: searchRankOf(food) }))
    .sort((a, b) => a.rank - b.rank || ascending(a.food.name, b.food.name) || ascending(a.food.id, b.food.id))
    .map(({ place }) => place)

export const ownFoodsOf = <F extends Named>(foods: ReadonlyArray<F>): OwnFoods<F> => {
  const byWord = new Map<string, Array<number>>()
  const byStem = new Map<string, Array<number>>()
  foods.forEach((food, place) => {
    const { words, stems } = spellingsFor(food)
    for (const word of words) put(byWord, word, place)
    for (const stem of stems) put(byStem, stem, place)
  })
  const sorted = once(() => [...byWord.keys()].sort(ascending))
  const begun = (start: string): ReadonlyArray<Places> => {
    const lists: Array<Places> = []
    const words = sorted()
    for (let at = placeOf(words, start); words[at]?.startsWith(start); at++)
      lists.push(byWord.get(words[at] ?? "") ?? NOWHERE)
    return lists
  }
  const counts = () => new Map(Array.from(byWord, ([word, places]) => [word, places.length]))
  return {
    foods,
    plainFirst: once(() => plainFirstIn(foods)),
    corrections: correctionsIn(counts),
    having: ({ word, stem, open }) =>
      union([byStem.get(stem) ?? NOWHERE, byWord.get(stem) ?? NOWHERE, ...(open ? begun(word) : [])], foods.length)
  }
}

/** The places of the foods in `matching` that match the most important terms, the plainest first: `most` of them. */
const bestPlaces = (
  { foods, plainFirst }: OwnFoods<Named>,
  matching: Places,
  terms: ReadonlyArray<{ readonly weight: number; readonly places: Places }>,
  most: number
): Places => {
  if (matching.length <= most) return matching
  const isMatching = new Uint8Array(foods.length)
  for (const place of matching) isMatching[place] = 1
  const weights = new Float64Array(foods.length)
  for (const { weight, places } of terms) for (const place of places) weights[place] = (weights[place] ?? 0) + weight
  const byWeight = new Map<number, Array<number>>()
  for (const place of plainFirst()) {
    if (isMatching[place] !== 1) continue
    const weight = weights[place] ?? 0
    const alike = byWeight.get(weight)
    if (alike === undefined) byWeight.set(weight, [place])
    else if (alike.length < most) alike.push(place)
  }
  return [...byWeight]
    .sort(([one], [other]) => other - one)
    .flatMap(([, places]) => places)
    .slice(0, most)
}

/**
 * The user's own foods that match a naming term of the question: of very many, as many as a search ranks of the
 * catalogue, those that match most of the question first, then the plainest. Words that the catalogue has are not
 * corrected here, and words that it has with one error are not taken for others with two.
 */
export const foundInOwn = <F extends Named>(
  question: Question,
  own: OwnFoods<F>,
  inCatalogue: ReadonlyArray<LookedFor>,
  limit: number
): ReadonlyArray<Candidate<F>> => {
  const { foods, corrections } = own
  const size = foods.length
  if (size === 0) return []
  const { terms } = question
  const having = oncePer(own.having)
  const holding = ([first, ...others]: ReadonlyArray<Word>): Places =>
    first === undefined ? NOWHERE : others.reduce((held, word) => intersection(held, having(word), size), having(first))
  const isHeld = ({ ways }: Term) => ways.some((way) => way.every((word) => having(word).length > 0))
  const lookedFor = lookUp(
    terms,
    corrections,
    (term) => isHeld(inAllWords(term)),
    (index) => inCatalogue[index]?.errors ?? 2
  )
  const looked = terms.map((term, index) => inAllWords(lookedFor[index] ?? term))
  const isNamed = terms.some(({ weight }) => weight >= NAMING)
  const placed = looked.map((term) => ({ ...term, places: union(term.ways.map(holding), size) }))
  const naming = placed.filter(({ weight, telling }) => (isNamed ? weight >= NAMING : telling))
  const matching = union(
    naming.map(({ places }) => places),
    size
  )
  const asked = askedFor(looked, question)
  return bestPlaces(own, matching, placed, mostCandidates(limit)).flatMap((place) => {
    const food = foods[place]
    return food === undefined ? [] : [{ food, own: true, asked }]
  })
}

import { type Label, type LabelWord, labelOf, type Named, rememberedByFood } from "../foods/label.ts"
import { everydayFoods, isOdd } from "../foods/vocabulary.ts"
import { ascending } from "../text/ascending.ts"
import type { Term } from "./terms.ts"

/** A food that a search found, and the terms that it matched. */
export interface Candidate<F extends Named> {
  readonly food: F
  /** Whether it is a custom food or saved meal of the user. */
  readonly own: boolean
  /** Whether it is what the query names, as far as that matters. */
  readonly wanted: boolean
  readonly asked: Asked
  /** How many of the terms are corrected spellings. */
  readonly corrected: number
}

/** The terms that foods matched. */
export interface Asked {
  readonly terms: ReadonlyArray<Term>
  /** The stems and open words of all terms. */
  readonly words: Pick<Term, "stems" | "open">
}

export const askedFor = (terms: ReadonlyArray<Term>): Asked => ({
  terms,
  words: { stems: new Set(terms.flatMap(({ stems }) => [...stems])), open: terms.flatMap(({ open }) => open) }
})

const labelFor = rememberedByFood(labelOf)

const isOf = ({ word, stem }: LabelWord, { stems, open }: Asked["words"]): boolean => {
  if (stems.has(stem)) return true
  for (const start of open) if (word.startsWith(start)) return true
  return false
}

/** Whether the query has this word itself, in the singular or plural, rather than another way to say it. */
const isSaid = ({ stem }: LabelWord, terms: ReadonlyArray<Term>): boolean =>
  terms.some(({ ways: [asked = []] }) => asked.some((word) => word.stem === stem))

type Stems = ReadonlySet<string>

const isIn = (way: Term["ways"][number], stems: Stems, others: Stems): boolean => {
  for (const { stem, word } of way) {
    if (!stems.has(stem) && !stems.has(word) && !others.has(stem)) return false
  }
  return true
}

const NONE: Stems = new Set()

/** The index of the first way to say the term whose words are all among these stems; -1 if there is none. */
const wayOf = ({ ways }: Term, stems: Stems, others = NONE): number => {
  for (let index = 0; index < ways.length; index++) {
    const way = ways[index]
    if (way !== undefined && isIn(way, stems, others)) return index
  }
  return -1
}

/** Whether the name or brand has the term, in whole words or in words that begin with it. */
const isOnLabel = (term: Term, label: Label): boolean =>
  wayOf(term, label.stems) >= 0 ||
  label.name.some((word) => isOf(word, term)) ||
  label.brand.some((word) => isOf(word, term))

/** How a query matches an everyday name of a food: exactly, with further words that are in its name or brand, or not. */
const WHOLLY = 0
const WITH_MORE = 1
const NOT = 2

interface Naming {
  readonly how: typeof WHOLLY | typeof WITH_MORE | typeof NOT
  /** How unusual the words are: 0 if the query uses the words of the name itself. */
  readonly unusual: number
}

const UNNAMED: Naming = { how: NOT, unusual: 0 }

/** Ranks a food of a brand in the query before foods whose everyday names match by synonyms only. */
const OF_BRAND: Naming = { how: WHOLLY, unusual: 0.25 }

/** How the terms match one everyday name of a food. `label` has the stems of its name and brand. */
const naming = (name: ReadonlyArray<string>, terms: ReadonlyArray<Term>, label: Stems): Naming => {
  for (const stem of name) if (!terms.some(({ stems }) => stems.has(stem))) return UNNAMED
  const said: Array<string> = []
  let unusual = 0
  let more = false
  for (const term of terms) {
    const way = term.ways.findIndex((way) => way.every(({ stem }) => name.includes(stem)))
    if (way >= 0) {
      unusual += way
      for (const { stem } of term.ways[way] ?? []) said.push(stem)
    } else if (wayOf(term, label) >= 0) more = true
    else return UNNAMED
  }
  if (!name.every((stem) => said.includes(stem))) return UNNAMED
  // Milk chocolate is not chocolate milk.
  const isInOrder = name.every((stem, index) => said[index] === stem)
  return { how: more ? WITH_MORE : WHOLLY, unusual: unusual + (isInOrder ? 0 : 0.5) }
}

const named = (names: ReadonlyArray<ReadonlyArray<string>>, terms: ReadonlyArray<Term>, label: Stems) => {
  let best = UNNAMED
  for (const name of names) {
    const found = naming(name, terms, label)
    if (found.how < best.how || (found.how === best.how && found.unusual < best.unusual)) best = found
  }
  return best
}

/**
 * The measures by which foods are ranked, compared in order; lower is better:
 *
 * 1. whether it is another food than the query names, or a word of the query is only in an everyday name that the query does not
 *    match
 * 2. the number of corrected words
 * 3. how well the query matches an everyday name, then how unusual its words are, then the food's place among everyday foods
 * 4. the number of words that match by their beginning only
 * 5. whether the food is not an everyday food
 * 6. whether its name says more than the query
 * 7. whether it is a catalogue food rather than the user's own
 * 8. how much more its name says; a further word in the same part of the name counts three times ("peanut butter" for butter)
 * 9. the use of synonyms, then uncommon words, then the length of the name
 */
const distance = ({
  food,
  own,
  wanted,
  asked: { terms, words },
  corrected
}: Candidate<Named>): ReadonlyArray<number> => {
  const label: Label = labelFor(food)
  const everyday = everydayFoods().get(food.id)
  const asked: Array<LabelWord> = []
  const surplus: Array<LabelWord> = []
  for (const word of label.name) {
    if (isOf(word, words)) asked.push(word)
    else if (word.telling) surplus.push(word)
  }
  const brandUnasked = label.brand.length > 0 && !label.brand.some((word) => isOf(word, words))
  const brandAsked = !brandUnasked && label.brand.length > 0 && label.brand.every((word) => isSaid(word, terms))
  let notWhole = 0
  let otherWays = 0
  for (const term of terms) {
    const way = wayOf(term, label.stems, everyday?.stems)
    if (way < 0) notWhole++
    else otherWays += way
  }
  let more = (label.name[0] === undefined || label.name[0] === asked[0] ? 0 : 2) + (brandUnasked ? 2 : 0)
  for (const { stem, part } of surplus) {
    more += 1 + (isOdd(stem) ? 1 : 0) + (asked.some((word) => word.part === part) ? 2 : 0)
  }
  const called = everyday === undefined ? UNNAMED : named(everyday.names, terms, label.stems)
  const isOfBrand = brandAsked && notWhole === 0 && otherWays === 0 && (called.how === NOT || called.unusual > 0)
  const { how, unusual } = isOfBrand ? OF_BRAND : called
  // "Egg" is in the name that people have for fried rice, but says nothing of it alone.
  const isBesides = how === NOT && everyday !== undefined && !terms.every((term) => isOnLabel(term, label))
  const saysMore = surplus.length > 0 || brandUnasked
  const isOwnByName = own && !saysMore && notWhole === 0
  return [
    isBesides || !wanted ? 1 : 0,
    corrected,
    isOwnByName ? -1 : how,
    unusual,
    how === NOT || isOfBrand ? 0 : (everyday?.place ?? 0),
    notWhole,
    everyday === undefined ? 1 : 0,
    saysMore ? 1 : 0,
    own ? 0 : 1,
    more,
    otherWays,
    label.everyday ? 0 : 1,
    label.length
  ]
}

/** Whether the query is exactly an everyday name of the food. */
export const isNamed = ({ food, asked: { terms } }: Candidate<Named>): boolean =>
  named(everydayFoods().get(food.id)?.names ?? [], terms, labelFor(food).stems).how === WHOLLY

/** Compares two distances by the first measure that differs. */
const nearer = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Whether the food's name begins with a word of the query and has all of its words. The catalogue's name for an everyday
 * food may not ("Protein powder whey based" for whey).
 */
const beginsAsAsked = ({ food, asked: { terms, words } }: Candidate<Named>): boolean => {
  const label = labelFor(food)
  const [first] = label.name
  return first !== undefined && isOf(first, words) && terms.every((term) => wayOf(term, label.stems) >= 0)
}

/** Moves the user's own foods that begin as asked before the first catalogue food that does not. */
const withOwnFirst = <F extends Named>(all: ReadonlyArray<Candidate<F>>): ReadonlyArray<Candidate<F>> => {
  if (!all.some(({ own }) => own)) return all
  const at = all.findIndex((each) => !each.own && !beginsAsAsked(each))
  const behind = at < 0 ? [] : all.slice(at)
  const first = behind.filter((each) => each.own && each.corrected === all[at]?.corrected && beginsAsAsked(each))
  return first.length === 0 ? all : [...all.slice(0, at), ...first, ...behind.filter((each) => !first.includes(each))]
}

/**
 * Foods of all kinds, best match first. Foods that are not what the query names, or match only by a part of an everyday name,
 * are left out if others match better.
 */
export const ranked = <F extends Named>(found: ReadonlyArray<Candidate<F>>): ReadonlyArray<Candidate<F>> => {
  const all = found.map((found) => ({ found, distance: distance(found) }))
  const least = Math.min(...all.map(({ distance: [besides = 0] }) => besides))
  return withOwnFirst(
    all
      .filter(({ distance: [besides] }) => besides === least)
      .sort(
        (a, b) =>
          nearer(a.distance, b.distance) ||
          ascending(a.found.food.name, b.found.food.name) ||
          ascending(a.found.food.id, b.found.food.id)
      )
      .map(({ found }) => found)
  )
}

import type { Label, LabelWord, Named } from "../foods/label.ts"
import { type EverydayFood, everydayFoods, isExcluding, isOdd } from "../foods/vocabulary.ts"
import { NAMING, type Term } from "./query.ts"
import { type Head, textOf } from "./text.ts"
import type { WEIGHTS } from "./weights.ts"

/** A food that may answer a question, and the terms as they were looked for. */
export interface Candidate<F extends Named> {
  readonly food: F
  /** Whether it is a custom food or saved meal of the user. */
  readonly own: boolean
  readonly asked: Asked
}

/** The question that foods are compared with. */
export interface Asked {
  readonly terms: ReadonlyArray<Term>
  readonly typed: ReadonlyArray<ReadonlyArray<string>>
  /** The stems and open words of all terms. */
  readonly words: Pick<Term, "stems" | "open">
  /** The terms that name the food; others describe it or its accompaniments. */
  readonly naming: ReadonlyArray<Term>
}

export const askedFor = (terms: ReadonlyArray<Term>, typed: Asked["typed"]): Asked => {
  return {
    terms,
    typed,
    words: { stems: new Set(terms.flatMap(({ stems }) => [...stems])), open: terms.flatMap(({ open }) => open) },
    naming: terms.filter(({ weight }) => weight >= NAMING)
  }
}

/**
 * How many words besides the query's may precede the food in its name: "bacon ranch salad". Fewer if the query states
 * an accompaniment: "soft taco", but not "croissant pockets chicken".
 */
const mostBefore = (terms: ReadonlyArray<Term>): 1 | 2 => (terms.some(({ accompanies }) => accompanies) ? 1 : 2)

/**
 * Whether the name means the kind of food that the query names. "Rice and chicken" is rice with chicken, "Chicken and
 * rice" is not.
 */
const isNamed = ({ stem, before, listedWith }: Head, { terms, naming, words: { stems } }: Asked): boolean =>
  naming.some((term) => term.stems.has(stem)) &&
  before.filter((word) => !stems.has(word)).length <= (listedWith === undefined ? mostBefore(terms) : 0) &&
  (listedWith === undefined || stems.has(listedWith))

const isOf = ({ word, stem }: LabelWord, { stems, open }: Asked["words"]): boolean => {
  if (stems.has(stem)) return true
  for (const start of open) if (word.startsWith(start)) return true
  return false
}

type Stems = ReadonlySet<string>

const NONE: Stems = new Set()

const isIn = (way: Term["ways"][number], stems: Stems, others: Stems): boolean => {
  for (const { stem, word } of way) if (!stems.has(stem) && !stems.has(word) && !others.has(stem)) return false
  return true
}

/** How unusual a variant of the term is: 0 for the query's words as they are meant. */
const unusual = ({ isRespelt }: Term, way = 0): number => Math.max(0, isRespelt ? way - 1 : way)

const errorsOf = ({ isRespelt, errors }: Term, way = 0): number => (isRespelt && way > 0 ? 1 : errors)

/** The index of the first variant of the term whose words are all among these stems; -1 if there is none. */
const wayOf = ({ ways }: Term, stems: Stems, others = NONE): number => {
  for (const [index, way] of ways.entries()) if (isIn(way, stems, others)) return index
  return -1
}

/** How a query matches an everyday name of a food. */
interface Call {
  readonly how: "called" | "calledAndMore"
  /** How unusual the words are: 0 if the query uses the name's own words. */
  readonly otherwise: number
}

/** How the terms match one everyday name of a food. `label` has the stems of its name and brand. */
const callBy = (name: ReadonlyArray<string>, terms: ReadonlyArray<Term>, label: Stems): Call | undefined => {
  for (const stem of name) if (!terms.some(({ stems }) => stems.has(stem))) return undefined
  const said: Array<string> = []
  let otherwise = 0
  let more = false
  for (const term of terms) {
    const way = term.ways.findIndex((way) => way.every(({ stem }) => name.includes(stem)))
    if (way >= 0) {
      otherwise += unusual(term, way)
      for (const { stem } of term.ways[way] ?? []) said.push(stem)
    } else if (wayOf(term, label) >= 0) {
      otherwise += unusual(term, wayOf(term, label))
      more = true
    } else return undefined
  }
  if (!name.every((stem) => said.includes(stem))) return undefined
  // Chocolate milk is not milk chocolate.
  const isInOrder = name.every((stem, index) => said[index] === stem)
  return { how: more ? "calledAndMore" : "called", otherwise: otherwise + (isInOrder ? 0 : 0.5) }
}

const callOf = (everyday: EverydayFood | undefined, terms: ReadonlyArray<Term>, label: Stems): Call | undefined => {
  let best: Call | undefined
  for (const name of everyday?.names ?? []) {
    const call = callBy(name, terms, label)
    if (call === undefined) continue
    if (best === undefined || call.how < best.how || (call.how === best.how && call.otherwise < best.otherwise))
      best = call
  }
  return best
}

/** Further synonyms make no difference. */
const MOST_OTHERWISE = 2

/** The features of a food that the query calls by an everyday name, so that its own name does not matter. */
const calledBy = ({ how, otherwise }: Call, everyday: EverydayFood | undefined): Features => ({
  [how]: 1,
  calledOtherwise: Math.min(otherwise, MOST_OTHERWISE),
  place: (everyday?.place ?? 0) / everydayFoods().size
})

export type Feature = keyof typeof WEIGHTS

/** The features of a food. Missing ones are 0. */
export type Features = { [feature in Feature]?: number }

/** Whether the term is the word "without" or "no" itself: the terms after it are excluded. */
const isWithout = ({ ways: [asked] }: Term) => asked?.length === 1 && isExcluding(asked[0]?.word ?? "")

const lackOf = (term: Term): Feature => {
  if (term.accompanies) return "missingWith"
  if (!term.telling) return "missingDetail"
  if (term.weight < NAMING) return "missingAside"
  return term.known ? "missingName" : "missingOther"
}

const missingOf = ({ terms, naming }: Asked, missing: ReadonlyArray<Term>): Features => {
  const features: Features = {}
  const accompanying = terms.filter((term) => term.accompanies && !isWithout(term)).length
  for (const term of missing) {
    if (isWithout(term)) continue
    const feature = lackOf(term)
    features[feature] = (features[feature] ?? 0) + (term.accompanies ? 1 / accompanying : 1)
    if (term === naming.at(-1) && terms.length > 1) features.missingHead = 1
  }
  return features
}

/** The share of the query's neighbouring words that are neighbours in the name. */
const orderOf = (typed: ReadonlyArray<string>, order: ReadonlyArray<string>): number => {
  if (typed.length < 2) return 0
  let same = 0
  for (let at = 1; at < typed.length; at++) {
    for (
      let place = order.indexOf(typed[at - 1] ?? "");
      place >= 0;
      place = order.indexOf(typed[at - 1] ?? "", place + 1)
    ) {
      if (order[place + 1] === typed[at]) {
        same++
        break
      }
    }
  }
  return same / (typed.length - 1)
}

const isSame = (typed: ReadonlyArray<string>, order: ReadonlyArray<string>, length: number) =>
  typed.length === length && typed.every((stem, index) => order[index] === stem)

/** What the words of the name add to the query. */
const surplusOf = (label: Label, { words }: Asked): Features => {
  const brandUnasked = label.brand.length > 0 && !label.brand.some((word) => isOf(word, words))
  const asked = new Set<number>()
  const surplus: Array<LabelWord> = []
  for (const word of label.name) {
    if (isOf(word, words)) asked.add(word.part)
    else if (word.telling) surplus.push(word)
  }
  const [first] = label.name
  let more = (first === undefined || isOf(first, words) ? 0 : 2) + (brandUnasked ? 2 : 0)
  for (const { stem, part } of surplus) more += 1 + (isOdd(stem) ? 1 : 0) + (asked.has(part) ? 2 : 0)
  return { surplus: more, saysMore: surplus.length > 0 || brandUnasked ? 1 : 0, brandUnasked: brandUnasked ? 1 : 0 }
}

/** How many words the query excludes and the food includes, or vice versa. */
const oppositeOf = ({ name }: Label, everyday: EverydayFood | undefined, { terms }: Asked): number =>
  terms.filter((term) => {
    const said = name.filter((word) => (term.excluded ? isOf(word, term) : term.stems.has(word.stem)))
    return said.length > 0
      ? said.every((word) => word.excluded !== term.excluded)
      : term.excluded && everyday !== undefined && !term.stems.isDisjointFrom(everyday.stems)
  }).length

/** How a food matches a question. */
export interface Match {
  readonly features: Features
  /** The terms that the food lacks. */
  readonly missing: ReadonlyArray<Term>
}

export const matchOf = ({ food, own, asked }: Candidate<Named>): Match => {
  const { terms, typed, words, naming } = asked
  const label = textOf(food)
  const everyday = everydayFoods().get(food.id)
  const isBegun = ({ open }: Term) =>
    open.some((start) => [label.name, label.brand].some((all) => all.some(({ word }) => word.startsWith(start))))
  const ways = terms.map((term) => wayOf(term, label.stems, everyday?.stems))
  const missing = terms.filter((term, index) => ways[index] === -1 && !isBegun(term))
  const matched = terms.filter((term) => !missing.includes(term))
  const call = callOf(
    everyday,
    matched.filter((term) => !term.excluded && !isWithout(term)),
    label.stems
  )
  const surplus = surplusOf(label, asked)
  const beginnings = ways.filter((way) => way < 0).length - missing.length
  const brandSaid =
    label.brand.length > 0 &&
    ways.every((way) => way === 0) &&
    label.brand.every(({ stem }) => terms.some(({ ways: [asked = []] }) => asked.some((word) => word.stem === stem)))
  const isBesides = call === undefined && matched.some((term) => wayOf(term, label.stems) < 0 && !isBegun(term))
  const isExact = (length: number) => typed.some((each) => isSame(each, label.order, length))
  const isFood =
    naming.length === 0 ||
    (naming.length === terms.length && missing.length === 0) ||
    isExact(label.order.length) ||
    (terms.some(({ accompanies }) => accompanies) ? callOf(everyday, naming, NONE) : call)?.how === "called" ||
    label.heads.some((head) => isNamed(head, asked))
  const begins = label.name[0] !== undefined && isOf(label.name[0], words)
  const isWhole = missing.length === 0 && beginnings === 0
  const last = naming.at(-1)
  const features: Features = {
    ...missingOf(asked, missing),
    errors: terms.reduce((sum, term, index) => sum + (missing.includes(term) ? 0 : errorsOf(term, ways[index])), 0),
    opposite: oppositeOf(label, everyday, asked),
    otherFood: isFood || own ? 0 : 1,
    besides: isBesides ? 1 : 0,
    exact: isExact(label.order.length) ? 1 : 0,
    exactButBrand: isExact(label.nameLength) ? 1 : 0,
    exactHead: isExact(label.headLength) ? 1 : 0,
    brandSaid: brandSaid ? 1 : 0,
    ...(call === undefined ? surplus : calledBy(call, everyday)),
    beginnings,
    head: call === undefined && label.heads.some(({ stem }) => last?.stems.has(stem) === true) ? 1 : 0,
    everyday: everyday === undefined ? 0 : 1,
    order: call?.how === "called" ? 1 : Math.max(...typed.map((each) => orderOf(each, label.order))),
    synonyms: terms.reduce((sum, term, index) => sum + unusual(term, ways[index]), 0),
    uncommon: label.everyday || call !== undefined ? 0 : 1,
    length: call === undefined ? label.length : 0,
    own: own ? 1 : 0,
    ownByName: own && isWhole && surplus.saysMore === 0 ? 1 : 0,
    calledBegins: call?.how === "called" && begins && terms.every((term) => wayOf(term, label.stems) === 0) ? 1 : 0,
    ownBegins: own && begins && isWhole ? 1 : 0
  }
  return { features, missing }
}

import type { Label, LabelWord, Named } from "../foods/label.ts"
import { type EverydayFood, everydayFoods, isExcluding } from "../foods/vocabulary.ts"
import { NAMING, type Term } from "./query.ts"
import { type Head, type Text, textOf } from "./text.ts"
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
  /** Whether the query states an accompaniment. */
  readonly isAccompanied: boolean
}

export const askedFor = (terms: ReadonlyArray<Term>, typed: Asked["typed"]): Asked => ({
  terms,
  typed,
  words: { stems: new Set(terms.flatMap(({ stems }) => [...stems])), open: terms.flatMap(({ open }) => open) },
  naming: terms.filter(({ weight }) => weight >= NAMING),
  isAccompanied: terms.some(({ accompanies }) => accompanies)
})

/**
 * How many words besides the query's may precede the food in its name: "bacon ranch salad". Fewer if the query states
 * an accompaniment: "soft taco", but not "croissant pockets chicken".
 */
const mostBefore = ({ isAccompanied }: Asked): 1 | 2 => (isAccompanied ? 1 : 2)

/**
 * Whether the name means the kind of food that the query names. "Rice and chicken" is rice with chicken, "Chicken and
 * rice" is not.
 */
const isNamed = ({ stem, before, listedWith }: Head, asked: Asked): boolean => {
  const { stems } = asked.words
  return (
    asked.naming.some((term) => term.stems.has(stem)) &&
    before.filter((word) => !stems.has(word)).length <= (listedWith === undefined ? mostBefore(asked) : 0) &&
    (listedWith === undefined || stems.has(listedWith))
  )
}

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
  let index = 0
  for (const way of ways) {
    if (isIn(way, stems, others)) return index
    index++
  }
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

const callOf = ({ names }: EverydayFood, terms: ReadonlyArray<Term>, label: Stems): Call | undefined => {
  let best: Call | undefined
  for (const name of names) {
    const call = callBy(name, terms, label)
    if (call === undefined) continue
    if (best === undefined || call.how < best.how || (call.how === best.how && call.otherwise < best.otherwise))
      best = call
  }
  return best
}

/** Further synonyms make no difference. */
const MOST_OTHERWISE = 2

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
  if (missing.length === 0) return features
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

/** How much the words of the name add to the query. */
const surplusOf = ({ name }: Label, { words }: Asked, brandUnasked: boolean) => {
  const asked = name.map((word) => isOf(word, words))
  let surplus = (asked[0] === false ? 2 : 0) + (brandUnasked ? 2 : 0)
  let saysMore = brandUnasked
  for (const [index, { telling, odd, part }] of name.entries()) {
    if (!telling || asked[index] === true) continue
    saysMore = true
    surplus += 1 + (odd ? 1 : 0) + (name.some((word, at) => word.part === part && asked[at] === true) ? 2 : 0)
  }
  return { surplus, saysMore }
}

/** How many words the query excludes and the food includes, or vice versa. */
const oppositeOf = ({ name, excludes }: Text, everyday: EverydayFood | undefined, { terms }: Asked): number => {
  let opposite = 0
  for (const term of terms) {
    if (!(excludes || term.excluded)) continue
    const said = name.filter((word) => (term.excluded ? isOf(word, term) : term.stems.has(word.stem)))
    const isOpposite =
      said.length > 0
        ? said.every((word) => word.excluded !== term.excluded)
        : term.excluded && everyday !== undefined && !term.stems.isDisjointFrom(everyday.stems)
    if (isOpposite) opposite++
  }
  return opposite
}

/** How a food matches a question. */
export interface Match {
  readonly features: Features
  /** The terms that the food lacks. */
  readonly missing: ReadonlyArray<Term>
}

/** Whether the name or brand has a longer word that begins with an open word of the term. */
const isBegun = ({ open }: Term, { name, brand }: Label): boolean =>
  open.some(
    (start) => name.some(({ word }) => word.startsWith(start)) || brand.some(({ word }) => word.startsWith(start))
  )

const one = (condition: boolean): 0 | 1 => (condition ? 1 : 0)

export const matchOf = ({ food, own, asked }: Candidate<Named>): Match => {
  const { terms, typed, words, naming, isAccompanied } = asked
  const label = textOf(food)
  const everyday = everydayFoods().get(food.id)
  const onLabel = terms.map((term) => wayOf(term, label.stems))
  const ways = everyday === undefined ? onLabel : terms.map((term) => wayOf(term, label.stems, everyday.stems))
  const missing = terms.filter((term, index) => ways[index] === -1 && !isBegun(term, label))
  const called = everyday && terms.filter((term) => !(missing.includes(term) || term.excluded || isWithout(term)))
  const call = called && callOf(everyday, called, label.stems)
  const brandUnasked = label.brand.length > 0 && !label.brand.some((word) => isOf(word, words))
  const { surplus, saysMore } = surplusOf(label, asked, brandUnasked)
  const beginnings = ways.filter((way) => way < 0).length - missing.length
  const brandSaid =
    label.brand.length > 0 &&
    ways.every((way) => way === 0) &&
    label.brand.every(({ stem }) => terms.some(({ ways: [asked = []] }) => asked.some((word) => word.stem === stem)))
  const isBesides =
    call === undefined &&
    everyday !== undefined &&
    terms.some((term, index) => onLabel[index] === -1 && ways[index] !== -1 && !isBegun(term, label))
  const isExact = (length: number) => typed.some((each) => isSame(each, label.order, length))
  const isFood =
    naming.length === 0 ||
    (naming.length === terms.length && missing.length === 0) ||
    isExact(label.order.length) ||
    isExact(label.nameLength) ||
    // A salad with dressing is not salad dressing.
    (!isAccompanied && isExact(label.headLength)) ||
    (isAccompanied ? everyday && callOf(everyday, naming, NONE) : call)?.how === "called" ||
    label.heads.some((head) => isNamed(head, asked))
  const begins = label.name[0] !== undefined && isOf(label.name[0], words)
  const isWhole = missing.length === 0 && beginnings === 0
  const last = naming.at(-1)
  const features: Features = {
    ...missingOf(asked, missing),
    errors: terms.reduce((sum, term, index) => sum + (missing.includes(term) ? 0 : errorsOf(term, ways[index])), 0),
    opposite: oppositeOf(label, everyday, asked),
    otherFood: one(!(isFood || own)),
    besides: one(isBesides),
    exact: one(isExact(label.order.length)),
    exactButBrand: one(isExact(label.nameLength)),
    exactHead: one(isExact(label.headLength)),
    brandSaid: one(brandSaid),
    called: one(call?.how === "called"),
    calledAndMore: one(call?.how === "calledAndMore"),
    calledOtherwise: Math.min(call?.otherwise ?? 0, MOST_OTHERWISE),
    place: call === undefined ? 0 : (everyday?.place ?? 0) / everydayFoods().size,
    beginnings,
    everyday: one(everyday !== undefined),
    head: one(call === undefined && label.heads.some(({ stem }) => last?.stems.has(stem) === true)),
    saysMore: one(call === undefined && saysMore),
    surplus: call === undefined ? surplus : 0,
    brandUnasked: one(call === undefined && brandUnasked),
    order: call?.how === "called" ? 1 : Math.max(...typed.map((each) => orderOf(each, label.order))),
    synonyms: terms.reduce((sum, term, index) => sum + unusual(term, ways[index]), 0),
    uncommon: one(!label.everyday && call === undefined),
    length: call === undefined ? label.length : 0,
    own: one(own),
    ownByName: one(own && isWhole && !saysMore),
    calledBegins: one(call?.how === "called" && begins && onLabel.every((way) => way === 0)),
    ownBegins: one(own && begins && isWhole)
  }
  return { features, missing }
}

import type { Label, LabelWord, Named } from "../foods/label.ts"
import { type EverydayFood, everydayFoods, isExcluding } from "../foods/vocabulary.ts"
import { begins, heldIn, type Stems, unusual, wayOf } from "./held.ts"
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
  readonly words: { readonly stems: ReadonlyArray<string>; readonly open: ReadonlyArray<string> }
  /** The terms that name the food; others describe it or its accompaniments. */
  readonly naming: ReadonlyArray<Term>
  /** Whether the query states an accompaniment. */
  readonly isAccompanied: boolean
}

export const askedFor = (terms: ReadonlyArray<Term>, typed: Asked["typed"]): Asked => ({
  terms,
  typed,
  words: {
    stems: [...new Set(terms.flatMap(({ stems }) => [...stems]))],
    open: terms.flatMap(({ open }) => open)
  },
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
    before.filter((word) => !stems.includes(word)).length <= (listedWith === undefined ? mostBefore(asked) : 0) &&
    (listedWith === undefined || stems.includes(listedWith))
  )
}

const isOf = (word: LabelWord, words: Asked["words"]): boolean => words.stems.includes(word.stem) || begins(word, words)

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
const sharedOrder = (typed: ReadonlyArray<string>, order: ReadonlyArray<string>): number => {
  let same = 0
  for (let at = 1; at < typed.length; at++) {
    for (let place = 1; place < order.length; place++) {
      if (order[place] === typed[at] && order[place - 1] === typed[at - 1]) {
        same++
        break
      }
    }
  }
  return same === 0 ? 0 : same / (typed.length - 1)
}

/** The same for the form of the query that shares most. */
const orderOf = (typed: Asked["typed"], order: ReadonlyArray<string>): number => {
  let most = 0
  for (const each of typed) most = Math.max(most, sharedOrder(each, order))
  return most
}

/** Whether the name begins with all of the query's words. */
const isBeginningOf = (order: ReadonlyArray<string>, typed: ReadonlyArray<string>): boolean => {
  for (let at = 0; at < typed.length; at++) if (order[at] !== typed[at]) return false
  return true
}

const NOTHING_ADDED = { surplus: 0, saysMore: false }

/** How much the words of the name add to the query. */
const surplusOf = ({ name }: Label, words: Asked["words"], brandUnasked: boolean) => {
  const added = name.filter((word) => !isOf(word, words))
  let surplus = (added[0] !== undefined && added[0] === name[0] ? 2 : 0) + (brandUnasked ? 2 : 0)
  let saysMore = brandUnasked
  for (const { telling, odd, part } of added) {
    if (!telling) continue
    saysMore = true
    surplus += 1 + (odd ? 1 : 0) + (name.some((word) => word.part === part && !added.includes(word)) ? 2 : 0)
  }
  return { surplus, saysMore }
}

/** How many words the query excludes and the food includes, or vice versa. */
const oppositeOf = ({ name, excludes }: Text, everyday: EverydayFood | undefined, { terms }: Asked): number => {
  let opposite = 0
  for (const term of terms) {
    if (!(excludes || term.excluded)) continue
    const said = name.filter((word) => term.stems.has(word.stem) || (term.excluded && begins(word, term)))
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

const one = (condition: boolean): 0 | 1 => (condition ? 1 : 0)

export const matchOf = ({ food, own, asked }: Candidate<Named>): Match => {
  const { terms, typed, words, naming, isAccompanied } = asked
  const label = textOf(food)
  const everyday = everydayFoods().get(food.id)
  const { missing, beginnings, errors, synonyms, isLabelled, isAsAsked, isOnlyInNames } = heldIn(label, everyday, terms)
  const called = everyday && terms.filter((term) => !(missing.includes(term) || term.excluded || isWithout(term)))
  const call = called && callOf(everyday, called, label.stems)
  const isBranded = label.brand.length > 0
  const brandUnasked = isBranded && !label.brand.some((word) => isOf(word, words))
  const brandSaid =
    isBranded &&
    isAsAsked &&
    label.brand.every(({ stem }) => terms.some(({ ways: [asked = []] }) => asked.some((word) => word.stem === stem)))
  const beginning = typed.filter((each) => isBeginningOf(label.order, each))
  const isExact = (length: number) => beginning.some((each) => each.length === length)
  const isFood =
    naming.length === 0 ||
    (naming.length === terms.length && missing.length === 0) ||
    isExact(label.order.length) ||
    isExact(label.nameLength) ||
    // A salad with dressing is not salad dressing.
    (!isAccompanied && isExact(label.headLength)) ||
    (isAccompanied ? everyday && callOf(everyday, naming, []) : call)?.how === "called" ||
    label.heads.some((head) => isNamed(head, asked))
  const isFirst = label.name[0] !== undefined && isOf(label.name[0], words)
  const isWhole = missing.length === 0 && beginnings === 0
  const last = naming.at(-1)
  const { surplus, saysMore } = call === undefined ? surplusOf(label, words, brandUnasked) : NOTHING_ADDED
  const features: Features = {
    errors,
    opposite: oppositeOf(label, everyday, asked),
    otherFood: one(!(isFood || own)),
    besides: one(isOnlyInNames && call === undefined),
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
    saysMore: one(saysMore),
    surplus,
    brandUnasked: one(call === undefined && brandUnasked),
    order: call?.how === "called" ? 1 : orderOf(typed, label.order),
    synonyms,
    uncommon: one(!label.everyday && call === undefined),
    length: call === undefined ? label.length : 0,
    own: one(own),
    ownByName: one(own && isWhole && !saysMore),
    calledBegins: one(call?.how === "called" && isFirst && isLabelled),
    ownBegins: one(own && isFirst && isWhole)
  }
  if (missing.length > 0) Object.assign(features, missingOf(asked, missing))
  return { features, missing }
}

import { stem } from "../../values/text/words.ts"
import type { Label, Named, Stemmed } from "../foods/label.ts"
import { type EverydayFood, everydayFoods } from "../foods/vocabulary.ts"
import { callOf, callOn, isWithout } from "./calls.ts"
import { begins, heldIn } from "./held.ts"
import { NAMING, type Term } from "./query.ts"
import { type Head, type Text, textOf, UNPREPARED } from "./text.ts"
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
  /** The query as typed and without amounts, folded. */
  readonly texts: ReadonlyArray<string>
  /** The stems and open words of all terms. */
  readonly words: { readonly stems: ReadonlyArray<string>; readonly open: ReadonlyArray<string> }
  /** Whether the query says that the food is not prepared, as in "cake mix" or "dry pasta". */
  readonly isUnprepared: boolean
  /** The terms that name the food; others describe it or its accompaniments. */
  readonly naming: ReadonlyArray<Term>
  /** Whether the query states an accompaniment. */
  readonly isAccompanied: boolean
}

const UNCOOKED: ReadonlySet<string> = new Set(["raw", "uncooked", "dried"].map(stem))

export const askedFor = (terms: ReadonlyArray<Term>, { typed, texts }: Pick<Asked, "typed" | "texts">): Asked => ({
  terms,
  typed,
  texts,
  words: {
    stems: [...new Set(terms.flatMap(({ stems }) => [...stems]))],
    open: terms.flatMap(({ open }) => open)
  },
  isUnprepared: terms.some(({ stems }) => [...stems].some((each) => UNPREPARED.has(each) || UNCOOKED.has(each))),
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

const isOf = (word: Stemmed, words: Asked["words"]): boolean => words.stems.includes(word.stem) || begins(word, words)

/** Further synonyms make no difference. */
const MOST_OTHERWISE = 2

export type Feature = keyof typeof WEIGHTS

/** The features of a food. Missing ones are 0. */
export type Features = { [feature in Feature]?: number }

const lackOf = (term: Term): Feature => {
  if (term.accompanies) return "missingWith"
  if (!term.telling) return "missingDetail"
  if (term.weight < NAMING) return "missingAside"
  return term.known ? "missingName" : "missingOther"
}

/** The term that names the kind of food: the last one, but for a second food. */
const headOf = (naming: ReadonlyArray<Term>): Term | undefined => naming.findLast(({ joined }) => !joined)

/** A food that does not name what the query excludes lacks less than one that does not name what it asks for. */
const EXCLUDED_LACK = 0.2

const missingOf = ({ terms, naming }: Asked, missing: ReadonlyArray<Term>): Features => {
  const features: Features = {}
  const accompanying = terms.filter((term) => term.accompanies && !isWithout(term)).length
  for (const term of missing) {
    if (isWithout(term)) continue
    const feature = lackOf(term)
    const lack = term.excluded ? EXCLUDED_LACK : 1
    features[feature] = (features[feature] ?? 0) + (term.accompanies ? lack / accompanying : lack)
    if (term === headOf(naming) && terms.length > 1) features.missingHead = 1
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

/** Whether the query is how the food's source describes it, with the brand if there is one. */
const isDescriptionOf = ({ described }: Text, typed: Asked["typed"]): boolean =>
  described.length > 0 && typed.some((each) => each.length === described.length && isBeginningOf(described, each))

/** Shorter queries are not taken for the beginning of a name. */
const LONG = 80

/** Whether the query is letter for letter the name or description of the food, or the beginning of a long one. */
const isVerbatim = ({ written }: Text, { texts }: Asked): boolean =>
  texts.some((text) => written.some((each) => each === text || (text.length >= LONG && each.startsWith(text))))

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

/** Whether all these words are among the query's own. */
const isSaid = (words: ReadonlyArray<Stemmed>, terms: ReadonlyArray<Term>): boolean =>
  words.every(({ stem }) => terms.some(({ ways: [asked = []] }) => asked.some((word) => word.stem === stem)))

const one = (condition: boolean): 0 | 1 => (condition ? 1 : 0)

export const matchOf = ({ food, own, asked }: Candidate<Named>): Match => {
  const { terms, typed, words, naming, isAccompanied } = asked
  const label = textOf(food)
  const everyday = everydayFoods().get(food.id)
  const names = everyday === undefined ? label.alsoStems : everyday.stems.union(label.alsoStems)
  const held = heldIn(label, names.size === 0 ? undefined : names, terms)
  const { missing, beginnings, isAsAsked } = held
  const { call, isEveryday } = callOn(label, everyday, terms, missing)
  const isBranded = label.brand.length > 0
  const brandUnasked = isBranded && !label.brand.some((word) => isOf(word, words))
  const brandSaid = isBranded && isAsAsked && isSaid(label.brand, terms)
  const beginning = typed.filter((each) => isBeginningOf(label.order, each))
  const isExact = (length: number) => beginning.some((each) => each.length === length)
  const isDescribed = isDescriptionOf(label, typed)
  const isFood =
    naming.length === 0 ||
    (naming.length === terms.length && missing.length === 0) ||
    isDescribed ||
    isExact(label.order.length) ||
    isExact(label.nameLength) ||
    // A salad with dressing is not salad dressing.
    (!isAccompanied && isExact(label.headLength)) ||
    (isAccompanied ? everyday && callOf(everyday.names, naming, []) : call)?.how === "called" ||
    label.heads.some((head) => isNamed(head, asked))
  const isFirst = label.name[0] !== undefined && isOf(label.name[0], words)
  const isWhole = missing.length === 0 && beginnings === 0
  const last = headOf(naming)
  const { surplus, saysMore } = call === undefined ? surplusOf(label, words, brandUnasked) : NOTHING_ADDED
  const features: Features = {
    errors: held.errors,
    opposite: oppositeOf(label, everyday, asked),
    otherFood: one(!(isFood || own)),
    besides: one(held.isOnlyInNames && call === undefined),
    exact: one(isDescribed || isExact(label.order.length)),
    verbatim: one(isVerbatim(label, asked)),
    double: one(food.sameAs != null && !isDescribed && !isExact(label.order.length) && !isVerbatim(label, asked)),
    described: held.described,
    also: one(call !== undefined && !isEveryday),
    exactButBrand: one(isExact(label.nameLength)),
    exactHead: one(isExact(label.headLength)),
    brandSaid: one(brandSaid),
    called: one(call?.how === "called"),
    calledAndMore: one(call?.how === "calledAndMore"),
    calledOtherwise: Math.min(call?.otherwise ?? 0, MOST_OTHERWISE),
    place: isEveryday ? (everyday?.place ?? 0) / everydayFoods().size : 0,
    beginnings,
    unprepared: one(label.isUnprepared && !asked.isUnprepared),
    everyday: one(everyday !== undefined),
    head: one(call === undefined && label.heads.some(({ stem }) => last?.stems.has(stem) === true)),
    saysMore: one(saysMore),
    surplus,
    brandUnasked: one(call === undefined && brandUnasked),
    order: call?.how === "called" ? 1 : Math.max(orderOf(typed, label.order), orderOf(typed, label.described)),
    synonyms: held.synonyms,
    uncommon: one(!label.everyday && call === undefined),
    length: call === undefined ? label.length : 0,
    own: one(own),
    ownByName: one(own && isWhole && !saysMore),
    calledBegins: one(call?.how === "called" && isFirst && held.isLabelled),
    ownBegins: one(own && isFirst && isWhole)
  }
  if (missing.length > 0) Object.assign(features, missingOf(asked, missing))
  return { features, missing }
}

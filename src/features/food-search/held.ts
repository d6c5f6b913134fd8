import type { Label, Stemmed } from "../foods/label.ts"
import type { Term } from "./query.ts"
import type { Text } from "./text.ts"

/** Most words differ in their first letter, which is compared at a tenth of the price. */
export const begins = ({ word }: Stemmed, { open }: Pick<Term, "open">): boolean => {
  for (const start of open) if (word[0] === start[0] && word.startsWith(start)) return true
  return false
}

export type Stems = Label["stems"]

const NO_OTHERS: ReadonlySet<string> = new Set()

const isIn = (way: Term["ways"][number], stems: Stems, others: ReadonlySet<string>): boolean => {
  for (const { stem, word } of way)
    if (!stems.includes(stem) && !stems.includes(word) && !others.has(stem)) return false
  return true
}

/** How unusual a variant of the term is: 0 for the query's words as they are meant. */
export const unusual = ({ isRespelt }: Term, way = 0): number => Math.max(0, isRespelt ? way - 1 : way)

const errorsOf = ({ isRespelt, errors }: Term, way = 0): number => (isRespelt && way > 0 ? 1 : errors)

/** The index of the first variant of the term whose words are all among these stems; -1 if there is none. */
export const wayOf = ({ ways }: Term, stems: Stems, others = NO_OTHERS): number => {
  let index = 0
  for (const way of ways) {
    if (isIn(way, stems, others)) return index
    index++
  }
  return -1
}

/** Whether the name or brand has a longer word that begins with an open word of the term. */
const isBegun = (term: Term, { name, brand }: Label): boolean => {
  if (term.open.length === 0) return false
  for (const word of name) if (begins(word, term)) return true
  for (const word of brand) if (begins(word, term)) return true
  return false
}

/** How a food has the terms of a question. */
interface Held {
  /** The terms that the food lacks. */
  readonly missing: ReadonlyArray<Term>
  /** How many terms are only beginnings of the food's words. */
  readonly beginnings: number
  readonly errors: number
  readonly synonyms: number
  /** Whether all terms are the query's own words in name and brand; in these or in the everyday names. */
  readonly isLabelled: boolean
  readonly isAsAsked: boolean
  /** Whether a term is only in other or everyday names. */
  readonly isOnlyInNames: boolean
  /** How many terms are only in the description. */
  readonly described: number
}

/** How a food has the terms. `names` are the stems of its other and everyday names. */
export const heldIn = (label: Text, names: ReadonlySet<string> | undefined, terms: ReadonlyArray<Term>): Held => {
  const missing: Array<Term> = []
  let beginnings = 0
  let errors = 0
  let synonyms = 0
  let isLabelled = true
  let isAsAsked = true
  let isOnlyInNames = false
  let described = 0
  const all = label.described.length === 0 ? label.stems : [...label.stems, ...label.described]
  for (const term of terms) {
    const onLabel = wayOf(term, label.stems)
    const inText = onLabel === 0 || all === label.stems ? onLabel : wayOf(term, all)
    const way = names === undefined || inText === 0 ? inText : wayOf(term, all, names)
    isLabelled &&= onLabel === 0
    isAsAsked &&= way === 0
    const begun = inText < 0 && isBegun(term, label)
    isOnlyInNames ||= way >= 0 && inText < 0 && !begun
    if (inText >= 0 && onLabel < 0) described++
    if (way < 0 && begun) beginnings++
    if (way < 0 && !begun) missing.push(term)
    else errors += errorsOf(term, way)
    synonyms += unusual(term, way)
  }
  return { missing, beginnings, errors, synonyms, isLabelled, isAsAsked, isOnlyInNames, described }
}

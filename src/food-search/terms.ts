import type { Spellings } from "../foods/label.ts"
import { JOINING } from "../foods/vocabulary.ts"
import { stem, wordsOf } from "../text/words.ts"

/** A word of a query. */
export interface Term {
  readonly word: string
  readonly stem: string
  /** Whether it also matches longer words that begin with it. A single letter does so only as the last word, still being typed. */
  readonly open: boolean
}

/** Words of a query after this many are ignored. */
const MOST_TERMS = 16

/** The distinct words of a query; joining words only if there are no others. */
export const termsOf = (query: string): ReadonlyArray<Term> => {
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !JOINING.has(word))
  const words = (telling.length > 0 ? telling : all).slice(0, MOST_TERMS)
  return words.map((word, index) => ({
    word,
    stem: stem(word),
    open: [...word].length > 1 || index === words.length - 1
  }))
}

/** The term with another word in its place. */
export const replaced = (term: Term, word: string): Term =>
  word === term.word ? term : { word, stem: stem(word), open: true }

/** Whether the whole word is among the spellings, in the singular or plural. */
export const holdsWhole = ({ words, stems }: Spellings, term: Term): boolean =>
  stems.includes(term.stem) || words.includes(term.stem)

/** Whether the word is among the spellings or, if the term is open, begins one of them. */
export const holds = (spellings: Spellings, term: Term): boolean =>
  holdsWhole(spellings, term) || (term.open && spellings.words.some((word) => word.startsWith(term.word)))

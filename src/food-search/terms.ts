import type { Spellings } from "../foods/label.ts"
import { JOINING } from "../foods/vocabulary.ts"
import { stem, wordsOf } from "../text/words.ts"

/** A word to look for. */
export interface Term {
  readonly word: string
  readonly stem: string
  /** Whether longer words that start with it are meant, too: all but single letters, unless one is the last and being typed. */
  readonly open: boolean
}

/** More words than this narrow nothing down any more. */
const MOST_TERMS = 16

/** The words of a query to look for, each once; joining words only where there is nothing else. */
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

/** The same place of a query with another word in it. */
export const replaced = (term: Term, word: string): Term =>
  word === term.word ? term : { word, stem: stem(word), open: true }

/** Whether the whole word is among them, singular and plural being the same. */
export const holdsWhole = ({ words, stems }: Spellings, term: Term): boolean =>
  stems.includes(term.stem) || words.includes(term.stem)

/** Whether it is among them, or the start of one of them is. */
export const holds = (spellings: Spellings, term: Term): boolean =>
  holdsWhole(spellings, term) || (term.open && spellings.words.some((word) => word.startsWith(term.word)))

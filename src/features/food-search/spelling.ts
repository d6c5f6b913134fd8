import { once } from "../../values/once.ts"
import {
  correctionsBy,
  isTypingError,
  twoErrorCorrectionsBy,
  typingDistance,
  typingVariants
} from "../../values/text/corrections.ts"
import { corrected, type Term, unproven } from "./query.ts"

/** A term as it is looked for, possibly corrected; undefined if no food has it or a similar word. */
export type LookedFor = Term | undefined

/** The term as corrected by a database: a correction that shares no typing variant with the word has two errors. */
export const correctedAs = (term: Term, correction: string): Term => {
  const asked = typingVariants(unproven(term)?.word ?? "")
  return corrected(term, correction, typingDistance(asked, typingVariants(correction)) === undefined ? 2 : 1)
}

/** The likeliest correction of a word, with one error and with two. */
export interface Corrections {
  readonly near: (word: string) => string | undefined
  readonly far: (word: string) => string | undefined
}

/** Corrections by the words of foods, which count the foods with each. The words are read when a word needs correcting. */
export const correctionsIn = (words: () => ReadonlyMap<string, number>): Corrections => {
  const vocabulary = once(words)
  return { near: correctionsBy(vocabulary, isTypingError), far: twoErrorCorrectionsBy(vocabulary) }
}

/**
 * Decides how to look for each term: as asked if a food has it, otherwise by the likeliest correction. `most` returns
 * how many errors a term may have.
 */
export const lookUp = (
  terms: ReadonlyArray<Term>,
  { near, far }: Corrections,
  hasFood: (term: Term) => boolean,
  most: (index: number) => number = () => 2
): ReadonlyArray<LookedFor> =>
  terms.map((term, index) => {
    const word = unproven(term)?.word
    if (word === undefined || hasFood(term)) return term
    if (!term.correctable || most(index) === 0) return undefined
    const correction = near(word) ?? (most(index) === 2 ? far(word) : undefined)
    return correction === undefined ? undefined : correctedAs(term, correction)
  })

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

/**
 * Decides how to look for each term: as asked if a food has it, otherwise by the likeliest correction in `words`, which
 * counts the foods with each. `most` returns how many errors a term may have.
 */
export const lookUp = (
  terms: ReadonlyArray<Term>,
  words: () => ReadonlyMap<string, number>,
  hasFood: (term: Term) => boolean,
  most: (index: number) => number = () => 2
): ReadonlyArray<LookedFor> => {
  const vocabulary = once(words)
  const near = correctionsBy(vocabulary, isTypingError)
  const far = twoErrorCorrectionsBy(vocabulary)
  return terms.map((term, index) => {
    const word = unproven(term)?.word
    if (word === undefined || hasFood(term)) return term
    if (!term.correctable || most(index) === 0) return undefined
    const correction = near(word) ?? (most(index) === 2 ? far(word) : undefined)
    return correction === undefined ? undefined : correctedAs(term, correction)
  })
}

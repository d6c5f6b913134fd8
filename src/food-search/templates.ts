import type { LookedFor } from "./results.ts"
import type { Term, Word } from "./terms.ts"

/** The most candidates that a search for some of the terms takes from a band, so that each subset of terms has its share. */
export const MOST_OF_A_STEP = 25

/** Stands for the letter of the band in the templates of text search queries; no word has it. */
export const BAND = "~"

export const whole = ({ stem }: Word) => `'${BAND}${stem}'`
export const begun = (word: Word) => (word.open ? `('${BAND}${word.word}':* | ${whole(word)})` : whole(word))

/** A text search query for the term, to be completed with a band. */
export const template = ({ ways }: Term, lexeme: (word: Word) => string): string =>
  `(${ways.map((way) => (way.length === 1 ? way.map(lexeme).join("") : `(${way.map(lexeme).join(" & ")})`)).join(" | ")})`

/** Where a search found a food. */
export interface Place {
  /** How many terms the search went without when it found the food. */
  readonly level: number
  /** The last term dropped, by its place in the order of dropping, from 1; 0 where none was. */
  readonly out: number
}

/** The first level at which foods were found, and those of each of its subsets of terms, each food once. */
export const firstLevel = <R extends Place & { readonly id: string }>(rows: ReadonlyArray<R>) => {
  const level = Math.min(...rows.map((row) => row.level))
  const subsets: Array<Map<string, R>> = []
  for (const row of rows) {
    if (row.level !== level) continue
    // The subsets of a level are counted from the first term that it may drop.
    const number = row.out - level
    const subset = subsets[number] ?? new Map<string, R>()
    subsets[number] = subset.set(row.id, row)
  }
  return { level, foods: Array.from(subsets, (subset) => [...(subset?.values() ?? [])]) }
}

/** Reads what was looked for in the place of each term, as the statement writes it. */
export const lookedForIn = (text: string): ReadonlyArray<LookedFor> =>
  text
    .split(" ")
    .map((word) => (word === "=" ? "as asked" : word === "-" || word === "" ? undefined : { correction: word }))

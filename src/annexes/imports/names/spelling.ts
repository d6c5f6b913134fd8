import { once } from "../../../values/once.ts"
import { singular, wordsOf } from "../../../values/text/words.ts"
import { isKnownWord, vocabulary } from "./vocabulary.ts"

/** Shorter words are near too many others. */
const SHORTEST_CORRECTED = 5
/** Shortest part of a word that lacks its space, as in `closegrip`. */
const SHORTEST_PART = 3

/** The texts that a word becomes by leaving out one letter, or none. */
const shortened = (word: string): ReadonlyArray<string> => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
]

/** The words of the vocabulary by what is left of them without one letter. */
const byShortened = once(() => {
  const found = new Map<string, Array<string>>()
  for (const word of vocabulary()) {
    if (word.length < SHORTEST_CORRECTED - 1) continue
    for (const text of new Set(shortened(word))) {
      const held = found.get(text)
      if (held === undefined) found.set(text, [word])
      else held.push(word)
    }
  }
  return found
})

/** Whether one letter was left out, added, changed, or exchanged with its neighbour. Both words differ. */
const differByOne = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

/** The only known word that differs from this one by one letter, which is not the first. */
const nearest = (word: string): string | undefined => {
  const near = new Set(
    shortened(word).flatMap((text) =>
      (byShortened().get(text) ?? []).filter((other) => other[0] === word[0] && differByOne(word, other))
    )
  )
  const [only, ...more] = near
  return more.length === 0 ? only : undefined
}

/** The only two known words that a word consists of. */
const parted = (word: string): string | undefined => {
  const found: Array<string> = []
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const [one, other] = [word.slice(0, at), word.slice(at)]
    if (vocabulary().has(one) && vocabulary().has(other)) found.push(`${one} ${other}`)
  }
  return found.length === 1 ? found[0] : undefined
}

/**
 * A name in which unknown words are replaced by the only known word that differs by one letter (`barbel`), or by the
 * two that they consist of (`closegrip`). Undefined if a word stays unknown, or all are known.
 */
export const corrected = (name: string): string | undefined => {
  let text = name
  for (const word of wordsOf(name)) {
    if (isKnownWord(word)) continue
    const known = word.length < SHORTEST_CORRECTED ? undefined : (nearest(singular(word)) ?? parted(singular(word)))
    if (known === undefined) return undefined
    text = text.replace(new RegExp(`\\b${word}\\b`, "i"), known)
  }
  return text === name ? undefined : text
}

/** A note after a name, and the name before it. */
export interface Noted {
  readonly name: string
  /** Whether the note could name equipment: a single word may be a make. */
  readonly mayBeEquipment: boolean
}

/** A name with a note in brackets or after a dash, none of whose words occur in names of exercises. */
export const withoutNote = (written: string): Noted | undefined => {
  const text = written.trim().replaceAll(/\s+/g, " ")
  const [, name, bracketed, dashed] = /^(.*?) ?(?:\(([^()]+)\)| [-–] ?([^-–]+))$/.exec(text) ?? []
  const words = wordsOf(bracketed ?? dashed ?? "")
  if (!name || words.length === 0 || words.some(isKnownWord)) return undefined
  return { name, mayBeEquipment: words.length === 1 }
}

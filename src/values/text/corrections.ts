import { ascending } from "./ascending.ts"
import { collapse, errorsBetween } from "./spelling.ts"

/** Only words of these lengths are corrected. */
const SHORTEST = 3
const LONGEST = 24

/** The letters of a word with repeated ones written once; empty if the word must not be corrected. */
const lettersOf = (word: string): ReadonlyArray<string> => {
  const length = [...word].length
  return length < SHORTEST || length > LONGEST || /[0-9]/.test(word) ? [] : [...collapse(word)]
}

type Variants = ReadonlySet<string>

const variantsOf = (letters: ReadonlyArray<string>): Variants => {
  const all = [letters, ...letters.map((_letter, index) => letters.toSpliced(index, 1))]
  return new Set(all.flatMap((variant) => (variant.length > 1 ? [variant.join("")] : [])))
}

/**
 * The word with repeated letters written once, and each text that remains when one letter of that is removed. Two words
 * that share a variant differ by at most one letter too many, too few, wrong, or swapped with its neighbour. Empty for
 * words of fewer than 3 or more than 24 letters, or with digits. The SQL function `typing_variants` returns the same.
 */
export const typingVariants = (word: string): Variants => variantsOf(lettersOf(word))

const longest = (variants: Iterable<string>): number =>
  Math.max(...Array.from(variants, (variant) => [...variant].length))

/**
 * The distance of two words by their variants: 0 for the same letters, 1 for one letter of difference; undefined if
 * they share no variant. The SQL function `typing_distance` returns the same, with null for undefined.
 */
export const typingDistance = (a: Variants, b: Variants): number | undefined => {
  const shared = a.intersection(b)
  return shared.size === 0 ? undefined : Math.max(longest(a), longest(b)) - longest(shared)
}

type Letters = ReadonlyArray<string>

/** Whether `a` without its first letter is `b` without its last, both from `start` up to `end`. */
const isShifted = (a: Letters, b: Letters, start: number, end: number): boolean => {
  for (let index = start; index < end - 1; index++) if (a[index + 1] !== b[index]) return false
  return true
}

/**
 * Whether two words may share a variant, without computing the variants: nearly all pairs cannot. In neither does a
 * letter stand twice in a row.
 */
const areNear = (a: Letters, b: Letters): boolean => {
  const shorter = Math.min(a.length, b.length)
  if (Math.max(a.length, b.length) > shorter + 1) return false
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let same = 0
  while (same < shorter && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  if (a.length !== b.length) return start + same === shorter
  const end = a.length - same
  return isShifted(a, b, start, end) || isShifted(b, a, start, end)
}

/** The length from which a word may have two errors. */
const LONG = 8

/** Whether the words begin with the same letter, possibly swapped with the second. */
const keepsFirst = (a: ArrayLike<string>, b: ArrayLike<string>): boolean =>
  a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])

/**
 * Whether one word may be the other with typing errors, for words that share a variant. One error is allowed, or two in
 * words of 8 letters or more. The first letter must be right, or swapped with the second. An error is an extra, missing
 * or wrong letter, or two swapped ones. The SQL function `is_typing_error` returns the same.
 */
export const isTypingError = (asked: string, known: string): boolean => {
  const [a, b] = [[...asked], [...known]]
  if (!keepsFirst(a, b)) return false
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isOne =
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  return isOne || a.length >= LONG
}

/** Words with any other letter may have one error only: the database tries every letter in place of a wrong one. */
const PLAIN = /^[a-z]{3,24}$/

/** The number of letters, repeated ones counted once, from which a word may have two errors. */
const LONG_COLLAPSED = 6

/** Most errors in a word. */
const MOST_ERRORS = 2

const mayHaveTwoErrors = (word: string): boolean =>
  word.length >= LONG && PLAIN.test(word) && collapse(word).length >= LONG_COLLAPSED

/**
 * Whether one word may be the other with at most two errors, if no word shares a variant with it. The word must have 8
 * letters or more, at least 6 of them without repeated ones, and both words only letters from a to z. Double letters
 * count as one. The first letter must be right, or swapped with the second. The SQL function `has_two_typing_errors`
 * returns the same.
 */
export const hasTwoTypingErrors = (asked: string, known: string): boolean =>
  mayHaveTwoErrors(asked) &&
  keepsFirst(asked, known) &&
  PLAIN.test(known) &&
  errorsBetween(asked, known, MOST_ERRORS) !== undefined

/**
 * Corrects words by a vocabulary, which maps each word to its frequency and is read only when a word first needs
 * correcting. The correction is the closest spelling that `accepts` allows. Ties go to words with the same first
 * letter, then to the most frequent, then to the alphabetically first. Undefined if no word is close.
 */
export const correctionsBy = (
  vocabulary: () => ReadonlyMap<string, number>,
  accepts: (word: string, known: string) => boolean = () => true
): ((word: string) => string | undefined) => {
  const known: Array<{ readonly word: string; readonly frequency: number; readonly letters: Letters }> = []
  return (word) => {
    if (known.length === 0) {
      for (const [word, frequency] of vocabulary()) known.push({ word, frequency, letters: lettersOf(word) })
    }
    const letters = lettersOf(word)
    const sought = variantsOf(letters)
    const likely = known.flatMap((each) => {
      if (!areNear(letters, each.letters) || !accepts(word, each.word)) return []
      const distance = typingDistance(sought, variantsOf(each.letters))
      return distance === undefined ? [] : [{ ...each, distance, startsAlike: [...each.word][0] === [...word][0] }]
    })
    return likely.sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.startsAlike) - Number(a.startsAlike) ||
        b.frequency - a.frequency ||
        ascending(a.word, b.word)
    )[0]?.word
  }
}

/**
 * Corrects words with two errors by a vocabulary, which maps each word to its frequency and is read only when needed.
 * Ties go to words with the same first letter, then to the most frequent, then to the alphabetically first.
 */
export const twoErrorCorrectionsBy =
  (vocabulary: () => ReadonlyMap<string, number>) =>
  (word: string): string | undefined => {
    if (!mayHaveTwoErrors(word)) return undefined
    const likely = [...vocabulary()].filter(([known]) => hasTwoTypingErrors(word, known))
    const startsAlike = (known: string) => Number(known[0] === word[0])
    return likely.sort(
      ([a, frequency], [b, other]) => startsAlike(b) - startsAlike(a) || other - frequency || (a < b ? -1 : 1)
    )[0]?.[0]
  }

/** Shorter words have no typing errors, longer ones are no words. */
const SHORTEST = 3
const LONGEST = 24

/** The letters of a word, repeated ones once; none of what has no typing errors. */
const lettersOf = (word: string): ReadonlyArray<string> => {
  const length = [...word].length
  return length < SHORTEST || length > LONGEST || /[0-9]/.test(word) ? [] : [...word.replace(/(.)\1+/gu, "$1")]
}

const variantsOf = (letters: ReadonlyArray<string>): ReadonlySet<string> => {
  const all = [letters, ...letters.map((_letter, index) => letters.toSpliced(index, 1))]
  return new Set(all.flatMap((variant) => (variant.length > 1 ? [variant.join("")] : [])))
}

/**
 * What a word and its misspellings have in common: the word with repeated letters written once, and each text that is
 * left when one letter of that is taken away. Two words that share one differ by one letter too many, too few, wrong or
 * swapped with its neighbour. The SQL function `typing_variants` gives the same.
 */
export const typingVariants = (word: string): ReadonlySet<string> => variantsOf(lettersOf(word))

type Letters = ReadonlyArray<string>

/** Whether `a` without its first letter is `b` without its last, from `start` on and up to `end`. */
const isShifted = (a: Letters, b: Letters, start: number, end: number): boolean => {
  for (let index = start; index < end - 1; index++) if (a[index + 1] !== b[index]) return false
  return true
}

/** Whether two words can share a variant, told without making the variants: nearly all pairs of words cannot. */
const areNear = (a: Letters, b: Letters): boolean => {
  const shorter = Math.min(a.length, b.length)
  if (Math.max(a.length, b.length) > shorter + 1) return false
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let same = 0
  while (same < shorter - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  if (a.length !== b.length) return start + same === shorter
  const end = a.length - same
  return isShifted(a, b, start, end) || isShifted(b, a, start, end)
}

const longest = (variants: Iterable<string>): number =>
  Math.max(...Array.from(variants, (variant) => [...variant].length))

/**
 * Corrects words by a vocabulary (each word with how many foods have it), which is asked for and taken apart only once there
 * is a word to correct. The word most likely meant is the one nearest in spelling, then with the same first letter, then the
 * most frequent, then the first of the alphabet.
 */
export const correctionsBy = (
  vocabulary: () => ReadonlyMap<string, number>
): ((word: string) => string | undefined) => {
  const known: Array<{ readonly word: string; readonly foods: number; readonly letters: Letters }> = []
  return (word) => {
    if (known.length === 0) {
      for (const [word, foods] of vocabulary()) known.push({ word, foods, letters: lettersOf(word) })
    }
    const letters = lettersOf(word)
    const sought = variantsOf(letters)
    const likely = known.flatMap((each) => {
      if (!areNear(letters, each.letters)) return []
      const variants = variantsOf(each.letters)
      const shared = sought.intersection(variants)
      if (shared.size === 0) return []
      const distance = Math.max(longest(sought), longest(variants)) - longest(shared)
      return [{ ...each, distance, startsAlike: [...each.word][0] === [...word][0] }]
    })
    return likely.sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.startsAlike) - Number(a.startsAlike) ||
        b.foods - a.foods ||
        (a.word < b.word ? -1 : 1)
    )[0]?.word
  }
}

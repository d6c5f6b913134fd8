/** Shorter words have no typing errors, longer ones are no words. */
const SHORTEST = 3
const LONGEST = 24

/**
 * What a word and its misspellings have in common: the word with repeated letters written once, and each text that is
 * left when one letter of that is taken away. Two words that share one differ by one letter too many, too few, wrong or
 * swapped with its neighbour. The SQL function `typing_variants` gives the same.
 */
export const typingVariants = (word: string): ReadonlySet<string> => {
  const length = [...word].length
  if (length < SHORTEST || length > LONGEST || /[0-9]/.test(word)) return new Set()
  const letters = [...word.replace(/(.)\1+/gu, "$1")]
  const all = [letters, ...letters.map((_letter, index) => letters.toSpliced(index, 1))]
  return new Set(all.flatMap((variant) => (variant.length > 1 ? [variant.join("")] : [])))
}

const longest = (variants: Iterable<string>): number =>
  Math.max(...Array.from(variants, (variant) => [...variant].length))

/**
 * The word of the vocabulary (with how many foods have each) that was most likely meant: the one nearest in spelling,
 * then with the same first letter, then the most frequent, then the first of the alphabet.
 */
export const correctionOf = (word: string, vocabulary: ReadonlyMap<string, number>): string | undefined => {
  const sought = typingVariants(word)
  const likely = [...vocabulary].flatMap(([known, foods]) => {
    const variants = typingVariants(known)
    const shared = sought.intersection(variants)
    if (shared.size === 0) return []
    const distance = Math.max(longest(sought), longest(variants)) - longest(shared)
    return [{ known, foods, distance, startsAlike: [...known][0] === [...word][0] }]
  })
  return likely.sort(
    (a, b) =>
      a.distance - b.distance ||
      Number(b.startsAlike) - Number(a.startsAlike) ||
      b.foods - a.foods ||
      (a.known < b.known ? -1 : 1)
  )[0]?.known
}

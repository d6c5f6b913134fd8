/** A copy of a text. A slice keeps the whole text in memory that it was cut from. */
export const copyOf = (text: string): string => Buffer.from(text).toString()

/**
 * Copies texts, and returns the same string for the same text. Once `most` different ones are kept, further ones are
 * copied each time.
 */
export const makeShared = (most: number): ((text: string) => string) => {
  const kept = new Map<string, string>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const copy = copyOf(text)
    if (kept.size < most) kept.set(copy, copy)
    return copy
  }
}

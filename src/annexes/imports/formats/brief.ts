/** Longest date, amount, duration or unit, in characters. */
const LONGEST = 100

/**
 * The text of a cell that should hold a date, an amount, a duration or a unit, trimmed and with single spaces. Of a
 * longer text, which is none of these, only `?` is left, so that no pattern meets a cell of any length.
 */
export const brief = (text: string): string => {
  const plain = text.trim().replaceAll(/\s+/g, " ")
  return plain.length > LONGEST ? "?" : plain
}

const ZERO_OFFSET = /(:\d{2}(?:\.\d+)?) ?\+00:?00$/

/** A time with a zero offset, such as `18:30:00 +0000`, with `Z` instead. */
export const withoutZeroOffset = (text: string): string => brief(text).replace(ZERO_OFFSET, "$1Z")

import { Schema } from "effect"
import { must } from "./must.ts"

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** A text that can be stored: U+0000 and unpaired surrogates become U+FFFD. */
export const toStorable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

/** Any text that can be stored: valid Unicode without U+0000. */
export const Text = Schema.String.pipe(
  Schema.filter(isStorable, {
    ...must({ be: "said", text: "must be valid Unicode without the character U+0000" }),
    jsonSchema: {}
  })
)

/** The length of a text in Unicode code points. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

interface Bounds {
  readonly min: number
  readonly max: number
}

const isWithin = (length: number, { min, max }: Bounds): boolean => length >= min && length <= max

/** Text with `min` to `max` code points, not counting outer white space. */
export const bounded = ({ min, max }: Bounds) =>
  Text.pipe(
    Schema.filter((text) => isWithin(codePoints(text.trim()), { min, max }), {
      ...must({ be: "text", min, max, ...(min > 0 ? { isCut: true } : {}) }),
      jsonSchema: min > 0 ? { minLength: min } : {}
    })
  )

/** Text without outer white space, with `min` to `max` code points after trimming. Not for queries, which keep it. */
export const trimmed = (bounds: Bounds) =>
  // The bounds precede the transformation, so that they appear in the JSON Schema.
  Schema.transform(bounded(bounds), Schema.String, {
    strict: true,
    decode: (text) => text.trim(),
    encode: (text) => text
  })

import { Schema } from "effect"

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Any text that can be kept and given back: valid Unicode without U+0000. */
export const Text = Schema.String.pipe(
  Schema.filter(isStorable, {
    message: () => "must be valid Unicode without the character U+0000",
    jsonSchema: {}
  })
)

/** How long a text is for people: its Unicode code points. */
export const codePoints = (text: string): number => [...text].length

/** Text trimmed of outer white space, of `min` to `max` code points once trimmed. */
export const trimmed = ({ min, max }: { readonly min: number; readonly max: number }) =>
  Schema.transform(
    // The bounds stand before the transformation, so that what is said of the whole shows in its JSON Schema.
    Text.pipe(
      Schema.filter((text) => codePoints(text.trim()) >= min && codePoints(text.trim()) <= max, {
        message: () =>
          min > 0
            ? `must be ${min} to ${max} characters long once outer spaces are cut off`
            : `must be at most ${max} characters long`,
        jsonSchema: min > 0 ? { minLength: min } : {}
      })
    ),
    Schema.String,
    { strict: true, decode: (text) => text.trim(), encode: (text) => text }
  )

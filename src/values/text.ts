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
export const trimmed = (bounds: { readonly min: number; readonly max: number }) =>
  Schema.transform(Text, Schema.String, { strict: true, decode: (text) => text.trim(), encode: (text) => text }).pipe(
    Schema.filter((text) => codePoints(text) >= bounds.min && codePoints(text) <= bounds.max, {
      message: () =>
        bounds.min > 0
          ? `must be ${bounds.min} to ${bounds.max} characters long once outer spaces are cut off`
          : `must be at most ${bounds.max} characters long`,
      jsonSchema: bounds.min > 0 ? { minLength: bounds.min } : {}
    })
  )

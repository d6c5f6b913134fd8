import { Effect, Schema } from "effect"
import { randomText } from "./ids.ts"
import { codePoints, Text } from "./text.ts"

/** Most characters of an id that a caller passes. */
const LONGEST_ID = 128

/** An id as a caller passes it: opaque, so that any that is not known is simply not found. */
export const ItemId = Text.pipe(
  Schema.filter((id) => id.trim() !== "" && codePoints(id) <= LONGEST_ID, {
    message: () => `must be 1 to ${LONGEST_ID} characters long`,
    jsonSchema: { minLength: 1, maxLength: LONGEST_ID }
  })
)

/** A new id: its readable prefix, and 80 random bits. */
export const newItemId = (prefix: "entry" | "cfood" | "meal"): Effect.Effect<string> =>
  Effect.map(randomText(16), (text) => `${prefix}_${text}`)

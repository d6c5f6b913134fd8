import { Effect, Schema } from "effect"
import { randomText } from "./ids.ts"
import { must } from "./must.ts"
import { codePoints, Text } from "./text.ts"

/** Longest id that callers may pass. */
export const LONGEST_ID = 128

/** An id passed by a caller. It is opaque: unknown ones are reported as not found. */
export const ItemId = Text.pipe(
  Schema.filter((id) => id.trim() !== "" && codePoints(id) <= LONGEST_ID, {
    ...must({ be: "text", min: 1, max: LONGEST_ID }),
    jsonSchema: { minLength: 1, maxLength: LONGEST_ID }
  })
)

/** The ids of one kind of item. */
export interface ItemIds {
  /** How its ids begin, before an underscore. Unique to this kind. */
  readonly prefix: string
  /** A new id: the prefix, and 80 random bits. */
  readonly make: Effect.Effect<string>
}

/** The ids for a new kind of item. */
export const itemIds = (prefix: string): ItemIds => ({
  prefix,
  make: Effect.map(randomText(16), (text) => `${prefix}_${text}`)
})

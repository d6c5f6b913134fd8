import { Schema } from "effect"
import type { Named } from "../foods/label.ts"
import { type OwnFoods, ownFoodsOf } from "./rank.ts"

/** The name of a user's food: all that a search needs until it shows the food. */
export interface OwnName extends Named {
  readonly kind: "own"
}

const Names = Schema.parseJson(Schema.Array(Schema.Tuple(Schema.String, Schema.String, Schema.NullOr(Schema.String))))
const decode = Schema.decodeSync(Names)

/**
 * Most users whose lists are cached, and the longest cached list in characters: about 10 MB if each has ten foods, and
 * never more than 40.
 */
const MOST_USERS = 1000
const LONGEST = 4000

const NONE = ownFoodsOf<OwnName>([])

const remembered = new Map<string, OwnFoods<OwnName>>()

/**
 * Parses a user's own foods from a JSON array of id, name and brand (or null) of each; null if there are none. People
 * search more often than they change their own foods, so the same text has usually been parsed before.
 */
export const ownFoodsIn = (names: string | null): OwnFoods<OwnName> => {
  if (names === null) return NONE
  const before = remembered.get(names)
  if (before !== undefined) return before
  const own = ownFoodsOf(decode(names).map(([id, name, brandName]): OwnName => ({ kind: "own", id, name, brandName })))
  if (names.length > LONGEST) return own
  if (remembered.size >= MOST_USERS) remembered.clear()
  remembered.set(names, own)
  return own
}

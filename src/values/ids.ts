import { Effect, Schema } from "effect"

/** Crockford's base 32: digits and letters without i, l, o and u, which are easily confused. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

/** A buffer of random bytes, each used once. */
const drawn = new Uint8Array(4096)
let used = drawn.length

const randomByte = (): number => {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  const byte = drawn[used] ?? 0
  drawn[used++] = 0
  return byte
}

/**
 * `length` characters of 5 random bits each. Ids and tokens must be unguessable, so the bits come from the operating
 * system's generator and not from the seedable `Random`.
 */
export const unsafeRandomText = (length: number): string => {
  let text = ""
  while (text.length < length) text += ALPHABET[randomByte() & 31]
  return text
}

export const randomText = (length: number): Effect.Effect<string> => Effect.sync(() => unsafeRandomText(length))

/** The id of a user: `usr_` and 16 characters. */
export const UserId = Schema.String.pipe(Schema.pattern(/^usr_[0-9a-z]{16}$/), Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const newUserId: Effect.Effect<UserId> = Effect.map(randomText(16), (text) => UserId.make(`usr_${text}`))

/**
 * Ids of things that belong to a user: the prefix, the 16 characters of the user's id, then 8 of their own. The id names
 * its user, so that every statement about it can as well.
 */
export const ownedIds = <Name extends string>(prefix: string, name: Name) => {
  const Id = Schema.String.pipe(Schema.pattern(new RegExp(`^${prefix}_[0-9a-z]{24}$`)), Schema.brand(name))
  const decode = Schema.decodeSync(Id)
  const startOf = (userId: UserId): string => `${prefix}_${userId.slice(4)}`
  const of = (userId: UserId, own: string): typeof Id.Type => decode(startOf(userId) + own)
  return {
    Id,
    /** What all ids of a user start with. */
    startOf,
    /** The id of a user's thing with these 8 characters. */
    of,
    make: (userId: UserId): Effect.Effect<typeof Id.Type> => Effect.map(randomText(8), (own) => of(userId, own)),
    userOf: (id: typeof Id.Type): UserId => UserId.make(`usr_${id.slice(prefix.length + 1, prefix.length + 17)}`)
  }
}

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

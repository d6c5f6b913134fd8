import { Effect, Schema } from "effect"
import type { Environment } from "../values/environment.ts"
import { randomText, UserId } from "../values/ids.ts"

/** `tok_`, then the 16 characters of the user's id, then 8 characters of its own. */
export const TokenId = Schema.String.pipe(Schema.pattern(/^tok_[0-9a-z]{24}$/), Schema.brand("TokenId"))
export type TokenId = typeof TokenId.Type

/** SHA-256 of a token's text, in hex. The text itself is not stored. */
export const TokenHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("TokenHash"))
export type TokenHash = typeof TokenHash.Type

export interface Token {
  readonly environment: Environment
  readonly userId: UserId
  readonly hash: TokenHash
}

/** 32 characters of 5 bits: 160 bits of randomness. */
const SECRET_LENGTH = 32
const FORM = /^fettle_(live|test)_([0-9a-z]{16})[0-9a-z]{32}_[0-9a-z]{7}$/

/** CRC-32 in base 36, padded to 7 characters. It detects mistyped or invented tokens without a query. */
const checksum = (text: string): string => Bun.hash.crc32(text).toString(36).padStart(7, "0")

const hashOf = (text: string): TokenHash => TokenHash.make(new Bun.CryptoHasher("sha256").update(text).digest("hex"))

/** The user that a token id belongs to. */
export const userOfToken = (id: TokenId): UserId => UserId.make(`usr_${id.slice(4, 20)}`)

/**
 * A new token for a user: `fettle_<environment>_<random>_<checksum>`. The random part begins with the user's id, so
 * that even the query for a token names its user. The 160 secret bits follow.
 */
export const newToken = Effect.fn("newToken")(function* (environment: Environment, userId: UserId) {
  const owner = userId.slice(4)
  const body = `fettle_${environment}_${owner}${yield* randomText(SECRET_LENGTH)}`
  const text = `${body}_${checksum(body)}`
  const id = TokenId.make(`tok_${owner}${yield* randomText(8)}`)
  return { id, text, token: { environment, userId, hash: hashOf(text) } satisfies Token }
})

/** The parts of a token's text, or undefined if it is malformed. */
export const parseToken = (text: string): Token | undefined => {
  const [, environment, owner] = FORM.exec(text) ?? []
  if (owner === undefined || (environment !== "live" && environment !== "test")) return undefined
  const end = text.lastIndexOf("_")
  if (checksum(text.slice(0, end)) !== text.slice(end + 1)) return undefined
  return { environment, userId: UserId.make(`usr_${owner}`), hash: hashOf(text) }
}

import { Effect, Schema } from "effect"
import type { Environment } from "../values/environment.ts"
import { randomText, UserId } from "../values/ids.ts"

/** `tok_`, the 16 characters of its user's id, and 8 of its own. */
export const TokenId = Schema.String.pipe(Schema.pattern(/^tok_[0-9a-z]{24}$/), Schema.brand("TokenId"))
export type TokenId = typeof TokenId.Type

/** SHA-256 of a token's text, in hex: all that is stored of it. */
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

/** CRC-32 in base 36, padded to 7 characters: enough to know a mistyped or invented token without asking the database. */
const checksum = (text: string): string => Bun.hash.crc32(text).toString(36).padStart(7, "0")

const hashOf = (text: string): TokenHash => TokenHash.make(new Bun.CryptoHasher("sha256").update(text).digest("hex"))

/** Which user a token id belongs to. */
export const userOfToken = (id: TokenId): UserId => UserId.make(`usr_${id.slice(4, 20)}`)

/**
 * A new token for a user: `fettle_<environment>_<random>_<checksum>`. The random part begins with the user's id, so that
 * looking a token up is, like every other statement, about one named user; the 160 secret bits follow.
 */
export const newToken = Effect.fn("newToken")(function* (environment: Environment, userId: UserId) {
  const owner = userId.slice(4)
  const body = `fettle_${environment}_${owner}${yield* randomText(SECRET_LENGTH)}`
  const text = `${body}_${checksum(body)}`
  const id = TokenId.make(`tok_${owner}${yield* randomText(8)}`)
  return { id, text, token: { environment, userId, hash: hashOf(text) } satisfies Token }
})

/** What a token's text says, or undefined where it is malformed. */
export const parseToken = (text: string): Token | undefined => {
  const [, environment, owner] = FORM.exec(text) ?? []
  if (owner === undefined || (environment !== "live" && environment !== "test")) return undefined
  const end = text.lastIndexOf("_")
  if (checksum(text.slice(0, end)) !== text.slice(end + 1)) return undefined
  return { environment, userId: UserId.make(`usr_${owner}`), hash: hashOf(text) }
}

import { Effect } from "effect"
import { randomText, UserId } from "../../values/ids.ts"
import { SecretHash } from "../../values/secret-hash.ts"

/** A secret's owner and hash. */
export interface Secret {
  readonly userId: UserId
  readonly hash: SecretHash
}

/** 32 characters of 5 bits: 160 bits of randomness. */
const SECRET_LENGTH = 32

/** CRC-32 in base 36, padded to 7 characters. It detects mistyped or invented secrets without a query. */
const checksum = (text: string): string => Bun.hash.crc32(text).toString(36).padStart(7, "0")

export const hashOf = (text: string): SecretHash =>
  SecretHash.make(new Bun.CryptoHasher("sha256").update(text).digest("hex"))

/**
 * The secrets of one kind, such as `fettle_live`: `<kind>_<random>_<checksum>`. The random part begins with the user's
 * id, so that even the query for a secret names its user; the 160 secret bits follow.
 */
export const secretsOf = (kind: string) => {
  const form = new RegExp(`^${kind}_([0-9a-z]{16})[0-9a-z]{32}_[0-9a-z]{7}$`)
  return {
    /** A new secret of a user with its text, which is shown once. */
    make: (userId: UserId): Effect.Effect<Secret & { readonly text: string }> =>
      Effect.map(randomText(SECRET_LENGTH), (random) => {
        const body = `${kind}_${userId.slice(4)}${random}`
        const text = `${body}_${checksum(body)}`
        return { userId, hash: hashOf(text), text }
      }),
    /** The secret with this text, or undefined if it is malformed. */
    parse: (text: string): Secret | undefined => {
      const [, owner] = form.exec(text) ?? []
      const end = text.lastIndexOf("_")
      return owner === undefined || checksum(text.slice(0, end)) !== text.slice(end + 1)
        ? undefined
        : { userId: UserId.make(`usr_${owner}`), hash: hashOf(text) }
    }
  }
}

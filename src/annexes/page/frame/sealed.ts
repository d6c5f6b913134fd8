import { createCipheriv, createDecipheriv, createHmac } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import { randomText } from "../../../values/ids.ts"

const SALT_LENGTH = 32
const TAG_BYTES = 16
const ALGORITHM = "aes-256-gcm"

/** Every text has its own key, so the nonce can be constant. */
const NONCE = Buffer.alloc(12)

const keyOf = (secret: string, salt: string, binding: ReadonlyArray<string>): Buffer =>
  createHmac("sha256", secret)
    .update(JSON.stringify([salt, ...binding]))
    .digest()

const Content = Schema.parseJson(Schema.Struct({ until: Schema.Number, text: Schema.String }))
const decode = Schema.decodeOption(Content)

/**
 * Encrypts a text under `secret`. It can be opened until `until` (epoch milliseconds), with the same secret and
 * binding.
 */
export const seal = (
  secret: string,
  binding: ReadonlyArray<string>,
  content: { readonly until: number; readonly text: string }
): Effect.Effect<string> =>
  Effect.map(randomText(SALT_LENGTH), (salt) => {
    const cipher = createCipheriv(ALGORITHM, keyOf(secret, salt, binding), NONCE)
    const bytes = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
    return salt + bytes.toString("base64url")
  })

/** The text sealed under `secret` with this binding; undefined if it was not, or if it has expired at `at`. */
export const unseal = (
  secret: string,
  binding: ReadonlyArray<string>,
  sealed: string,
  at: number
): string | undefined => {
  const bytes = Buffer.from(sealed.slice(SALT_LENGTH), "base64url")
  if (bytes.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret, sealed.slice(0, SALT_LENGTH), binding), NONCE)
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString()
    const content = Option.getOrUndefined(decode(text))
    return content === undefined || content.until <= at ? undefined : content.text
  } catch {
    return undefined
  }
}

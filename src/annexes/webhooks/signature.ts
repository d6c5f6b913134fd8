import { createHmac } from "node:crypto"

const PREFIX = "whsec_"

/** A new key, as the Standard Webhooks specification writes it: 32 random bytes in base64. */
export const newSecret = (): string =>
  PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")

const sign = (secret: string, content: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64")
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`
}

/**
 * The headers of a message at `now` (epoch milliseconds), as the Standard Webhooks specification defines them: its id,
 * the time, and a signature with each of the keys.
 */
export const signedHeaders = (
  { messageId, body }: { readonly messageId: string; readonly body: string },
  secrets: ReadonlyArray<string>,
  now: number
): Readonly<Record<string, string>> => {
  const timestamp = Math.floor(now / 1000)
  const content = `${messageId}.${timestamp}.${body}`
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => sign(secret, content)).join(" ")
  }
}

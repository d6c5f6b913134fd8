import type { Changing } from "../../call/announcer.ts"
import { unsafeRandomText } from "../../values/ids.ts"
import type { Told } from "./events.ts"
import { MOST_BYTES, type WebhookEvent } from "./model.ts"

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null

/** What is left of data that is too large: its plain fields, such as ids and days, with which the rest can be read. */
const shortened = (data: unknown): unknown =>
  typeof data === "object" && data !== null
    ? { ...Object.fromEntries(Object.entries(data).filter(([, value]) => isPlain(value))), truncated: true }
    : { truncated: true }

const messageId = (once: string | undefined): string =>
  `msg_${once === undefined ? unsafeRandomText(24) : new Bun.CryptoHasher("sha256").update(once).digest("hex").slice(0, 24)}`

/** An event as receivers get it: its type, the time of the change, and the data, of at most 64 KiB together. */
export const eventOf = ({ type, data, once }: Told, { now }: Pick<Changing, "now">): WebhookEvent => {
  const bodyOf = (shown: unknown) => JSON.stringify({ type, timestamp: new Date(now).toISOString(), data: shown })
  const whole = bodyOf(data)
  const body = Buffer.byteLength(whole) <= MOST_BYTES ? whole : bodyOf(shortened(data))
  return { messageId: messageId(once), type, body }
}

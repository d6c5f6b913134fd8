import { DateTime } from "effect"
import { unsafeRandomText } from "../../../values/ids.ts"
import { proofIn } from "../../page/frame/guard.ts"

/** How long a consent form can be answered, in milliseconds. Shorter than the time for which codes are kept. */
const HOUR = 3_600_000

const sealOf = (formToken: string, request: string, start: string): string =>
  new Bun.CryptoHasher("sha256", proofIn(formToken) ?? "").update(`${start} ${request}`).digest("base64url")

/** An id for one consent form, valid for this session and this request for an hour. */
export const consentIdOf = (formToken: string, request: string, now: DateTime.Utc): string => {
  const start = `${DateTime.toEpochMillis(now).toString(36)}.${unsafeRandomText(16)}`
  return `${start}.${sealOf(formToken, request, start)}`
}

/** Whether a form of this session, for this request, was made with this id within the last hour. */
export const isConsentId = (given: unknown, formToken: string, request: string, now: DateTime.Utc): given is string => {
  if (typeof given !== "string") return false
  const [, start = "", made = "", seal] = /^(([0-9a-z]{1,11})\.[0-9a-z]{16})\.([\w-]{43})$/.exec(given) ?? []
  const age = DateTime.toEpochMillis(now) - Number.parseInt(made, 36)
  return age >= 0 && age < HOUR && seal === sealOf(formToken, request, start)
}

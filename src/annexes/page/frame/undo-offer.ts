import { Schema } from "effect"
import { UNDO_SECONDS } from "./cookies.ts"
import type { Fields } from "./form.tsx"
import { seal, unseal } from "./sealed.ts"
import type { Undoable } from "./view.ts"

const Content = Schema.parseJson(
  Schema.Struct({
    text: Schema.String,
    to: Schema.String,
    action: Schema.String,
    fields: Schema.Record({ key: Schema.String, value: Schema.String })
  })
)
const encode = Schema.encodeSync(Content)
const decode = Schema.decodeOption(Content)

/** Distinguishes the offer from other sealed texts of a session. */
const BINDING = ["undo"]

/** Seals an offer under its session. It can be opened for ten minutes by the service's clock. */
export const sealOffer = (sessionText: string, offer: Undoable, at: number) =>
  seal(sessionText, BINDING, { until: at + UNDO_SECONDS * 1000, text: encode(offer) })

/** An offer as sealed under a session; undefined if it is of another one, or more than ten minutes old at `at`. */
export const openOffer = (sessionText: string, sealed: string, at: number): Undoable | undefined => {
  const text = unseal(sessionText, BINDING, sealed, at)
  if (text === undefined) return undefined
  const found = decode(text)
  return found._tag === "None" ? undefined : found.value
}

/** Whether a form is the one that the offer shows. */
export const takesOffer = ({ to, action, fields }: Undoable, path: string, name: string, sent: Fields): boolean =>
  action === name &&
  to.split("?", 1)[0] === path &&
  Object.entries(fields).every(([field, value]) => sent[field] === value)

import { deflateRawSync, inflateRawSync } from "node:zlib"
import { Effect, Option, Schema } from "effect"
import { UserId } from "../../../values/ids.ts"
import { Cursors } from "../../../values/paging/cursor.ts"
import { CARRIED_SECONDS } from "../frame/cookies.ts"
import { seal, unseal } from "../frame/sealed.ts"

/** The name of the hidden field with the input carried through a sign-in. */
export const CARRIED_FIELD = "carried_input"

const Input = Schema.Struct({
  userId: UserId,
  /** The path and query that the form was posted to. */
  to: Schema.String,
  fields: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) })
})

/** What was typed into a form, by whom, and where it was sent. */
export type CarriedInput = typeof Input.Type

const Text = Schema.parseJson(Input)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeOption(Text)

/** Input as compressed text. The fields' names are alike, so that a whole workout fits into a cookie. */
const compressed = (input: CarriedInput): string => deflateRawSync(encode(input)).toString("base64url")

const restored = (text: string): Option.Option<CarriedInput> =>
  decode(inflateRawSync(Buffer.from(text, "base64url")).toString())

/**
 * Carries what was typed into a form whose session had ended through the sign-in: in a hidden field of its pages, and
 * in a cookie if it is short, for a login link that is opened in the same tab. It is encrypted, so that nobody else who
 * signs in on the same device can read it. The service stores nothing.
 */
export const inputCarrier = Effect.map(Cursors, (cursors) => {
  // A signature for a text that nothing else signs is a secret that only this service's processes can make.
  const secret = cursors.seal([CARRIED_FIELD], [])
  return {
    seal: (input: CarriedInput, at: number): Effect.Effect<string> =>
      seal(secret, [], { until: at + CARRIED_SECONDS * 1000, text: compressed(input) }),
    /** Returns undefined unless this service sealed it within the last hour. */
    open: (sealed: unknown, at: number): CarriedInput | undefined => {
      const text = typeof sealed === "string" ? unseal(secret, [], sealed, at) : undefined
      return text === undefined ? undefined : Option.getOrUndefined(restored(text))
    }
  }
})

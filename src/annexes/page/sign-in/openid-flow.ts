import { Effect, Option, Schema } from "effect"
import { UserId } from "../../../values/ids.ts"
import { Cursors } from "../../../values/paging/cursor.ts"
import { IdentityHash } from "../../identity/openid/model.ts"
import { Begun } from "../../identity/openid/provider.ts"
import { OPENID_SECONDS } from "../frame/cookies.ts"
import { seal, unseal } from "../frame/sealed.ts"

/** A sign-in that a browser has begun at the provider. */
const Flow = Schema.Struct({
  ...Begun.fields,
  /** The issuer at which it was begun. */
  issuer: Schema.String,
  /** The signed-in user who links their account there; null if nobody is signed in yet. */
  links: Schema.NullOr(UserId),
  /** The browser's timezone, if a script has added it. */
  timezone: Schema.String
})
export type Flow = typeof Flow.Type

const FlowText = Schema.parseJson(Flow)
const encodeFlow = Schema.encodeSync(FlowText)
const decodeFlow = Schema.decodeOption(FlowText)

/** Longest name of a timezone that is carried, in characters. */
export const LONGEST_TIMEZONE = 64

/** Keeps a begun sign-in in the browser that began it: encrypted, in a cookie, for ten minutes. */
export const flowKeeper = Effect.map(Cursors, (cursors) => {
  // A signature for a text that nothing else signs is a secret that only this service's processes can make.
  const secret = cursors.seal(["openid flow"], [])
  return {
    seal: (flow: Flow, at: number): Effect.Effect<string> =>
      seal(secret, [], { until: at + OPENID_SECONDS * 1000, text: encodeFlow(flow) }),
    /** Returns undefined unless this service sealed it within the last ten minutes. */
    open: (sealed: string | undefined, at: number): Flow | undefined => {
      const text = sealed === undefined ? undefined : unseal(secret, [], sealed, at)
      return text === undefined ? undefined : Option.getOrUndefined(decodeFlow(text))
    }
  }
})

/** The account at the provider that a signed-in person is about to link, handed over to the page that asks them. */
const Proven = Schema.parseJson(Schema.Struct({ hash: IdentityHash, account: Schema.NullOr(Schema.String) }))
export type Proven = typeof Proven.Type
export const encodeProven = Schema.encodeSync(Proven)
export const decodeProven = Schema.decodeOption(Proven)

import { Effect, Option, Schema } from "effect"
import { UserId } from "../../../values/ids.ts"
import { Cursors } from "../../../values/paging/cursor.ts"
import { IdentityHash } from "../../identity/openid/model.ts"
import { Begun, type Provider } from "../../identity/openid/provider.ts"
import { ID_TOKEN_SECONDS, OPENID_SECONDS } from "../frame/cookies.ts"
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

/** Keeps texts in a browser, encrypted for this service's processes, for some seconds. */
const keeperOf = (purpose: string, seconds: number) =>
  Effect.map(Cursors, (cursors) => {
    // A signature for a text that nothing else signs is a secret that only this service's processes can make.
    const secret = cursors.seal([purpose], [])
    return {
      seal: (binding: ReadonlyArray<string>, text: string, at: number): Effect.Effect<string> =>
        seal(secret, binding, { until: at + seconds * 1000, text }),
      /** Returns undefined unless this service sealed it with the same binding, not too long ago. */
      open: (binding: ReadonlyArray<string>, sealed: string | undefined, at: number): string | undefined =>
        sealed === undefined ? undefined : unseal(secret, binding, sealed, at)
    }
  })

/** Keeps a begun sign-in in the browser that began it: encrypted, in a cookie, for ten minutes. */
export const flowKeeper = Effect.map(keeperOf("openid flow", OPENID_SECONDS), (keeper) => ({
  seal: (flow: Flow, at: number): Effect.Effect<string> => keeper.seal([], encodeFlow(flow), at),
  /** Returns undefined unless this service sealed it within the last ten minutes. */
  open: (sealed: string | undefined, at: number): Flow | undefined => {
    const text = keeper.open([], sealed, at)
    return text === undefined ? undefined : Option.getOrUndefined(decodeFlow(text))
  }
}))

/**
 * The longest ID token that is kept, in characters. The answer that sets its cookie must have a head of less than 4 KiB,
 * which is the most that nginx takes by default.
 */
const LONGEST_ID_TOKEN = 2000

/** Keeps the ID token of a sign-in in the browser, encrypted, to show it to the provider when the person signs out there. */
export const idTokenKeeper = Effect.map(keeperOf("openid id token", ID_TOKEN_SECONDS), (keeper) => {
  const bindingOf = ({ issuer, clientId }: Provider) => [issuer.href, clientId]
  return {
    /** Returns undefined for a token that is too long to be kept. */
    seal: (provider: Provider, token: string, at: number): Effect.Effect<string | undefined> =>
      token.length > LONGEST_ID_TOKEN ? Effect.succeed(undefined) : keeper.seal(bindingOf(provider), token, at),
    /** Returns undefined unless this service sealed it for this client of the provider, within the last 30 days. */
    open: (provider: Provider, sealed: string | undefined, at: number): string | undefined =>
      keeper.open(bindingOf(provider), sealed, at)
  }
})

/** The account at the provider that a signed-in person is about to link, handed over to the page that asks them. */
const Proven = Schema.parseJson(Schema.Struct({ hash: IdentityHash, account: Schema.NullOr(Schema.String) }))
export type Proven = typeof Proven.Type
export const encodeProven = Schema.encodeSync(Proven)
export const decodeProven = Schema.decodeOption(Proven)

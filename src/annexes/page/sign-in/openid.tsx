/** @jsxImportSource hono/jsx */
import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Either, Option } from "effect"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { hashOf } from "../../../features/accounts/secret.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { Metrics } from "../../../platform/telemetry/metrics/metrics.ts"
import { parseFields, queryOf } from "../../../surfaces/web/exchange.ts"
import type { Answer, Route } from "../../../surfaces/web/router.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ProviderFault } from "../../identity/openid/faults.ts"
import { identityHash } from "../../identity/openid/hash.ts"
import { personOf } from "../../identity/openid/people.ts"
import { type Identified, OpenIdProvider, type Provider } from "../../identity/openid/provider.ts"
import { IdentityStore } from "../../identity/openid/store.ts"
import type { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { SessionAuthentication } from "../../identity/sign-in/session.ts"
import { newSession } from "../../identity/sign-in/sign-in.ts"
import { inputCarrier } from "../diary/carried.ts"
import { HAND_OVER_SECONDS, OPENID_SECONDS, sitesOf } from "../frame/cookies.ts"
import {
  HOME_PATH,
  OPENID_CALLBACK_PATH,
  OPENID_PATH,
  OPENID_SETTING_PATH,
  OPENID_SIGN_OUT_PATH,
  SIGN_IN_PATH
} from "../frame/paths.ts"
import { respondWith, seeOther } from "../frame/respond.tsx"
import { islandsScript } from "../frame/scripts.ts"
import { seal } from "../frame/sealed.ts"
import type { View } from "../frame/view.ts"
import { firstVisits } from "./invitation.tsx"
import { encodeProven, type Flow, flowKeeper, idTokenKeeper, LONGEST_TIMEZONE } from "./openid-flow.ts"
import type { Stranger, Trouble } from "./openid-parts.tsx"
import { Carried, makeSignInPage } from "./sign-in-page.tsx"
import { makeOnward, makeSignedIn } from "./signed-in.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** Leads on to the form that the sign-in interrupted. The provider's answer is no form, so it cannot send that itself. */
const carriedView = (to: string, carried: string): View => ({
  title: "You are signed in",
  content: (
    <section class="card">
      <h1>You are signed in</h1>
      <p>You were signed out before a form was sent, so nothing was saved. It opens as you left it.</p>
      <form method="post" action={to}>
        <Carried carried={carried} />
        <button type="submit">Open the form</button>
      </form>
    </section>
  )
})

/** What went wrong, for the log: nothing that the person decided, and nothing personal. */
const logged = ({ reason, detail }: ProviderFault): Effect.Effect<void> =>
  reason === "declined" ? Effect.void : Effect.logWarning(`Signing in with the OpenID provider failed: ${detail}`)

/** What the routes share. */
const makeShared = Effect.gen(function* () {
  const siteOf = sitesOf(yield* AppConfig)
  const sessions = yield* SessionAuthentication
  const meter = Option.getOrUndefined(yield* Metrics)
  const signInPage = yield* makeSignInPage
  const callbackAt = (request: Request, arrival: Arrival) =>
    `${siteOf(request, arrival).address.origin}${OPENID_CALLBACK_PATH}`

  /** The signed-in user of this browser; undefined if nobody is. */
  const userHere = (request: Request, arrival: Arrival): Effect.Effect<UserId | undefined> =>
    sessions.authenticate(siteOf(request, arrival).cookies.session.read(request), arrival.at).pipe(
      Effect.map(({ identity }) => identity.account.user.id),
      Effect.orElseSucceed(() => undefined)
    )

  /** Ends a sign-in that led nowhere, on the page where it began. */
  const ended = (request: Request, arrival: Arrival, isLinking: boolean, outcome: Trouble | Stranger) => {
    const { address, cookies } = siteOf(request, arrival)
    if (outcome !== "declined") meter?.identified(typeof outcome === "string" ? "failed" : "not_linked")
    const response =
      isLinking && typeof outcome === "string"
        ? Effect.succeed(seeOther(`${OPENID_SETTING_PATH}?problem=${outcome}`))
        : signInPage(address, arrival, { openId: outcome })
    return Effect.map(response, (page): Answer => ({ outcome: {}, response: cookies.openId.clear(page) }))
  }

  const failed = (request: Request, arrival: Arrival, isLinking: boolean, fault: ProviderFault) =>
    Effect.zipRight(logged(fault), ended(request, arrival, isLinking, fault.reason))

  return { siteOf, meter, callbackAt, userHere, ended, failed }
})

/** Sends the browser to the provider, to sign in, or for a signed-in person to link their account there. */
const makeBegin = (provider: Provider) =>
  Effect.gen(function* () {
    const { siteOf, callbackAt, userHere, failed } = yield* makeShared
    const keeper = yield* flowKeeper
    return Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
      const { for: purpose, timezone } = parseFields(queryOf(request))
      const isLinking = purpose === "link"
      const user = isLinking ? yield* userHere(request, arrival) : undefined
      if (isLinking && user === undefined) return { outcome: {}, response: seeOther(SIGN_IN_PATH) }
      const begun = yield* Effect.either(provider.begin(callbackAt(request, arrival)))
      if (Either.isLeft(begun)) return yield* failed(request, arrival, isLinking, begun.left)
      const flow: Flow = {
        ...begun.right.begun,
        issuer: provider.issuer.href,
        links: user ?? null,
        timezone: typeof timezone === "string" ? timezone.slice(0, LONGEST_TIMEZONE) : ""
      }
      const sealed = yield* keeper.seal(flow, arrival.at)
      return {
        outcome: {},
        response: siteOf(request, arrival).cookies.openId.set(seeOther(begun.right.to), sealed)
      }
    })
  })

/** Signs the identified person in, if they are a user or may become one. */
const makeEnter = (provider: Provider) =>
  Effect.gen(function* () {
    const { siteOf, meter, ended } = yield* makeShared
    const identities = yield* IdentityStore
    const services = yield* Effect.context<AccountStore | NewcomerStore | Transactions | IdentityStore>()
    const onward = yield* makeOnward
    const signedIn = yield* makeSignedIn
    const idTokens = yield* idTokenKeeper
    const carrier = yield* inputCarrier
    const { takeTimezone } = yield* firstVisits
    const { path: island } = yield* Effect.promise(islandsScript)

    /** Where a signed-in person goes on. */
    const next = (request: Request, arrival: Arrival, userId: UserId): Effect.Effect<Response> => {
      const sealed = siteOf(request, arrival).cookies.carried.read(request)
      const carried = carrier.open(sealed, arrival.at)
      return sealed !== undefined && carried?.userId === userId
        ? Effect.succeed(
            respondWith(carriedView(carried.to, sealed), {
              current: OPENID_CALLBACK_PATH,
              standing: undefined,
              nav: [],
              island
            })
          )
        : onward(request, arrival, userId, undefined, HOME_PATH)
    }

    return Effect.fnUntraced(function* (request: Request, arrival: Arrival, flow: Flow, identified: Identified) {
      const at = DateTime.unsafeMake(arrival.at)
      const inTurn = onBehalfOf(`person of ${identityHash(provider.issuer, "subject", identified.subject)}`)
      const { hash, userId } = yield* inTurn(personOf(provider, identified)).pipe(Effect.provide(services))
      if (Option.isNone(userId)) return yield* ended(request, arrival, false, { subject: identified.subject })
      const { text, session } = yield* newSession(userId.value, at, request.headers["user-agent"])
      const answered = { hash: hashOf(flow.state), expiresAt: DateTime.add(at, { seconds: OPENID_SECONDS }) }
      const isOpen = yield* inTurn(identities.openSession(hash, answered, session))
      if (!isOpen) return yield* ended(request, arrival, false, "lost")
      meter?.identified("signed_in")
      yield* takeTimezone(userId.value, flow.timezone)
      const entered = yield* signedIn(request, arrival, text, yield* next(request, arrival, userId.value))
      const { cookies } = siteOf(request, arrival)
      const kept = yield* idTokens.seal(provider, identified.idToken, arrival.at)
      const response = kept === undefined ? entered.response : cookies.idToken.set(entered.response, kept)
      return { ...entered, response: cookies.openId.clear(response) }
    })
  })

/** Takes the provider's answer, in the browser that began the sign-in. */
const makeCallback = (provider: Provider) =>
  Effect.gen(function* () {
    const { siteOf, callbackAt, userHere, ended, failed } = yield* makeShared
    const keeper = yield* flowKeeper
    const enter = yield* makeEnter(provider)

    /** Hands a proven account over to the page that asks the signed-in person whether to link it. */
    const handOver = Effect.fnUntraced(function* (request: Request, arrival: Arrival, identified: Identified) {
      const { cookies } = siteOf(request, arrival)
      const { account = null } = yield* Effect.orElseSucceed(identified.details, () => ({ account: undefined }))
      const hash = identityHash(provider.issuer, "subject", identified.subject)
      const until = arrival.at + HAND_OVER_SECONDS * 1000
      const text = encodeProven({ hash, account })
      const sealed = yield* seal(cookies.session.read(request) ?? "", [OPENID_SETTING_PATH], { until, text })
      const response = cookies.handOver.set(seeOther(OPENID_SETTING_PATH), sealed)
      return { outcome: {}, response: cookies.openId.clear(response) }
    })

    return Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
      const flow = keeper.open(siteOf(request, arrival).cookies.openId.read(request), arrival.at)
      if (flow === undefined || flow.issuer !== provider.issuer.href)
        return yield* ended(request, arrival, false, "lost")
      const isLinking = flow.links !== null
      const query = new URLSearchParams(queryOf(request))
      const identified = yield* Effect.either(provider.finish(query, callbackAt(request, arrival), flow))
      if (Either.isLeft(identified)) return yield* failed(request, arrival, isLinking, identified.left)
      if (!isLinking) {
        const entered = yield* Effect.either(enter(request, arrival, flow, identified.right))
        return Either.isRight(entered) ? entered.right : yield* failed(request, arrival, false, entered.left)
      }
      return (yield* userHere(request, arrival)) === flow.links
        ? yield* handOver(request, arrival, identified.right)
        : yield* ended(request, arrival, true, "lost")
    })
  })

/** Sends the browser to the provider to sign out there, or to the sign-in page if that is not offered. */
const makeSignOut = (provider: Provider) =>
  Effect.gen(function* () {
    const siteOf = sitesOf(yield* AppConfig)
    const idTokens = yield* idTokenKeeper
    return Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
      const { address, cookies } = siteOf(request, arrival)
      const idToken = idTokens.open(provider, cookies.idToken.read(request), arrival.at)
      const to = yield* provider.signOutAt(`${address.origin}${SIGN_IN_PATH}`, idToken)
      return { outcome: {}, response: cookies.idToken.clear(seeOther(to ?? SIGN_IN_PATH)) }
    })
  })

/** The routes for signing in with the OpenID provider, if there is one. They need no session. */
export const openIdRoutes: Effect.Effect<
  ReadonlyArray<Route>,
  never,
  | Effect.Effect.Context<ReturnType<typeof makeBegin>>
  | Effect.Effect.Context<ReturnType<typeof makeCallback>>
  | OpenIdProvider
> = Effect.gen(function* () {
  const provider = Option.getOrUndefined(yield* OpenIdProvider)
  if (provider === undefined) return []
  const get = (path: string, handler: Route["handler"]): Route => ({ method: "GET", path, surface: "page", handler })
  return [
    get(OPENID_PATH, yield* makeBegin(provider)),
    get(OPENID_CALLBACK_PATH, yield* makeCallback(provider)),
    get(OPENID_SIGN_OUT_PATH, yield* makeSignOut(provider))
  ]
})

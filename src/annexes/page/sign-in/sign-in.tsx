/** @jsxImportSource hono/jsx */

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Either, Option } from "effect"
import { makeAddressLimits } from "../../../call/address-limits.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { ENDS_CONNECTION, isUnread, parseFields, queryOf, readForm } from "../../../surfaces/web/exchange.ts"
import type { Route } from "../../../surfaces/web/router.ts"
import type { UserId } from "../../../values/ids.ts"
import { LINK_MINUTES } from "../../identity/sign-in/model.ts"
import { makePasskeys, whyNoPasskeys } from "../../identity/sign-in/passkeys.ts"
import { LINK_PATH, linkSecrets, newSession } from "../../identity/sign-in/sign-in.ts"
import { SignInStore } from "../../identity/sign-in/store.ts"
import { CARRIED_FIELD, inputCarrier } from "../diary/carried.ts"
import { sitesOf } from "../frame/cookies.ts"
import { refusedView, unreadView } from "../frame/errors.tsx"
import { isOwnPost } from "../frame/guard.ts"
import { limitedByAddress } from "../frame/limited.ts"
import { DELETED, HOME_PATH, LEFT, PASSKEYS_PATH, SIGN_IN_PATH } from "../frame/paths.ts"
import { type Frame, respondWith } from "../frame/respond.tsx"
import { islandsScript } from "../frame/scripts.ts"
import type { View } from "../frame/view.ts"
import { WELCOME } from "../today/welcome.tsx"
import { firstVisits, invitationView, readAccepted } from "./invitation.tsx"
import { openIdRoutes } from "./openid.tsx"
import { askForLink, Carried, makeSignInPage, SIGN_IN_LIMITS, WaitingHere } from "./sign-in-page.tsx"
import { makeOnward, makeSignedIn } from "./signed-in.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Filled in by a script: the timezone of this browser, for a user whose timezone nobody chose. */
export const ZoneHere = () => <input type="hidden" name="timezone" value="" data-zone-here />

const confirmView = (userName: string, text: string, carried: string | undefined): View => ({
  title: "Sign in",
  content: (
    <section class="card">
      <h1>Sign in as {userName}?</h1>
      <WaitingHere />
      <p>This browser will stay signed in until it has not been used for 30 days.</p>
      <form method="post" action={LINK_PATH}>
        <input type="hidden" name="link" value={text} />
        <Carried carried={carried} />
        <ZoneHere />
        <button type="submit">Sign in</button>
      </form>
    </section>
  )
})

/** One answer for links that are malformed, unknown, used or late, so that it does not reveal whether a user exists. */
const deadLinkView: View = {
  title: "This link does not work",
  status: 403,
  content: (
    <section class="card">
      <h1>This link does not work</h1>
      <p>It was used already, is too old, or was not copied whole. A login link works for {LINK_MINUTES} minutes.</p>
      {askForLink}
    </section>
  )
}

const answer = (view: View, current: string, frame: Pick<Frame, "island"> = {}) => ({
  outcome: {},
  response: respondWith(view, { current, standing: undefined, nav: [], ...frame })
})

/** The link with this text, if it can still be used at `at`. */
const openLink = Effect.fnUntraced(function* (store: SignInStore["Type"], text: unknown, at: number) {
  const secret = linkSecrets.parse(typeof text === "string" ? text : "")
  if (secret === undefined) return Option.none()
  const found = yield* onBehalfOf(`link of ${secret.userId}`)(store.findLink(secret.userId, secret.hash))
  return found.pipe(
    Option.filter(({ usedAt, expiresAt }) => usedAt === null && DateTime.toEpochMillis(expiresAt) > at),
    Option.map(({ userName, invitation }) => ({ ...secret, userName, invitation }))
  )
})

/** What the page of a link needs besides the link. */
interface Confirming {
  readonly island: string
  /** The host name of the service. */
  readonly host: string
  /** The input that this browser carries, if it is the user's. */
  readonly carriedFor: (userId: UserId) => string | undefined
}

/** Asks whether to sign in with the link in the query. */
const confirm = Effect.fnUntraced(function* (
  store: SignInStore["Type"],
  request: Request,
  { at }: Arrival,
  { island, host, carriedFor }: Confirming
) {
  const { link } = parseFields(queryOf(request))
  const found = yield* openLink(store, link, at)
  return Option.match(found, {
    onNone: () => answer(deadLinkView, LINK_PATH),
    onSome: ({ userName, userId, invitation }) =>
      answer(
        invitation === null
          ? confirmView(userName, String(link), carriedFor(userId))
          : invitationView({ invitation, host, link: String(link), fields: { name: userName } }),
        LINK_PATH,
        { island }
      )
  })
})

/** The fields of a form from one of these pages, or the page that refuses it. */
const fieldsOf = Effect.fnUntraced(function* (request: Request, address: URL, path: string) {
  if (!isOwnPost(request, address)) return Either.left(answer(refusedView, path))
  const body = yield* Effect.either(readForm(request))
  return Either.mapLeft(body, (fault) => {
    const failed = answer(unreadView(fault), path)
    return isUnread(fault)
      ? { ...failed, response: HttpServerResponse.setHeaders(failed.response, ENDS_CONNECTION) }
      : failed
  })
})

/** Signs in with a link, after an invited person has said who they are. */
const makeRedeem = Effect.gen(function* () {
  const store = yield* SignInStore
  const siteOf = sitesOf(yield* AppConfig)
  const onward = yield* makeOnward
  const signedIn = yield* makeSignedIn
  const { takeTimezone, takeAccepted } = yield* firstVisits
  const carrier = yield* inputCarrier
  const { path: island } = yield* Effect.promise(islandsScript)
  return Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
    const fields = yield* fieldsOf(request, siteOf(request, arrival).address, LINK_PATH)
    if (Either.isLeft(fields)) return fields.left
    const { link, [CARRIED_FIELD]: sealed } = fields.right
    const secret = linkSecrets.parse(typeof link === "string" ? link : "")
    if (secret === undefined) return answer(deadLinkView, LINK_PATH)
    const at = DateTime.unsafeMake(arrival.at)
    const found = Option.getOrUndefined(yield* openLink(store, link, arrival.at))
    const { address } = siteOf(request, arrival)
    const chosen = found?.invitation == null ? undefined : yield* Effect.either(readAccepted(fields.right))
    if (chosen !== undefined && Either.isLeft(chosen)) {
      const asked = { invitation: found?.invitation ?? { by: null }, host: address.host, link: String(link) }
      return answer(invitationView({ ...asked, fields: fields.right, fault: chosen.left }), LINK_PATH, { island })
    }
    const { text, session } = yield* newSession(secret.userId, at, request.headers["user-agent"])
    const isOpen = yield* onBehalfOf(`link of ${secret.userId}`)(store.redeemLink(secret.hash, session))
    if (!isOpen) return answer(deadLinkView, LINK_PATH)
    yield* chosen === undefined
      ? takeTimezone(secret.userId, fields.right.timezone)
      : takeAccepted(secret.userId, chosen.right)
    const carried = carrier.open(sealed, arrival.at)
    const next = chosen !== undefined && whyNoPasskeys(address) === undefined ? PASSKEYS_PATH : HOME_PATH
    const response = yield* onward(request, arrival, secret.userId, carried, `${next}?done=${WELCOME}`)
    return yield* signedIn(request, arrival, text, response)
  })
})

/** The routes for signing in. They need no session, and are limited by address. */
export const signInRoutes = Effect.gen(function* () {
  const store = yield* SignInStore
  const config = yield* AppConfig
  const siteOf = sitesOf(config)
  const onward = yield* makeOnward

  const signedIn = yield* makeSignedIn
  const redeem = yield* makeRedeem

  const passkeysAt = yield* makePasskeys
  const signInPage = yield* makeSignInPage
  const { path: island } = yield* Effect.promise(islandsScript)
  const carrier = yield* inputCarrier
  const ask = (request: Request, arrival: Arrival, asked: Parameters<typeof signInPage>[2] = {}) =>
    Effect.map(signInPage(siteOf(request, arrival).address, arrival, asked), (response) => ({ outcome: {}, response }))

  const usePasskey = Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
    const { address } = siteOf(request, arrival)
    const fields = yield* fieldsOf(request, address, SIGN_IN_PATH)
    if (Either.isLeft(fields)) return fields.left
    const { answer: given, [CARRIED_FIELD]: sealed } = fields.right
    const carried = carrier.open(sealed, arrival.at)
    const interrupted =
      typeof sealed === "string" && carried !== undefined ? { to: carried.to, carried: sealed } : undefined
    if (whyNoPasskeys(address) !== undefined) return yield* ask(request, arrival, { hasFailed: true, interrupted })
    const opened = yield* Effect.either(
      passkeysAt(address).signIn(given, DateTime.unsafeMake(arrival.at), request.headers["user-agent"])
    )
    if (Either.isLeft(opened)) return yield* ask(request, arrival, { hasFailed: true, interrupted })
    const { text, session } = opened.right
    return yield* signedIn(request, arrival, text, yield* onward(request, arrival, session.userId, carried, HOME_PATH))
  })

  const routes: ReadonlyArray<Route> = [
    {
      method: "GET",
      path: SIGN_IN_PATH,
      surface: "page",
      handler: (request, arrival) => {
        const { done } = parseFields(queryOf(request))
        return ask(request, arrival, { isDeleted: done === DELETED, hasLeft: done === LEFT })
      }
    },
    { method: "POST", path: SIGN_IN_PATH, surface: "page", handler: usePasskey },
    {
      method: "GET",
      path: LINK_PATH,
      surface: "page",
      handler: (request, arrival) =>
        confirm(store, request, arrival, {
          island,
          host: siteOf(request, arrival).address.host,
          carriedFor: (userId) => {
            const sealed = siteOf(request, arrival).cookies.carried.read(request)
            return carrier.open(sealed, arrival.at)?.userId === userId ? sealed : undefined
          }
        })
    },
    { method: "POST", path: LINK_PATH, surface: "page", handler: redeem },
    ...(yield* openIdRoutes)
  ]
  return limitedByAddress(routes, makeAddressLimits(SIGN_IN_LIMITS, config.trustedProxies))
})

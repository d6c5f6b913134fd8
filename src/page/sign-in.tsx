/** @jsxImportSource hono/jsx */

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Either, Option, Record } from "effect"
import { makeAddressLimits } from "../call/address-limits.ts"
import type { Arrival } from "../call/outcome.ts"
import { LIMITS } from "../caller/limits.ts"
import { AppConfig } from "../config.ts"
import { onBehalfOf } from "../database/work.ts"
import { LINK_MINUTES } from "../sign-in/model.ts"
import { passkeysAt, whyNoPasskeys } from "../sign-in/passkeys.ts"
import { LINK_PATH, linkSecrets, newSession } from "../sign-in/sign-in.ts"
import { SignInStore } from "../sign-in/store.ts"
import { ENDS_CONNECTION, isUnread, parseFields, queryOf, readForm } from "../web/exchange.ts"
import type { Route } from "../web/router.ts"
import { cookiesFor } from "./cookies.ts"
import { failureView, refusedView } from "./errors.tsx"
import { isOwnPost } from "./guard.ts"
import { limitedByAddress } from "./limited.ts"
import { PASSKEY_SCRIPTS } from "./passkey-script.ts"
import { HOME_PATH, SIGN_IN_PATH } from "./paths.ts"
import { respondWith } from "./respond.tsx"
import { seeOther } from "./surface.ts"
import type { View } from "./view.ts"
import { WELCOME } from "./welcome.tsx"

type Request = HttpServerRequest.HttpServerRequest

const askForLink = (
  <p>
    Ask the operator of this service for a login link. The operator runs <code>fettle login-link --user ID</code>, which
    prints one. It works once, for {LINK_MINUTES} minutes.
  </p>
)

const signInView = (options: string | undefined, reason: string | undefined, hasFailed: boolean): View => ({
  title: "Sign in",
  status: hasFailed ? 403 : 200,
  scripts: options === undefined ? [] : PASSKEY_SCRIPTS,
  content: (
    <section class="card">
      <h1>Sign in</h1>
      {hasFailed ? (
        <p class="fault" role="alert">
          This passkey could not be verified. It may have been removed, or the page was open for too long. Try again, or
          use a login link.
        </p>
      ) : null}
      {options === undefined ? (
        <p>{reason}</p>
      ) : (
        <form method="post" action={SIGN_IN_PATH} class="fields" data-passkey="use" data-options={options}>
          <input type="hidden" name="answer" value="" />
          <button type="submit" disabled>
            Sign in with a passkey
          </button>
          <p role="status" class="soft" />
          <noscript>
            <p>Passkeys need JavaScript. Login links work without.</p>
          </noscript>
        </form>
      )}
      <h2>Without a passkey</h2>
      {askForLink}
    </section>
  )
})

const confirmView = (userName: string, text: string): View => ({
  title: "Sign in",
  content: (
    <section class="card">
      <h1>Sign in as {userName}?</h1>
      <p>This browser will stay signed in until it has not been used for 30 days.</p>
      <form method="post" action={LINK_PATH}>
        <input type="hidden" name="link" value={text} />
        <button type="submit">Sign in</button>
      </form>
    </section>
  )
})

/** One answer for links that are malformed, unknown, used or late: none tells whether there is such a user. */
const deadLinkView: View = {
  title: "This link does not work",
  status: 403,
  content: (
    <section class="card">
      <h1>This link does not work</h1>
      <p>It was used already, is older than {LINK_MINUTES} minutes, or was not copied whole.</p>
      {askForLink}
    </section>
  )
}

/**
 * How often one address may ask to sign in, however few calls users may make. The secrets cannot be guessed; this keeps
 * a flood of wrong ones from the database.
 */
const SIGN_IN_LIMITS = {
  ...Record.map(LIMITS, ({ default: amount }) => amount),
  readsBurst: 300,
  writesBurst: 120,
  writesPerDay: 20_000
}

/** The routes with which a person signs in. They need no session, and are limited by address. */
export const signInRoutes = Effect.gen(function* () {
  const store = yield* SignInStore
  const { baseUrl, trustedProxies } = yield* AppConfig
  const cookies = cookiesFor(baseUrl)

  const answer = (view: View, current: string) => ({
    outcome: {},
    response: respondWith(view, { current, standing: undefined, nav: [] })
  })

  /** The link with this text, if it can still be used at `at`. */
  const openLink = Effect.fnUntraced(function* (text: unknown, at: number) {
    const secret = linkSecrets.parse(typeof text === "string" ? text : "")
    if (secret === undefined) return Option.none()
    const found = yield* onBehalfOf(`link of ${secret.userId}`)(store.findLink(secret.userId, secret.hash))
    return found.pipe(
      Option.filter(({ usedAt, expiresAt }) => usedAt === null && DateTime.toEpochMillis(expiresAt) > at),
      Option.map(({ userName }) => ({ ...secret, userName }))
    )
  })

  /** Where the sign-in was asked for, else `otherwise`: only a path of this service, as the browser was sent here from one. */
  const returnTo = (request: Request, otherwise: string): string => {
    const path = cookies.returning.read(request) ?? HOME_PATH
    return path !== HOME_PATH && /^\/(app|oauth)(\/[\w/-]*)?(\?[\x21-\x7e]*)?$/.test(path) ? path : otherwise
  }

  const confirm = Effect.fnUntraced(function* (request: Request, { at }: Arrival) {
    const { link } = parseFields(queryOf(request))
    const found = yield* openLink(link, at)
    return answer(
      Option.match(found, {
        onNone: () => deadLinkView,
        onSome: ({ userName }) => confirmView(userName, String(link))
      }),
      LINK_PATH
    )
  })

  /** The fields of a form from one of these pages, or the page that refuses it. */
  const fieldsOf = Effect.fnUntraced(function* (request: Request, arrival: Arrival, path: string) {
    if (!isOwnPost(request, baseUrl)) return Either.left(answer(refusedView, path))
    const body = yield* Effect.either(readForm(request))
    return Either.mapLeft(body, (fault) => {
      const failed = answer(failureView(fault, arrival.requestId), path)
      return isUnread(fault)
        ? { ...failed, response: HttpServerResponse.setHeaders(failed.response, ENDS_CONNECTION) }
        : failed
    })
  })

  /** Goes on as somebody who has signed in. */
  const signedIn = (request: Request, sessionText: string, otherwise: string) => ({
    outcome: {},
    response: cookies.returning.clear(cookies.session.set(seeOther(returnTo(request, otherwise)), sessionText))
  })

  const redeem = Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
    const fields = yield* fieldsOf(request, arrival, LINK_PATH)
    if (Either.isLeft(fields)) return fields.left
    const { link } = fields.right
    const secret = linkSecrets.parse(typeof link === "string" ? link : "")
    if (secret === undefined) return answer(deadLinkView, LINK_PATH)
    const at = DateTime.unsafeMake(arrival.at)
    const { text, session } = yield* newSession(secret.userId, at, request.headers["user-agent"])
    const isOpen = yield* onBehalfOf(`link of ${secret.userId}`)(store.redeemLink(secret.hash, session))
    return isOpen ? signedIn(request, text, `${HOME_PATH}?done=${WELCOME}`) : answer(deadLinkView, LINK_PATH)
  })

  const passkeys = yield* passkeysAt(baseUrl)
  const reason = whyNoPasskeys(baseUrl)

  const ask = Effect.fnUntraced(function* ({ at }: Arrival, hasFailed: boolean) {
    const options = reason === undefined ? yield* passkeys.requestOptions(DateTime.unsafeMake(at)) : undefined
    return answer(signInView(options, reason, hasFailed), SIGN_IN_PATH)
  })

  const usePasskey = Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
    const fields = yield* fieldsOf(request, arrival, SIGN_IN_PATH)
    if (Either.isLeft(fields)) return fields.left
    if (reason !== undefined) return yield* ask(arrival, true)
    const { answer: given } = fields.right
    const opened = yield* Effect.either(
      passkeys.signIn(given, DateTime.unsafeMake(arrival.at), request.headers["user-agent"])
    )
    return Either.isLeft(opened) ? yield* ask(arrival, true) : signedIn(request, opened.right.text, HOME_PATH)
  })

  const routes: ReadonlyArray<Route> = [
    {
      method: "GET",
      path: SIGN_IN_PATH,
      surface: "page",
      handler: (_request, arrival) => ask(arrival, false)
    },
    { method: "POST", path: SIGN_IN_PATH, surface: "page", handler: usePasskey },
    { method: "GET", path: LINK_PATH, surface: "page", handler: confirm },
    { method: "POST", path: LINK_PATH, surface: "page", handler: redeem }
  ]
  return limitedByAddress(routes, makeAddressLimits(SIGN_IN_LIMITS, trustedProxies))
})

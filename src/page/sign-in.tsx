/** @jsxImportSource hono/jsx */

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Option } from "effect"
import type { Arrival } from "../call/outcome.ts"
import { AppConfig } from "../config.ts"
import { onBehalfOf } from "../database/client.ts"
import { LINK_MINUTES } from "../sign-in/model.ts"
import { LINK_PATH, linkSecrets, newSession } from "../sign-in/sign-in.ts"
import { SignInStore } from "../sign-in/store.ts"
import { ENDS_CONNECTION, isUnread, parseFields, queryOf, readForm } from "../web/exchange.ts"
import type { Route } from "../web/router.ts"
import { cookiesFor } from "./cookies.ts"
import { failureView, refusedView } from "./errors.tsx"
import { isOwnPost } from "./guard.ts"
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

const signInView: View = {
  title: "Sign in",
  content: (
    <section class="card">
      <h1>Sign in</h1>
      {askForLink}
    </section>
  )
}

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

/** The routes with which a person signs in. They need no session. */
export const signInRoutes = Effect.gen(function* () {
  const store = yield* SignInStore
  const { baseUrl } = yield* AppConfig
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

  /** Where the sign-in was asked for: only a path of this service, as the browser was sent here from one. */
  const returnTo = (request: Request): string => {
    const path = cookies.returning.read(request) ?? HOME_PATH
    return path !== HOME_PATH && /^\/(app|oauth)(\/[\w/-]*)?(\?[\x21-\x7e]*)?$/.test(path)
      ? path
      : `${HOME_PATH}?done=${WELCOME}`
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

  const redeem = Effect.fnUntraced(function* (request: Request, arrival: Arrival) {
    if (!isOwnPost(request, baseUrl)) return answer(refusedView, LINK_PATH)
    const body = yield* Effect.either(readForm(request))
    if (body._tag === "Left") {
      const failed = answer(failureView(body.left, arrival.requestId), LINK_PATH)
      return isUnread(body.left)
        ? { ...failed, response: HttpServerResponse.setHeaders(failed.response, ENDS_CONNECTION) }
        : failed
    }
    const secret = linkSecrets.parse(typeof body.right.link === "string" ? body.right.link : "")
    if (secret === undefined) return answer(deadLinkView, LINK_PATH)
    const at = DateTime.unsafeMake(arrival.at)
    const { text, session } = yield* newSession(secret.userId, at, request.headers["user-agent"])
    const isOpen = yield* onBehalfOf(`link of ${secret.userId}`)(store.redeemLink(secret.hash, session))
    if (!isOpen) return answer(deadLinkView, LINK_PATH)
    const response = cookies.session.set(seeOther(returnTo(request)), text)
    return { outcome: {}, response: cookies.returning.clear(response) }
  })

  const routes: ReadonlyArray<Route> = [
    {
      method: "GET",
      path: SIGN_IN_PATH,
      surface: "page",
      handler: () => Effect.succeed(answer(signInView, SIGN_IN_PATH))
    },
    { method: "GET", path: LINK_PATH, surface: "page", handler: confirm },
    { method: "POST", path: LINK_PATH, surface: "page", handler: redeem }
  ]
  return routes
})

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Either } from "effect"
import { makeAddressLimits } from "../../../call/address-limits.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { ENDS_CONNECTION, isUnread, queryOf, readForm } from "../../../surfaces/web/exchange.ts"
import type { Answer } from "../../../surfaces/web/router.ts"
import { CARRIED_FIELD, inputCarrier } from "../diary/carried.ts"
import { makeSignInPage, SIGN_IN_LIMITS } from "../sign-in/sign-in-page.tsx"
import { type Cookies, LONGEST_IN_COOKIE, sitesOf } from "./cookies.ts"
import { refusedView } from "./errors.tsx"
import { ACTION_FIELD, type Fields, TOKEN_FIELD } from "./form.tsx"
import { isOwnPost, userOfFormToken } from "./guard.ts"
import { tooManyAnswer } from "./limited.ts"
import type { Action, Page } from "./page.ts"
import { SIGN_IN_PATH } from "./paths.ts"
import { respondWith, seeOther } from "./respond.tsx"
import { makeReturning } from "./returning.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The longest input carried through a sign-in, in characters after sealing. */
const LONGEST_CARRIED = 200_000

/** The action of this name. */
export const actionOf = ({ actions = {} }: Page, name: unknown): Action | undefined =>
  typeof name === "string" && Object.hasOwn(actions, name) ? actions[name] : undefined

/** The page's address as requested. */
export const addressOf = ({ path }: Page, request: Request): string => {
  const query = queryOf(request)
  return query === "" ? path : `${path}?${query}`
}

/** Whether a person has sent the form. A script that asks in the background, such as for a search, sends only a part. */
const isSentByPerson = ({ headers }: Request): boolean => (headers["sec-fetch-mode"] ?? "navigate") === "navigate"

/**
 * Refuses a form from another site. It leaves the cookies alone: browsers send none with such a form, so whoever sent
 * it may well be signed in.
 */
const foreign = ({ path }: Page): Answer => ({
  outcome: {},
  response: respondWith(refusedView, { current: path, standing: undefined, nav: [] })
})

/** Answers requests of people whose session has ended. */
export const makeInterruption = Effect.gen(function* () {
  const config = yield* AppConfig
  const siteOf = sitesOf(config)
  const signInPage = yield* makeSignInPage
  const carrier = yield* inputCarrier
  const isAllowed = makeAddressLimits(SIGN_IN_LIMITS, config.trustedProxies)
  const { keep } = yield* makeReturning

  /** Redirects to the sign-in page, which later leads to the page at `to`. */
  const toSignInFor = (page: Page, to: string, request: Request, arrival: Arrival): Effect.Effect<Answer> =>
    keep(page, to, request, arrival).pipe(
      Effect.map((value): Answer => {
        const { session, returning } = siteOf(request, arrival).cookies
        const response = session.clear(seeOther(SIGN_IN_PATH))
        return {
          outcome: {},
          response: value === undefined ? returning.clear(response) : returning.set(response, value)
        }
      }),
      Effect.catchTag("TooManyWaiting", () => Effect.succeed(tooManyAnswer(page.path)))
    )

  /**
   * Redirects to the sign-in page, which later returns to the requested page, unless it was a form. A page that a script
   * asks for in the background leaves the cookies alone: meanwhile its browser may be signing in for another page.
   */
  const toSignIn = (page: Page, request: Request, arrival: Arrival): Effect.Effect<Answer> => {
    if (!isSentByPerson(request)) return Effect.succeed({ outcome: {}, response: seeOther(SIGN_IN_PATH) })
    return request.method === "POST"
      ? Effect.succeed({
          outcome: {},
          response: siteOf(request, arrival).cookies.session.clear(seeOther(SIGN_IN_PATH))
        })
      : toSignInFor(page, request.url, request, arrival)
  }

  /**
   * A form's content, sealed for the person who had opened it; undefined if that person is unknown, or if it is too
   * long.
   */
  const sealedInput = Effect.fnUntraced(function* (page: Page, fields: Fields, request: Request, { at }: Arrival) {
    const { [TOKEN_FIELD]: token, [CARRIED_FIELD]: before, ...rest } = fields
    if (typeof before === "string") return carrier.open(before, at) === undefined ? undefined : before
    const userId = userOfFormToken(token)
    const action = actionOf(page, rest[ACTION_FIELD])
    if (userId === undefined || action === undefined || action.takesFile === true) return undefined
    const sealed = yield* carrier.seal({ userId, to: addressOf(page, request), fields: rest }, at)
    return sealed.length > LONGEST_CARRIED ? undefined : sealed
  })

  /** Adds the input to a response, for a login link opened in this browser, instead of what it carried before. */
  const withInput = (cookies: Cookies, response: Response, carried: string | undefined): Response =>
    carried !== undefined && carried.length <= LONGEST_IN_COOKIE
      ? cookies.carried.set(response, carried)
      : cookies.carried.clear(response)

  /** Answers a form whose session has ended with the sign-in, which carries what was typed. */
  const interrupted = Effect.fnUntraced(function* (page: Page, request: Request, arrival: Arrival) {
    const { address, cookies } = siteOf(request, arrival)
    if (!isOwnPost(request, address)) return foreign(page)
    if (page.forgetsInput === true) return yield* toSignInFor(page, addressOf(page, request), request, arrival)
    if (!isAllowed(request, arrival, "write")) return tooManyAnswer(page.path)
    const body = yield* Effect.either(readForm(request))
    const carried = Either.isLeft(body) ? undefined : yield* sealedInput(page, body.right, request, arrival)
    const to = addressOf(page, request)
    const asked = yield* signInPage(address, arrival, { interrupted: { to, carried } })
    const returning = cookies.returning.set(cookies.session.clear(asked), to)
    const response = isSentByPerson(request) ? withInput(cookies, returning, carried) : returning
    const isCut = Either.isLeft(body) && isUnread(body.left)
    return { outcome: {}, response: isCut ? HttpServerResponse.setHeaders(response, ENDS_CONNECTION) : response }
  })

  return { toSignIn, interrupted }
})

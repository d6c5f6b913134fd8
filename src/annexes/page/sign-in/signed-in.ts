import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import type { UserId } from "../../../values/ids.ts"
import { sessionSecrets } from "../../identity/sign-in/sign-in.ts"
import { SignInStore } from "../../identity/sign-in/store.ts"
import type { CarriedInput } from "../diary/carried.ts"
import { sitesOf } from "../frame/cookies.ts"
import { HOME_PATH, SIGN_OUT_PATH } from "../frame/paths.ts"
import { seeOther, sendTo } from "../frame/respond.tsx"
import { makeReturning } from "../frame/returning.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** Pages to which nobody wants to return after signing in. */
const NEVER_RETURNED_TO: ReadonlySet<string> = new Set([HOME_PATH, SIGN_OUT_PATH])

/** The page from which the sign-in was requested, else `otherwise`. Only a path of this service is accepted. */
const returnTo = (path: string | undefined, otherwise: string): string =>
  path !== undefined && !NEVER_RETURNED_TO.has(path) && /^\/(app|oauth)(\/[\w/-]*)?(\?[\x21-\x7e]*)?$/.test(path)
    ? path
    : otherwise

/** The response that leads a signed-in person on: with the form that the sign-in interrupted if it is theirs. */
export const makeOnward = Effect.map(
  makeReturning,
  ({ taken }) =>
    (
      request: Request,
      arrival: Arrival,
      userId: UserId,
      carried: CarriedInput | undefined,
      otherwise: string
    ): Effect.Effect<Response> =>
      carried?.userId === userId
        ? Effect.succeed(sendTo(carried.to))
        : Effect.map(taken(request, arrival), (to) => seeOther(returnTo(to, otherwise)))
)

/** Ends this browser's previous session, whoever was signed in. */
const endEarlier = Effect.fnUntraced(function* (store: SignInStore["Type"], sessionText: string) {
  const secret = sessionSecrets.parse(sessionText)
  if (secret === undefined) return
  const { userId, hash } = secret
  const inTurn = onBehalfOf(`session of ${userId}`)
  const found = yield* inTurn(store.findSession(userId, hash))
  if (Option.isSome(found)) yield* inTurn(store.endSession(userId, found.value.session.id))
})

/** Continues to a response as a signed-in person. */
export const makeSignedIn = Effect.gen(function* () {
  const store = yield* SignInStore
  const siteOf = sitesOf(yield* AppConfig)
  return (request: Request, arrival: Arrival, sessionText: string, response: Response) => {
    const { session, returning, carried, idToken } = siteOf(request, arrival).cookies
    return Effect.as(endEarlier(store, session.read(request) ?? ""), {
      outcome: {},
      response: idToken.clear(carried.clear(returning.clear(session.set(response, sessionText))))
    })
  }
})

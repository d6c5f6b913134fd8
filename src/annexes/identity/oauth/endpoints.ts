import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { type IsAllowed, makeAddressLimits } from "../../../call/address-limits.ts"
import type { AppIdentity } from "../../../call/identity.ts"
import { type Arrival, failedOutcome } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { ANY, type Answer, type Handler, type Route } from "../../../surfaces/web/router.ts"
import { limitedByAddress, RETRY_SECONDS } from "../../page/frame/limited.ts"
import { routesOf } from "../../page/frame/surface.ts"
import { FOR_ALL_ORIGINS, faultAnswer, OAuthFault } from "./answers.ts"
import { boundedRoutes } from "./bounded.tsx"
import { makeConsentPage } from "./consent.tsx"
import { metadataAt, PATHS } from "./metadata.ts"
import { makeRegistration } from "./register.ts"
import { makeRevocation } from "./revoke.ts"
import { makeTokenEndpoint } from "./token.ts"

type Request = HttpServerRequest.HttpServerRequest

const tooMany = new OAuthFault({
  error: "temporarily_unavailable",
  description: "Too many requests from this address. Wait a little, then try again.",
  status: 429,
  headers: { "retry-after": RETRY_SECONDS }
})

const failed = new OAuthFault({
  error: "server_error",
  description: "Something failed inside. Try again after a short wait.",
  status: 500
})

const ALLOWED_HEADERS = "Authorization, Content-Type, Mcp-Protocol-Version"

/** Answers browsers' preflight requests, from every origin. */
const preflight = (methods: string): Handler => {
  const response = HttpServerResponse.empty({
    status: 204,
    headers: {
      ...FOR_ALL_ORIGINS,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": "86400"
    }
  })
  return () => Effect.succeed({ response, outcome: {} })
}

const notAllowed = (methods: string): Handler => {
  const description = `Method not allowed: use ${methods}.`
  const response = faultAnswer(
    new OAuthFault({ error: "invalid_request", description, status: 405, headers: { allow: methods } })
  )
  return () => Effect.succeed({ response, outcome: {} })
}

const openToAll = (method: string, path: string, handler: Handler): Route => ({
  method,
  path,
  surface: undefined,
  handler,
  takesAnyOrigin: true
})

/** The routes for clients: metadata, tokens, registration and revocation. They use no session. */
const clientRoutes = Effect.fn("clientRoutes")(function* (isAllowed: IsAllowed) {
  const { baseUrl } = yield* AppConfig
  const token = yield* makeTokenEndpoint
  const register = yield* makeRegistration
  const revoke = yield* makeRevocation

  const at = (path: string, methods: string, handler: Handler): ReadonlyArray<Route> => [
    ...methods.split(", ").map((method) => openToAll(method, path, handler)),
    openToAll("OPTIONS", path, preflight(methods)),
    openToAll(ANY, path, notAllowed(methods))
  ]

  const get = (path: string, respond: (request: Request) => Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
    at(path, "GET, HEAD", (request, arrival) =>
      isAllowed(request, arrival, "read")
        ? Effect.map(respond(request), (response) => ({ response, outcome: {} }))
        : Effect.succeed({ response: faultAnswer(tooMany), outcome: {} })
    )

  type Answered = { readonly response: HttpServerResponse.HttpServerResponse; readonly app?: AppIdentity }

  /** Every failure is answered in the form of RFC 6749. */
  const post = (path: string, work: (request: Request, arrival: Arrival) => Effect.Effect<Answered, OAuthFault>) =>
    at(path, "POST", (request, arrival: Arrival) => {
      if (!isAllowed(request, arrival, "write")) return Effect.succeed({ response: faultAnswer(tooMany), outcome: {} })
      return Effect.interruptible(work(request, arrival)).pipe(
        Effect.map(({ response, app }): Answer => ({ response, outcome: { app } })),
        Effect.catchTag("OAuthFault", (fault) => Effect.succeed({ response: faultAnswer(fault), outcome: {} })),
        Effect.catchAllCause((cause) =>
          Effect.map(failedOutcome(cause, arrival, {}), (outcome) => ({ response: faultAnswer(failed), outcome }))
        )
      )
    })

  const alone =
    (work: (request: Request, arrival: Arrival) => Effect.Effect<HttpServerResponse.HttpServerResponse, OAuthFault>) =>
    (request: Request, arrival: Arrival) =>
      Effect.map(work(request, arrival), (response) => ({ response }))

  return [
    ...metadataAt(baseUrl.origin).flatMap(([path, respond]) => get(path, respond)),
    ...post(PATHS.token, token),
    ...post(PATHS.register, alone(register)),
    ...post(PATHS.revoke, alone(revoke))
  ]
})

/** The consent page. It is limited by address too, because it is open until somebody has to be signed in. */
const consentRoutes = Effect.fn("consentRoutes")(function* (isAllowed: IsAllowed) {
  return limitedByAddress(boundedRoutes(yield* routesOf([yield* makeConsentPage])), isAllowed)
})

/** The authorization server; no routes if PAGE is off, because nobody could allow anything. */
export const oauthRoutes = Effect.gen(function* () {
  const { limits, page: isServed, trustedProxies } = yield* AppConfig
  const isAllowed = makeAddressLimits(limits, trustedProxies)
  const none: ReadonlyArray<Route> = []
  return isServed ? [...(yield* clientRoutes(isAllowed)), ...(yield* consentRoutes(isAllowed))] : none
})

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { type Arrival, failedOutcome, type Outcome } from "../../call/outcome.ts"
import { RateLimiter, rateLimitHeaders } from "../../call/rate-limit.ts"
import { AppConfig, type Settings } from "../../config.ts"
import { type Failure, NotFound, STATUS } from "../../contract/errors.ts"
import { infoWriter } from "../../platform/telemetry/log/log.ts"
import { Metrics } from "../../platform/telemetry/metrics/metrics.ts"
import { noteCall } from "../../platform/workers/give-way.ts"
import { unsafeRandomText } from "../../values/ids.ts"
import { challenges, isDoor } from "../web/challenge.ts"
import { failed, sent } from "../web/exchange.ts"
import { PROBES } from "../web/health.ts"
import { misdirectedPage } from "../web/misdirected.tsx"
import { ownAddresses } from "../web/own-address.ts"
import { ANY, type Answer, NOWHERE_PATH, type Place, type Places } from "../web/router.ts"
import { BaseAddress, Origin } from "./address.ts"
import { refusedFields } from "./refused-fields.ts"
import { requestSpans, type Traced } from "./request-span.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Returns the peer address of a connection, if known. Asking costs more than most things it is needed for. */
export type Peer = () => string | undefined

/** Answers every request, and never fails. `extend` gives a body more time to arrive. */
export type App = (request: Request, peer: Peer, extend?: () => void) => Effect.Effect<Response>

const EXPOSED_HEADERS = "Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, WWW-Authenticate"
/** Headers that browsers on other origins may send; the last three are added by traced clients. */
const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "Mcp-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Traceparent",
  "Tracestate",
  "B3"
].join(", ")
const PREFLIGHT_SECONDS = "600"

/** After how many seconds a request may be repeated that failed through no fault of its own, with 500 or 503. */
const RETRY_SECONDS = "2"

/** The status logged and counted if the client disconnected and no answer was sent. */
const ABANDONED = 499

/** Caches must not store anything under /v1 except the descriptions, which have an ETag and are revalidated. */
const API_HEADERS = { "cache-control": "no-store", vary: "Origin" }
const DESCRIPTION_HEADERS = { vary: "Accept-Encoding, Origin" }

/** A request's path without its query, which may contain personal data and is never logged. */
const pathOf = (request: Request): string => request.url.split("?", 1)[0] ?? ""

const isApi = (path: string): boolean => path === "/v1" || path.startsWith("/v1/")

const notFound = (method: string, path: string, allow: string | undefined) =>
  new NotFound({
    message:
      allow === undefined
        ? `There is nothing at ${isApi(path) ? path : "this path"}. /v1/openapi.json lists every path.`
        : `${path} does not take ${method}; it takes ${allow}.`
  })

const findHandler = (place: Place | undefined, method: string, path: string) =>
  place?.handlers.get(method) ??
  place?.handlers.get(ANY) ??
  (method === "HEAD" && !isApi(path) ? place?.handlers.get("GET") : undefined)

/** Whether a browser asks for a page. */
const asksForPage = ({ method, headers }: Request): boolean =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html")

/** Whether a browser requests a page that does not exist. */
const isLost = (request: Request, place: Place | undefined, path: string): boolean =>
  place === undefined && path.startsWith("/app/") && (request.headers.accept ?? "").includes("text/html")

const unknownPeer = () => undefined

const methodsOf = ({ handlers }: Place): string => [...handlers.keys()].filter((method) => method !== ANY).join(", ")

/** Whether the handler checks the origin itself: the person's page answers a foreign form with a page. */
const answersOrigins = (place: Place | undefined, method: string): boolean =>
  place?.surface === "page" && place.handlers.has(method) && method === "POST"

/** Whether a browser asks what another origin may send. */
const isPreflight = ({ method, headers }: Request): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined && headers.origin !== undefined

const preflight = (allow: string): Answer => ({
  outcome: {},
  response: HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-methods": allow,
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": PREFLIGHT_SECONDS
    }
  })
})

const nothingThere = (method: string, path: string, allow: string | undefined, { requestId }: Arrival): Answer => {
  const failure = notFound(method, path, allow)
  const response = failed(failure, requestId)
  return {
    outcome: { failure },
    response: allow === undefined ? response : HttpServerResponse.setHeader(response, "allow", allow)
  }
}

/** The status to log and count. A failed tool call is logged with its status over REST, although it is sent as 200. */
const statusOf = ({ failure, abandoned }: Outcome, sent: number): number =>
  abandoned === true ? ABANDONED : failure === undefined ? sent : STATUS[failure._tag]

/** The browser origin that the answer allows: the request's own, unless it was rejected. */
const allowedOrigin = (request: Request, path: string, { failure }: Outcome): string | undefined =>
  isApi(path) && failure?._tag !== "origin_not_allowed" && failure?._tag !== "misdirected_request"
    ? request.headers.origin
    : undefined

/** The headers added to every answer. */
const headersOf = (
  challengeOf: ReturnType<typeof challenges>,
  request: Request,
  path: string,
  { requestId }: Arrival,
  { outcome, response }: Answer
) => {
  const { allowance, failure, replayed } = outcome
  const headers: Record<string, string> = {
    "request-id": requestId,
    // Browsers must not guess another content type.
    "x-content-type-options": "nosniff"
  }
  if (response.status >= 500) headers["retry-after"] = RETRY_SECONDS
  if (isApi(path)) Object.assign(headers, response.headers.etag === undefined ? API_HEADERS : DESCRIPTION_HEADERS)
  if ((isApi(path) || isDoor(path)) && failure?._tag === "unauthorized")
    headers["www-authenticate"] = challengeOf(path, failure)
  if (allowance !== undefined) Object.assign(headers, rateLimitHeaders(allowance))
  if (replayed === true) headers["idempotent-replayed"] = "true"
  const origin = allowedOrigin(request, path, outcome)
  if (origin !== undefined) {
    headers["access-control-allow-origin"] = origin
    headers["access-control-expose-headers"] = EXPOSED_HEADERS
  }
  return headers
}

/** Every authenticated answer under /v1 shows what is left of the limits, even if the call was not counted. */
const withAllowance = (
  limiter: RateLimiter["Type"],
  path: string,
  arrival: Arrival,
  answer: Answer
): Effect.Effect<Answer> => {
  const { outcome, response } = answer
  const { allowance, user } = outcome
  return isApi(path) && allowance === undefined && user !== undefined
    ? Effect.matchCause(limiter.peek(user, arrival.at), {
        onSuccess: (allowance) => ({ response, outcome: { ...outcome, allowance } }),
        onFailure: () => answer
      })
    : Effect.succeed(answer)
}

/** Checks base address and origin, except where a route takes any. */
const checks = Effect.gen(function* () {
  const baseAddress = yield* BaseAddress
  const origin = yield* Origin
  return (request: Request, place: Place | undefined, peer: Peer) =>
    (place?.takesAnyHost === true ? undefined : baseAddress.refusal(request, peer)) ??
    (place?.takesAnyOrigin === true || answersOrigins(place, request.method)
      ? undefined
      : origin.refusal(request.headers.origin))
})

/** Responses to failures: a page for a browser at an address that is not the service's, else the error envelope. */
const failures = (config: Settings) => {
  const own = ownAddresses(config)
  const misdirected = misdirectedPage(config)
  return (request: Request, path: string, { failure }: { readonly failure: Failure }, { requestId, peer }: Arrival) =>
    failure._tag === "misdirected_request" && !isApi(path) && asksForPage(request)
      ? misdirected({ authority: own.authorityOf(request, peer ?? unknownPeer), path, requestId })
      : failed(failure, requestId)
}

/**
 * The single entry point for requests. It checks base address and origin, except where a route takes any, finds the
 * route, turns failures into the error envelope, adds headers to the answer, and writes the log line, metrics and span.
 */
export const boundary = Effect.fn("boundary")(function* (places: Places) {
  const refusalOf = yield* checks
  const limiter = yield* RateLimiter
  const meter = Option.getOrUndefined(yield* Metrics)
  const spanned = yield* requestSpans
  const config = yield* AppConfig
  const log = infoWriter(config)
  const challengeOf = challenges(config)
  const refused = failures(config)

  const answer = (request: Request, path: string, arrival: Arrival, peer: Peer): Effect.Effect<Answer, unknown> => {
    const { method } = request
    const place = places.get(path)
    const refusal = refusalOf(request, place, peer)
    if (refusal !== undefined) return Effect.fail(refusal)
    if (place !== undefined && isApi(path) && isPreflight(request)) return Effect.succeed(preflight(methodsOf(place)))
    const handler = findHandler(isLost(request, place, path) ? places.get(NOWHERE_PATH) : place, method, path)
    return handler === undefined
      ? Effect.succeed(nothingThere(method, path, place && methodsOf(place), arrival))
      : handler(request, arrival)
  }

  const respond = (request: Request, path: string, arrival: Arrival, peer: Peer): Effect.Effect<Answer> =>
    Effect.matchCauseEffect(
      Effect.suspend(() => answer(request, path, arrival, peer)),
      {
        onSuccess: (answer) => withAllowance(limiter, path, arrival, answer),
        onFailure: (cause) =>
          Effect.flatMap(failedOutcome(cause, arrival, {}), (outcome) =>
            withAllowance(limiter, path, arrival, { outcome, response: refused(request, path, outcome, arrival) })
          )
      }
    )

  return (request: Request, peer: Peer, extend?: () => void) =>
    Effect.clockWith((clock) => {
      const started = clock.unsafeCurrentTimeNanos()
      const path = pathOf(request)
      const place = places.get(path)
      const route = place === undefined ? undefined : path
      const surface = place === undefined ? (isApi(path) ? "rest" : undefined) : place.surface
      const isProbe = PROBES.has(path)
      if (!isProbe) noteCall()
      if (surface !== undefined) meter?.begin()
      const at = clock.unsafeCurrentTimeMillis()
      const arrival: Arrival = { requestId: `req_${unsafeRandomText(20)}`, at, peer, ...(extend && { extend }) }

      const record = ({ response, outcome, traceId }: Traced) => {
        const { user, app, operation, failure, replayed = false } = outcome
        const status = statusOf(outcome, response.status)
        const milliseconds = Number(clock.unsafeCurrentTimeNanos() - started) / 1e6
        if (surface !== undefined) {
          meter?.end({ operation, surface, status, seconds: milliseconds / 1000, failure, replayed })
        }
        if (isProbe) return
        log?.(clock.unsafeCurrentTimeMillis(), `${request.method} ${route ?? "(no such path)"}`, {
          requestId: arrival.requestId,
          userId: user?.id,
          clientId: app?.clientId,
          grantId: app?.grantId,
          operation,
          surface,
          status,
          milliseconds: Math.round(milliseconds * 100) / 100,
          error: failure?._tag,
          fields: refusedFields(failure),
          traceId
        })
      }

      const responding = respond(request, path, arrival, peer)
      const traced: Effect.Effect<Traced> =
        spanned === undefined || isProbe ? responding : spanned(request, route, arrival, responding)
      return Effect.map(traced, (answer) => {
        record(answer)
        return sent(answer.response, headersOf(challengeOf, request, path, arrival, answer), request.method === "HEAD")
      })
    })
})

import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { BaseAddress } from "../call/base-address.ts"
import type { Exchange } from "../call/exchange.ts"
import { Origin } from "../call/origin.ts"
import { type Allowance, RateLimiter, rateLimitHeaders } from "../call/rate-limit.ts"
import { AppConfig } from "../config.ts"
import { NotFound, STATUS } from "../contract/errors.ts"
import { infoWriter } from "../telemetry/log/log.ts"
import { Metrics } from "../telemetry/metrics/metrics.ts"
import { unsafeRandomText } from "../values/ids.ts"
import { failed, failureOf, pathOf } from "./answer.ts"
import { requestSpans } from "./request-span.ts"
import { ANY, type Routes } from "./router.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The address a connection comes from; the server tells it where forwarding headers may be believed. */
export type Peer = string | undefined

/** Answers every request, and never fails. */
export type App = (request: Request, peer: Peer) => Effect.Effect<HttpServerResponse.HttpServerResponse>

const EXPOSED_HEADERS = "Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, WWW-Authenticate"
const ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, Mcp-Protocol-Version"
const PREFLIGHT_SECONDS = "600"

const MCP_PATH = "/v1/mcp"

/** What is written down in place of a status where the client went away; nobody was sent it. */
const ABANDONED = 499

/** Nothing under /v1 may be kept by a cache. */
const API_HEADERS = { "cache-control": "no-store", vary: "Origin" }

const isApi = (path: string): boolean => path === "/v1" || path.startsWith("/v1/")

const notFound = (method: string, path: string, allow: string | undefined) =>
  new NotFound({
    message:
      allow === undefined
        ? `There is nothing at ${isApi(path) ? path : "this path"}. /v1/openapi.json lists every path.`
        : `${path} does not take ${method}; it takes ${allow}.`
  })

/**
 * The one door: every request comes in and goes out here. Under /v1 it checks base address and origin, finds the route,
 * turns whatever fails into the error envelope, gives every answer its headers, and the request its log line, its count and
 * its span.
 */
export const boundary = Effect.fn("boundary")(function* (routes: Routes) {
  const baseAddress = yield* BaseAddress
  const origin = yield* Origin
  const limiter = yield* RateLimiter
  const meter = Option.getOrUndefined(yield* Metrics)
  const spanned = yield* requestSpans
  const log = infoWriter(yield* AppConfig)

  const find = (method: string, path: string) => {
    const methods = routes.get(path)
    return (
      methods?.get(method) ?? methods?.get(ANY) ?? (method === "HEAD" && !isApi(path) ? methods?.get("GET") : undefined)
    )
  }

  const preflight = (allow: string) =>
    HttpServerResponse.empty({
      status: 204,
      headers: {
        "access-control-allow-methods": allow,
        "access-control-allow-headers": ALLOWED_HEADERS,
        "access-control-max-age": PREFLIGHT_SECONDS
      }
    })

  const nothingThere = (method: string, path: string, allow: string | undefined, exchange: Exchange) => {
    exchange.failure = notFound(method, path, allow)
    const response = failed(exchange.failure, exchange.requestId)
    return allow === undefined ? response : HttpServerResponse.setHeader(response, "allow", allow)
  }

  const answer = Effect.fnUntraced(function* (request: Request, path: string, exchange: Exchange, peer: Peer) {
    if (isApi(path)) {
      yield* baseAddress.check(request, peer)
      yield* origin.check(request.headers.origin)
      if (request.headers.origin !== undefined) exchange.origin = request.headers.origin
    }
    const route = find(request.method, path)
    const isPreflight = request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined
    if (route !== undefined && !isPreflight) return yield* route(request, exchange)
    const methods = routes.get(path)
    const allow = methods === undefined ? undefined : [...methods.keys()].filter((method) => method !== ANY).join(", ")
    if (allow !== undefined && isPreflight && exchange.origin !== undefined) return preflight(allow)
    return route === undefined ? nothingThere(request.method, path, allow, exchange) : yield* route(request, exchange)
  })

  /** Every authenticated answer tells what is left, those that were not counted too. */
  const allowanceOf = ({ allowance, user, arrivedAt }: Exchange) =>
    allowance !== undefined || user === undefined
      ? Effect.succeed(allowance)
      : Effect.catchAllCause(limiter.peek(user, arrivedAt), () => Effect.succeed(undefined))

  const headersFor = (
    path: string,
    { requestId, origin, replayed, isUnread }: Exchange,
    allowance: Allowance | undefined
  ) => ({
    "request-id": requestId,
    // No answer may be read as anything but what it says it is.
    "x-content-type-options": "nosniff",
    ...(isApi(path) ? API_HEADERS : {}),
    // The rest of an unread body would stand in the way of the connection's next request.
    ...(isUnread === true ? { connection: "close" } : {}),
    ...(allowance === undefined ? {} : rateLimitHeaders(allowance)),
    ...(replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...(origin === undefined
      ? {}
      : { "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED_HEADERS })
  })

  const respond = (request: Request, path: string, exchange: Exchange, peer: Peer) =>
    answer(request, path, exchange, peer).pipe(
      Effect.interruptible,
      Effect.catchAllCause((cause) =>
        Effect.map(failureOf(cause, exchange), (failure) => failed(failure, exchange.requestId))
      ),
      Effect.flatMap((response) =>
        Effect.map(allowanceOf(exchange), (allowance) =>
          HttpServerResponse.setHeaders(response, headersFor(path, exchange, allowance))
        )
      )
    )

  /** The status that a failed tool call would have as a REST call; where nothing failed, the answer's own. */
  const statusOf = ({ failure, isAbandoned }: Exchange, response: number): number =>
    isAbandoned === true ? ABANDONED : failure === undefined ? response : STATUS[failure._tag]

  return (request: Request, peer: Peer) =>
    Effect.clockWith((clock) => {
      const started = clock.unsafeCurrentTimeNanos()
      const path = pathOf(request)
      const route = routes.has(path) ? path : undefined
      const surface = isApi(path) ? (path === MCP_PATH ? "mcp" : "rest") : undefined
      if (surface !== undefined) meter?.begin()
      const exchange: Exchange = {
        requestId: `req_${unsafeRandomText(20)}`,
        arrivedAt: clock.unsafeCurrentTimeMillis()
      }

      const tell = ({ status: sent }: HttpServerResponse.HttpServerResponse) => {
        const { requestId, user, operation, failure, replayed = false, traceId } = exchange
        const status = statusOf(exchange, sent)
        const milliseconds = Number(clock.unsafeCurrentTimeNanos() - started) / 1e6
        if (surface !== undefined) {
          meter?.end({ operation, surface, status, seconds: milliseconds / 1000, failure, replayed })
        }
        log?.(clock.unsafeCurrentTimeMillis(), `${request.method} ${route ?? "(no such path)"}`, {
          requestId,
          userId: user?.id,
          operation,
          surface,
          status,
          milliseconds: Math.round(milliseconds * 100) / 100,
          error: failure?._tag,
          traceId
        })
      }

      const responding = respond(request, path, exchange, peer)
      return Effect.map(
        spanned === undefined ? responding : spanned(request, route, exchange, responding),
        (response) => {
          tell(response)
          return response
        }
      )
    })
})

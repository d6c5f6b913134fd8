import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "@effect/platform"
import { Effect, Exit, Option } from "effect"
import type { Exchange } from "../call/exchange.ts"
import { AppConfig } from "../config.ts"

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/**
 * Makes a request a span, where traces are made: it continues the caller's trace, names the route (never the path or query
 * as they came) and, once answered, tells how.
 */
export const requestSpans = Effect.map(AppConfig, ({ baseUrl, tracing }) => {
  if (Option.isNone(tracing)) return undefined
  const scheme = baseUrl.protocol.slice(0, -1)
  return <R>(
    { method, headers }: HttpServerRequest.HttpServerRequest,
    route: string | undefined,
    exchange: Exchange,
    answer: Answer<R>
  ): Answer<R> =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const parent = Option.getOrUndefined(HttpTraceContext.w3c(headers))
      const span = yield* Effect.makeSpan(route === undefined ? method : `${method} ${route}`, {
        kind: "server",
        captureStackTrace: false,
        attributes: {
          "http.request.method": method,
          ...(route === undefined ? {} : { "http.route": route, "url.path": route }),
          "url.scheme": scheme,
          "server.address": baseUrl.hostname,
          "fettle.request_id": exchange.requestId
        },
        ...(parent === undefined ? { root: true } : { parent })
      })
      exchange.traceId = span.traceId
      const response = yield* answer.pipe(Effect.withParentSpan(span), Effect.annotateLogs("traceId", span.traceId))
      const { operation, user, failure } = exchange
      span.attribute("http.response.status_code", response.status)
      if (operation !== undefined) span.attribute("fettle.operation", operation)
      if (user !== undefined) span.attribute("user.id", user.id)
      span.end(clock.unsafeCurrentTimeNanos(), failure === undefined ? Exit.void : Exit.fail(failure))
      return response
    }).pipe(Effect.withTracerEnabled(true))
})

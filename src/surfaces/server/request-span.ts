import { type HttpServerRequest, HttpTraceContext } from "@effect/platform"
import { Effect, Exit, Option } from "effect"
import type { Arrival } from "../../call/outcome.ts"
import { AppConfig } from "../../config.ts"
import type { Answer } from "../web/router.ts"

/** An answer, and its trace's id. */
export interface Traced extends Answer {
  readonly traceId?: string
}

/**
 * Records a span for each request if tracing is on. It continues the caller's trace and is named after the route, never
 * after the path or query as sent. Its status is set when the request has been answered.
 */
export const requestSpans = Effect.map(AppConfig, ({ baseUrl, tracing }) => {
  if (Option.isNone(tracing)) return undefined
  const scheme = baseUrl.protocol.slice(0, -1)
  return <R>(
    { method, headers }: HttpServerRequest.HttpServerRequest,
    route: string | undefined,
    arrival: Arrival,
    answering: Effect.Effect<Answer, never, R>
  ): Effect.Effect<Traced, never, R> =>
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
          "fettle.request_id": arrival.requestId
        },
        ...(parent === undefined ? { root: true } : { parent })
      })
      const { traceId } = span
      const answer = yield* answering.pipe(Effect.withParentSpan(span), Effect.annotateLogs("traceId", traceId))
      const { operation, user, failure } = answer.outcome
      span.attribute("http.response.status_code", answer.response.status)
      if (operation !== undefined) span.attribute("fettle.operation", operation)
      if (user !== undefined) span.attribute("user.id", user.id)
      span.end(clock.unsafeCurrentTimeNanos(), failure === undefined ? Exit.void : Exit.fail(failure))
      return { ...answer, traceId }
    }).pipe(Effect.withTracerEnabled(true))
})

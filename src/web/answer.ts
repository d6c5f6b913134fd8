import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Cause, Effect } from "effect"
import type { Exchange } from "../call/exchange.ts"
import { envelope, type Failure, InternalError, isFailure, STATUS } from "../contract/errors.ts"

const internalError = new InternalError({
  message: "Something failed inside. Retry after a short wait; if it goes on, report it with the request id."
})

/**
 * The declared failure that a cause comes down to, noted in the exchange. Anything foreign is `internal_error`, and its cause is
 * logged, not told.
 */
export const failureOf = (cause: Cause.Cause<unknown>, exchange: Exchange): Effect.Effect<Failure> => {
  const squashed = Cause.squash(cause)
  const failure = isFailure(squashed) ? squashed : internalError
  exchange.failure = failure
  if (failure === squashed) return Effect.succeed(failure)
  // A client that hangs up interrupts its request: nobody reads the answer, and nothing is wrong here.
  exchange.isAbandoned = Cause.isInterruptedOnly(cause)
  const log = exchange.isAbandoned ? Effect.logInfo("The client went away") : Effect.logError("Request failed", cause)
  const { requestId, operation } = exchange
  return Effect.as(Effect.annotateLogs(log, { requestId, operation }), failure)
}

const challenge = (credentials: "missing" | "invalid" | undefined): string =>
  credentials === "invalid"
    ? 'Bearer realm="fettle", error="invalid_token", error_description="The token is malformed, expired, revoked or of the other environment"'
    : 'Bearer realm="fettle"'

/** The headers that a failure brings along. */
const headersOf = (failure: Failure): Readonly<Record<string, string>> => {
  switch (failure._tag) {
    case "unauthorized":
      return { "www-authenticate": challenge(failure.credentials) }
    case "rate_limited":
      return { "retry-after": String(failure.details.retryAfterSeconds) }
    default:
      return {}
  }
}

/** A failure as a response: its code's status, its headers, the envelope. */
export const failed = (failure: Failure, requestId: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(envelope(failure, requestId), {
    status: STATUS[failure._tag],
    headers: headersOf(failure)
  })

/** An operation's output as a response. */
export const succeeded = (output: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(JSON.stringify(output), { contentType: "application/json" })

/** How a request reads in the log: never its query, which may hold personal data. */
export const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?", 1)[0] ?? ""

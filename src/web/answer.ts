import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { envelope, type Failure, STATUS } from "../contract/errors.ts"

const challenge = (credentials: "missing" | "invalid" | undefined): string =>
  credentials === "invalid"
    ? 'Bearer realm="fettle", error="invalid_token", error_description="The token is malformed, expired, revoked or of the other environment"'
    : 'Bearer realm="fettle"'

/** The extra headers of a failure's answer. */
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

/** A failure as a response: status, headers and error envelope. */
export const failed = (failure: Failure, requestId: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(envelope(failure, requestId), {
    status: STATUS[failure._tag],
    headers: headersOf(failure)
  })

/** An operation's output as a response. */
export const succeeded = (output: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(JSON.stringify(output), { contentType: "application/json" })

/** A request's path without its query, which may hold personal data and is never logged. */
export const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?", 1)[0] ?? ""

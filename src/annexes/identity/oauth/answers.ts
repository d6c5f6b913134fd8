import { HttpServerResponse } from "@effect/platform"
import { Data } from "effect"

/** The error codes of RFC 6749, 7009, 7591 and 8707 that are used here. */
export type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "temporarily_unavailable"
  | "server_error"

/** A request that is answered with an OAuth error. */
export class OAuthFault extends Data.TaggedError("OAuthFault")<{
  readonly error: OAuthCode
  readonly description: string
  /** 400 if omitted. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}> {}

export const fault = (error: OAuthCode, description: string): OAuthFault => new OAuthFault({ error, description })

/** For every answer that may contain a secret. */
const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" }

/** Clients in browsers may read the answers of every endpoint except the consent page. None of these uses cookies. */
export const FOR_ALL_ORIGINS = { "access-control-allow-origin": "*", "access-control-expose-headers": "Request-Id" }

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.unsafeJson(body, { status, headers: { ...NO_STORE, ...FOR_ALL_ORIGINS, ...headers } })

/** The answer to a fault, in the form of RFC 6749. */
export const faultAnswer = ({ error, description, status = 400, headers = {} }: OAuthFault) =>
  json({ error, error_description: description }, status, headers)

import { Data, Effect } from "effect"
import type { Client } from "../connected-apps/model.ts"
import { asksToWrite } from "../connected-apps/scopes.ts"
import type { OAuthCode } from "./answers.ts"
import type { Fields } from "./fields.ts"
import { isOwnResource } from "./metadata.ts"
import { isRegistered, withParameters } from "./redirects.ts"

/** What a client asks a person to allow, fully checked. */
export interface Authorization {
  readonly client: Client
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  /** Whether it asks to write; it always asks to read. */
  readonly mayWrite: boolean
}

/** A request that is answered with a page, because redirecting to the address that it names is not allowed. */
export class NotAllowed extends Data.TaggedError("NotAllowed")<{ readonly message: string }> {}

/** A request that is answered with an error at the client's redirect URI. */
export class SentBack extends Data.TaggedError("SentBack")<{
  readonly client: Client
  readonly redirectUri: string
  readonly location: string
  /** What is wrong with the request. */
  readonly description: string
}> {}

/** The redirect URI with an answer. It names the issuer (RFC 9207), and returns the client's state. */
export const answerAt = (
  { redirectUri, state }: Pick<Authorization, "redirectUri" | "state">,
  issuer: string,
  answer: { readonly code: string } | { readonly error: OAuthCode; readonly error_description: string }
): string => withParameters(redirectUri, { ...answer, state, iss: issuer })

/** SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** The request's redirect URI, which must be one of the client's. */
const redirectOf = (fields: Fields, { name, redirectUris }: Client): Effect.Effect<string, NotAllowed> => {
  const redirectUri = fields.get("redirect_uri")
  if (redirectUri === undefined)
    return new NotAllowed({ message: "The request names no redirect_uri, so the app could not be answered." })
  return isRegistered(redirectUris, redirectUri)
    ? Effect.succeed(redirectUri)
    : new NotAllowed({
        message: `The request names a redirect_uri that ${name} has not registered. Somebody may be trying to get at your data.`
      })
}

/** Checks a client's authorization request. `faulty` are the parameters that are malformed, or given more than once. */
export const checkAuthorization = Effect.fnUntraced(function* (
  fields: Fields,
  faulty: ReadonlySet<string>,
  client: Client,
  issuer: string
) {
  const redirectUri = yield* redirectOf(fields, client)
  const state = fields.get("state")
  const sentBack = (error: OAuthCode, description: string) =>
    new SentBack({
      client,
      redirectUri,
      location: answerAt({ redirectUri, state }, issuer, { error, error_description: description }),
      description
    })

  if (faulty.has("resource")) return yield* sentBack("invalid_target", "resource may be given once.")
  if (faulty.size > 0) return yield* sentBack("invalid_request", "A parameter is malformed, or given more than once.")
  if (!fields.has("response_type")) return yield* sentBack("invalid_request", "response_type is missing.")
  if (fields.get("response_type") !== "code")
    return yield* sentBack("unsupported_response_type", "response_type must be code.")
  if ((fields.get("response_mode") ?? "query") !== "query")
    return yield* sentBack("invalid_request", "response_mode must be query, or left out.")
  if (fields.has("request") || fields.has("request_uri"))
    return yield* sentBack("invalid_request", "Request objects are not supported.")
  const challenge = fields.get("code_challenge")
  if (challenge === undefined || fields.get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge))
    return yield* sentBack("invalid_request", "PKCE is required: code_challenge, and code_challenge_method=S256.")
  if (!isOwnResource(issuer, fields.get("resource")))
    return yield* sentBack("invalid_target", `resource must be ${issuer}/v1/mcp, or left out.`)
  const asked = asksToWrite(fields.get("scope"))
  if (asked === "unknown")
    return yield* sentBack("invalid_scope", "scope may name fettle:read and fettle:write, or be left out.")
  const authorization: Authorization = { client, redirectUri, state, challenge, mayWrite: asked ?? true }
  return authorization
})

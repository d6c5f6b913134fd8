import type { HttpServerRequest } from "@effect/platform"
import { DateTime, Effect, Option, Schema } from "effect"
import { hourlyShare, makeAddressLimits } from "../../../call/address-limits.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { newClientId } from "../connected-apps/secrets.ts"
import { ClientStore } from "../connected-apps/store.ts"
import { fault, json, OAuthFault } from "./answers.ts"
import { nameOf } from "./client-document.ts"
import { readJson } from "./fields.ts"
import { isRedirect, LONGEST_REDIRECT, MOST_REDIRECTS } from "./redirects.ts"

/** A client's statements about itself (RFC 7591). Everything else is ignored. */
const Registration = Schema.Struct({
  client_name: Schema.optional(Schema.NullOr(Schema.String)),
  redirect_uris: Schema.Array(Schema.String)
})

const decode = Schema.decodeUnknownOption(Registration)

const tooMany = new OAuthFault({
  error: "temporarily_unavailable",
  description: "Too many clients have registered and never been used. Try again in an hour.",
  status: 429,
  headers: { "retry-after": "3600" }
})

/**
 * One address's share of MOST_UNUSED_CLIENTS: what it may register at once, and again every hour, so that it cannot
 * shut out others.
 */
const SHARE = 50

const tooManyOfAddress = new OAuthFault({
  error: "temporarily_unavailable",
  description: "Too many clients have registered from this address. Try again in an hour.",
  status: 429,
  headers: { "retry-after": "3600" }
})

/** Registrations queue separately, so that they do not hold up the service's own work. */
const registering = onBehalfOf("registrations")

/** The registration endpoint. Every client is public, whatever it asks for: it gets an id and no secret. */
export const makeRegistration = Effect.gen(function* () {
  const store = yield* ClientStore
  const { trustedProxies } = yield* AppConfig
  const isWithinShare = makeAddressLimits(hourlyShare(SHARE), trustedProxies)

  return Effect.fn("OAuth.register")(function* (request: HttpServerRequest.HttpServerRequest, arrival: Arrival) {
    const given = Option.getOrUndefined(decode(yield* readJson(request)))
    if (given === undefined)
      return yield* fault("invalid_client_metadata", "redirect_uris must be an array of URIs, client_name a text.")
    const redirectUris = [...new Set(given.redirect_uris)]
    if (redirectUris.length === 0 || redirectUris.length > MOST_REDIRECTS || !redirectUris.every(isRedirect))
      return yield* fault(
        "invalid_redirect_uri",
        `redirect_uris must be 1 to ${MOST_REDIRECTS} URIs of at most ${LONGEST_REDIRECT} characters: https, or http to localhost, without fragment and user info.`
      )
    const name = nameOf(given.client_name ?? undefined, "Unnamed app")
    if (name === undefined)
      return yield* fault("invalid_client_metadata", "client_name may have 100 characters at most.")
    if (!isWithinShare(request, arrival, "write")) return yield* tooManyOfAddress
    const id = yield* newClientId
    const at = yield* DateTime.now
    const isRegistered = yield* registering(store.register({ id, name, redirectUris }, at))
    if (!isRegistered) return yield* tooMany
    const registered = {
      client_id: id,
      client_id_issued_at: Math.floor(DateTime.toEpochMillis(at) / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    }
    return json(registered, 201)
  })
})

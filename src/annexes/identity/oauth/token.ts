import type { HttpServerRequest } from "@effect/platform"
import { DateTime, Effect, Option } from "effect"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import type { UserId } from "../../../values/ids.ts"
import { ClientId, grantIds, LIFETIME, LONGEST_CLIENT_ID } from "../connected-apps/model.ts"
import { asksToWrite, scopeText } from "../connected-apps/scopes.ts"
import { newSecret, parseSecret } from "../connected-apps/secrets.ts"
import { ClientStore, GrantStore, type NewTokens } from "../connected-apps/store.ts"
import { fault, json, OAuthFault } from "./answers.ts"
import { isDocumentUrl } from "./client-document.ts"
import { type Fields, readForm, required } from "./fields.ts"
import { isOwnResource } from "./metadata.ts"

const VERIFIER = /^[\w\-.~]{43,128}$/

/** The PKCE challenge of a verifier (S256). */
const challengeOf = (verifier: string): string => new Bun.CryptoHasher("sha256").update(verifier).digest("base64url")

const invalidCode = fault(
  "invalid_grant",
  "The code is not valid: it has expired, was used before, or belongs to another client, redirect_uri or code_verifier."
)
const invalidRefresh = fault(
  "invalid_grant",
  "The refresh token is not valid: it has expired, was revoked or replaced, or belongs to another client. Authorize again."
)

const noClient = new OAuthFault({
  error: "invalid_client",
  description: "client_id is missing. Clients are public: send client_id in the form, and no secret.",
  status: 401,
  headers: { "www-authenticate": 'Basic realm="fettle"' }
})

/** With this, a client that was registered elsewhere, or before the data was lost, registers again. */
const unknownClient = fault("invalid_client", "This client is not registered here. Register it, then authorize again.")

const clientIdOf = (fields: Fields, { headers }: HttpServerRequest.HttpServerRequest) => {
  const given = fields.get("client_id")
  if (given !== undefined)
    return given.length <= LONGEST_CLIENT_ID ? Effect.succeed(ClientId.make(given)) : Effect.fail(invalidCode)
  return Effect.fail(headers.authorization === undefined ? fault("invalid_request", "client_id is missing.") : noClient)
}

/** The token endpoint: redeems codes and refresh tokens. */
export const makeTokenEndpoint = Effect.gen(function* () {
  const { baseUrl, environment } = yield* AppConfig
  const store = yield* GrantStore
  const clients = yield* ClientStore

  /** A refusal that says so if the client itself is unknown. Clients with a document need not be known in advance. */
  const explained = (clientId: ClientId) => (refusal: OAuthFault) =>
    refusal.error !== "invalid_grant" || isDocumentUrl(clientId)
      ? Effect.fail(refusal)
      : Effect.flatMap(clients.findRegistered(clientId), (found) =>
          Effect.fail(Option.isNone(found) ? unknownClient : refusal)
        )

  /** New tokens for a user: their text, and the form in which they are stored. */
  const newTokens = Effect.fnUntraced(function* (userId: UserId, at: DateTime.Utc) {
    const access = yield* newSecret("access", environment, userId)
    const refresh = yield* newSecret("refresh", environment, userId)
    const stored: NewTokens = {
      access: { hash: access.hash, expiresAt: DateTime.add(at, { millis: LIFETIME.access }) },
      refresh: { hash: refresh.hash, expiresAt: DateTime.add(at, { millis: LIFETIME.refresh }) }
    }
    const answer = (mayWrite: boolean) =>
      json({
        access_token: access.text,
        token_type: "Bearer",
        expires_in: LIFETIME.access / 1000,
        refresh_token: refresh.text,
        scope: scopeText(mayWrite)
      })
    return { stored, answer }
  })

  const redeem = Effect.fnUntraced(function* (fields: Fields, clientId: ClientId) {
    const code = parseSecret("code", environment, yield* required(fields, "code"))
    const redirectUri = yield* required(fields, "redirect_uri")
    const verifier = yield* required(fields, "code_verifier")
    if (!VERIFIER.test(verifier))
      return yield* fault("invalid_request", "code_verifier must be 43 to 128 unreserved characters.")
    if (code === undefined) return yield* invalidCode
    const { userId, hash } = code
    const at = yield* DateTime.now
    const { stored, answer } = yield* newTokens(userId, at)
    const grantId = yield* grantIds.make(userId)
    const redemption = { ...stored, userId, code: hash, clientId, redirectUri, challenge: challengeOf(verifier), at }
    const redeemed = yield* onBehalfOf(`code of ${userId}`)(store.redeem({ ...redemption, grantId }))
    if (Option.isNone(redeemed)) return yield* invalidCode
    return { response: answer(redeemed.value.mayWrite), app: { clientId, grantId } }
  })

  const refresh = Effect.fnUntraced(function* (fields: Fields, clientId: ClientId) {
    const token = parseSecret("refresh", environment, yield* required(fields, "refresh_token"))
    const mayWrite = asksToWrite(fields.get("scope"))
    if (mayWrite === "unknown") return yield* fault("invalid_scope", "There is no such scope.")
    if (token === undefined) return yield* invalidRefresh
    const { userId, hash } = token
    const at = yield* DateTime.now
    const { stored, answer } = yield* newTokens(userId, at)
    const rotation = { ...stored, userId, token: hash, clientId, mayWrite, at }
    const rotated = yield* onBehalfOf(`refresh token of ${userId}`)(store.rotate(rotation))
    if (rotated === "invalid") return yield* invalidRefresh
    if (rotated === "excess") return yield* fault("invalid_scope", "The scope is more than was granted.")
    return { response: answer(rotated.mayWrite), app: { clientId } }
  })

  return Effect.fn("OAuth.token")(function* (request: HttpServerRequest.HttpServerRequest) {
    const fields = yield* readForm(request)
    const grantType = yield* required(fields, "grant_type")
    const work = grantType === "authorization_code" ? redeem : grantType === "refresh_token" ? refresh : undefined
    if (work === undefined)
      return yield* fault("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
    const clientId = yield* clientIdOf(fields, request)
    if (!isOwnResource(baseUrl.origin, fields.get("resource")))
      return yield* fault("invalid_target", `resource must be ${baseUrl.origin}/v1/mcp, or left out.`)
    return yield* Effect.catchTag(work(fields, clientId), "OAuthFault", explained(clientId))
  })
})

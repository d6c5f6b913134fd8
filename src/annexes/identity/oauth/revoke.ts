import type { HttpServerRequest } from "@effect/platform"
import { DateTime, Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { ClientId, LONGEST_CLIENT_ID } from "../connected-apps/model.ts"
import { parseSecret } from "../connected-apps/secrets.ts"
import { GrantStore } from "../connected-apps/store.ts"
import { fault, json } from "./answers.ts"
import { readForm, required } from "./fields.ts"

/** The revocation endpoint (RFC 7009). An unknown token is answered like a revoked one. */
export const makeRevocation = Effect.gen(function* () {
  const { environment } = yield* AppConfig
  const store = yield* GrantStore

  return Effect.fn("OAuth.revoke")(function* (request: HttpServerRequest.HttpServerRequest) {
    const fields = yield* readForm(request)
    const text = yield* required(fields, "token")
    const token = parseSecret("refresh", environment, text) ?? parseSecret("access", environment, text)
    if (token === undefined) return json({})
    const given = fields.get("client_id")
    const clientId = given === undefined ? undefined : ClientId.make(given.slice(0, LONGEST_CLIENT_ID))
    const { userId, hash } = token
    const at = yield* DateTime.now
    const isRevoked = yield* onBehalfOf(`revocation of ${userId}`)(store.revokeToken(userId, hash, clientId, at))
    if (!isRevoked) return yield* fault("invalid_grant", "The token belongs to another client.")
    return json({})
  })
})

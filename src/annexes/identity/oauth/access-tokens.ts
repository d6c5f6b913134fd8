import { DateTime, Effect, Option } from "effect"
import { ALL_SCOPES, READ_ONLY } from "../../../call/identity.ts"
import { invalidToken, type KnownToken, noteUse, type TokenKind } from "../../../call/token-kinds.ts"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { isAhead } from "../../../values/clock.ts"
import { LIFETIME } from "../connected-apps/model.ts"
import { parseSecret } from "../connected-apps/secrets.ts"
import { GrantStore } from "../connected-apps/store.ts"

/** The access tokens of connected apps. */
export const accessTokens = Effect.gen(function* () {
  const { environment } = yield* AppConfig
  const grants = yield* GrantStore
  const kind: TokenKind = {
    prefix: "fettle_access_",
    find: Effect.fnUntraced(function* (text, now) {
      const secret = parseSecret("access", environment, text)
      if (secret === undefined) return yield* invalidToken
      const lookingUp = onBehalfOf(`token of ${secret.userId}`)
      const found = yield* lookingUp(grants.findAccess(secret.userId, secret.hash))
      if (Option.isNone(found)) return yield* invalidToken
      const { account, mayWrite, clientId, grantId, expiresAt, isRevoked, lastUsedAt } = found.value
      // Access tokens are short-lived. One issued by a clock that ran ahead would outlive the others.
      const isFromAhead = isAhead(DateTime.toEpochMillis(expiresAt), now + LIFETIME.access)
      const known: KnownToken = {
        account,
        scopes: mayWrite ? ALL_SCOPES : READ_ONLY,
        app: { clientId, grantId },
        expiresAt,
        isRevoked: isRevoked || isFromAhead
      }
      yield* lookingUp(noteUse(known, lastUsedAt, now, (at) => grants.used(grantId, at)))
      return known
    })
  }
  return kind
})

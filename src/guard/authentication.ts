import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { User } from "../accounts/model.ts"
import { AccountStore } from "../accounts/store.ts"
import { parseToken } from "../accounts/token.ts"
import { AppConfig } from "../config.ts"
import { Unauthorized } from "../errors.ts"

/** Tells whose token a request carries. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /** The user of `Authorization: Bearer <token>`; one answer for every kind of bad token. */
    readonly authenticate: (authorization: string | undefined) => Effect.Effect<User, Unauthorized>
  }
>() {}

const missing = new Unauthorized({
  message:
    "This needs a token: send the header Authorization: Bearer <API token>. The operator makes one with `fettle token create`.",
  credentials: "missing"
})

const invalid = new Unauthorized({
  message:
    "The token is malformed, expired, revoked or of the other environment. Check that it was copied whole, or ask for a new one.",
  credentials: "invalid"
})

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { environment } = yield* AppConfig
    const accounts = yield* AccountStore
    return Authentication.of({
      authenticate: Effect.fn("Authentication.authenticate")(function* (authorization) {
        if (authorization === undefined || authorization.trim() === "") return yield* missing
        const [, text = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
        const token = parseToken(text)
        if (token === undefined || token.environment !== environment) return yield* invalid
        const found = yield* accounts.findToken(token.userId, token.hash)
        if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalid
        const { revokedAt, expiresAt } = found.value.token
        const now = yield* DateTime.now
        if (revokedAt !== null || (expiresAt !== null && DateTime.lessThanOrEqualTo(expiresAt, now)))
          return yield* invalid
        return found.value.user
      })
    })
  })
)

import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import type { User } from "../accounts/model.ts"
import { AccountStore, type StoredToken } from "../accounts/store.ts"
import { parseToken, type TokenHash } from "../accounts/token.ts"
import { AppConfig } from "../config.ts"
import { Unauthorized } from "../errors.ts"
import type { UserId } from "../values/ids.ts"

/** Tells whose token a request carries. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /**
     * The user of `Authorization: Bearer <token>`; one answer for every kind of bad token. What is changed of a token or its user is
     * noticed `accountCacheMillis` later, at the latest.
     */
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

type Account = { readonly token: StoredToken; readonly user: User }

/** Most accounts that are remembered at once; beyond that, all are looked up anew. */
const MOST_REMEMBERED = 10_000

/** What was looked up within the last `millis`, by the hash of the token. */
const remembering = (millis: number) => {
  const accounts = new Map<TokenHash, Account & { readonly at: number }>()
  return {
    recall: (hash: TokenHash, now: number): Account | undefined => {
      const found = accounts.get(hash)
      return found !== undefined && found.at <= now && now < found.at + millis ? found : undefined
    },
    remember: (hash: TokenHash, account: Account, now: number) => {
      if (accounts.size >= MOST_REMEMBERED) accounts.clear()
      accounts.set(hash, { ...account, at: now })
    }
  }
}

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { environment, accountCacheMillis } = yield* AppConfig
    const accounts = yield* AccountStore
    const memory = remembering(accountCacheMillis)

    const look = Effect.fnUntraced(function* (userId: UserId, hash: TokenHash, now: number) {
      const known = memory.recall(hash, now)
      if (known !== undefined) return known
      const found = yield* accounts.findToken(userId, hash)
      if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalid
      memory.remember(hash, found.value, now)
      return found.value
    })

    return Authentication.of({
      authenticate: Effect.fnUntraced(function* (authorization) {
        if (authorization === undefined || authorization.trim() === "") return yield* missing
        const [, text = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
        const parsed = parseToken(text)
        if (parsed === undefined || parsed.environment !== environment) return yield* invalid
        const now = yield* Clock.currentTimeMillis
        const { token, user } = yield* look(parsed.userId, parsed.hash, now)
        const isOver = token.expiresAt !== null && DateTime.toEpochMillis(token.expiresAt) <= now
        if (token.revokedAt !== null || isOver) return yield* invalid
        return user
      })
    })
  })
)

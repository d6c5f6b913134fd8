import { Context, DateTime, Deferred, Effect, FiberId, Layer, Option } from "effect"
import { AccountStore, type StoredToken } from "../accounts/store.ts"
import { parseToken } from "../accounts/token.ts"
import { hasAccess } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { Unauthorized } from "../contract/errors.ts"
import { askingFor } from "../database/asker.ts"
import { ALL_SCOPES, type Identity } from "./identity.ts"

/** Makes an identity from the Authorization header of a request. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /**
     * The identity of `Authorization: Bearer <token>` at `now` (epoch milliseconds). Every kind of bad token gets the same
     * answer. The account may have been cached for up to ACCOUNT_CACHE_MILLIS.
     */
    readonly authenticate: (authorization: string | undefined, now: number) => Effect.Effect<Identity, Unauthorized>
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

/** A token as it was found, and the identity it gives until it ends. */
interface Found {
  readonly token: StoredToken
  readonly identity: Identity
}

/**
 * Caches what was found for each header. The whole cache is emptied after `millis`, so that no account and no token's text
 * stays in memory for longer.
 */
const cacheFor = (millis: number) => {
  let cached = new Map<string, Found>()
  let since = Number.NEGATIVE_INFINITY
  const isOver = (now: number) => Math.abs(now - since) >= millis
  return {
    get: (now: number, authorization: string): Found | undefined =>
      isOver(now) ? undefined : cached.get(authorization),
    set: (now: number, authorization: string, found: Found): void => {
      if (isOver(now)) {
        cached = new Map()
        since = now
      }
      // A slow call may have looked its token up before the cache was last emptied.
      if (now >= since) cached.set(authorization, found)
    }
  }
}

/** Looks up each header once at a time: whoever asks for it meanwhile gets the same answer. */
const together = <A, E>(look: (authorization: string) => Effect.Effect<A, E>) => {
  const underWay = new Map<string, Deferred.Deferred<A, E>>()
  return (authorization: string): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = underWay.get(authorization)
      if (known !== undefined) return Deferred.await(known)
      const found = Deferred.unsafeMake<A, E>(FiberId.none)
      underWay.set(authorization, found)
      return look(authorization).pipe(
        Effect.onExit((exit) => {
          underWay.delete(authorization)
          return Deferred.done(found, exit)
        }),
        // Others wait for it too.
        Effect.uninterruptible
      )
    })
}

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { environment, accountCacheMillis } = yield* AppConfig
    const accounts = yield* AccountStore
    const cache = cacheFor(accountCacheMillis)

    const findAlone = Effect.fnUntraced(function* (authorization: string) {
      const [, text = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
      const parsed = parseToken(text)
      if (parsed === undefined || parsed.environment !== environment) return yield* invalid
      // Apart from the user's own turns: it waits for none of their calls, and forged tokens hold up none of them.
      const asker = `token of ${parsed.userId}`
      const found = yield* askingFor(asker)(accounts.findToken(parsed.userId, parsed.hash))
      if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalid
      return found.value
    })
    const find = accountCacheMillis === 0 ? findAlone : together(findAlone)

    const valid = ({ token: { expiresAt, revokedAt }, identity }: Found, now: number) => {
      const isExpired = expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now
      return revokedAt !== null || isExpired ? invalid : Effect.succeed(identity)
    }

    const lookUp = (authorization: string, now: number): Effect.Effect<Identity, Unauthorized> =>
      Effect.flatMap(find(authorization), ({ token, account }) => {
        const identity = { account, scopes: ALL_SCOPES, refresh: (now: number) => lookUp(authorization, now) }
        const found = { token, identity }
        cache.set(now, authorization, found)
        return valid(found, now)
      })

    return Authentication.of({
      authenticate: (authorization, now) => {
        if (authorization === undefined || authorization.trim() === "") return missing
        const found = cache.get(now, authorization)
        // An account without access is always looked up, as its user may have subscribed since.
        return found !== undefined && hasAccess(found.identity.account.user, now)
          ? valid(found, now)
          : lookUp(authorization, now)
      }
    })
  })
)

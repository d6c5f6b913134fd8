import { Context, DateTime, Deferred, Effect, FiberId, Layer, Option } from "effect"
import { hasAccess } from "../accounts/model.ts"
import { type Account, AccountStore, type StoredToken } from "../accounts/store.ts"
import { parseToken } from "../accounts/token.ts"
import { AppConfig } from "../config.ts"
import { Unauthorized } from "../contract/errors.ts"
import { askingFor } from "../database/asker.ts"

/** Tells whose token a request carries. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /**
     * The account of `Authorization: Bearer <token>` at `now` (epoch milliseconds); one answer for every kind of bad token. It may
     * have changed up to `accountCacheMillis` ago: the rate limiter tells, by its revision.
     */
    readonly authenticate: (authorization: string | undefined, now: number) => Effect.Effect<Account, Unauthorized>
    /** The same, as it is now. */
    readonly authenticateAnew: (authorization: string | undefined, now: number) => Effect.Effect<Account, Unauthorized>
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

interface Found {
  readonly token: StoredToken
  readonly account: Account
}

/**
 * What was looked up less than `millis` ago, by the header that was sent. All of it is forgotten together, so that nothing stays for
 * longer, neither what is known nor a token in memory.
 */
const remembering = (millis: number) => {
  let remembered = new Map<string, Found>()
  let since = Number.NEGATIVE_INFINITY
  const isOver = (now: number) => Math.abs(now - since) >= millis
  return {
    at: (now: number, authorization: string): Found | undefined =>
      isOver(now) ? undefined : remembered.get(authorization),
    keep: (now: number, authorization: string, found: Found): void => {
      if (isOver(now)) {
        remembered = new Map()
        since = now
      }
      // What a slow call looked up may be older than all this.
      if (now >= since) remembered.set(authorization, found)
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
    const remembered = remembering(accountCacheMillis)

    const lookUp = Effect.fnUntraced(function* (authorization: string) {
      const [, text = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
      const parsed = parseToken(text)
      if (parsed === undefined || parsed.environment !== environment) return yield* invalid
      // Apart from the user's own turns: it waits for none of their calls, and forged tokens hold up none of them.
      const asker = `token of ${parsed.userId}`
      const found = yield* askingFor(asker)(accounts.findToken(parsed.userId, parsed.hash))
      if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalid
      return found.value
    })
    const look = accountCacheMillis === 0 ? lookUp : together(lookUp)

    const admit = ({ token: { expiresAt, revokedAt }, account }: Found, now: number) => {
      const isOver = expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now
      return revokedAt !== null || isOver ? invalid : Effect.succeed(account)
    }

    const authenticateAnew = (authorization: string | undefined, now: number) => {
      if (authorization === undefined || authorization.trim() === "") return missing
      return Effect.flatMap(look(authorization), (found) => {
        remembered.keep(now, authorization, found)
        return admit(found, now)
      })
    }

    return Authentication.of({
      authenticate: (authorization, now) => {
        const known = authorization === undefined ? undefined : remembered.at(now, authorization)
        // Whoever has no access may have been given it since.
        return known !== undefined && hasAccess(known.account.user, now)
          ? admit(known, now)
          : authenticateAnew(authorization, now)
      },
      authenticateAnew
    })
  })
)

import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { User } from "../accounts/model.ts"
import { AccountStore, type StoredToken } from "../accounts/store.ts"
import { parseToken } from "../accounts/token.ts"
import { AppConfig } from "../config.ts"
import { Unauthorized } from "../errors.ts"

/** Tells whose token a request carries. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /**
     * The user of `Authorization: Bearer <token>` at `now` (epoch milliseconds); one answer for every kind of bad token. What is changed of a token or its user is
     * noticed `accountCacheMillis` later, at the latest.
     */
    readonly authenticate: (authorization: string | undefined, now: number) => Effect.Effect<User, Unauthorized>
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

/**
 * What was looked up since less than `millis`, by the header that was sent. All of it is forgotten together, so that nothing stays for
 * longer, neither what is known nor a token in memory.
 */
const remembering = (millis: number) => {
  let accounts = new Map<string, Account>()
  let since = Number.NEGATIVE_INFINITY
  return (now: number): Map<string, Account> => {
    if (now < since || since + millis <= now) {
      accounts = new Map()
      since = now
    }
    return accounts
  }
}

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { environment, accountCacheMillis } = yield* AppConfig
    const accounts = yield* AccountStore
    const rememberedAt = remembering(accountCacheMillis)

    const look = Effect.fnUntraced(function* (authorization: string) {
      const [, text = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
      const parsed = parseToken(text)
      if (parsed === undefined || parsed.environment !== environment) return yield* invalid
      const found = yield* accounts.findToken(parsed.userId, parsed.hash)
      if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalid
      return found.value
    })

    const admit = ({ token: { expiresAt, revokedAt }, user }: Account, now: number) => {
      const isOver = expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now
      return revokedAt !== null || isOver ? invalid : Effect.succeed(user)
    }

    return Authentication.of({
      authenticate: (authorization, now) => {
        if (authorization === undefined || authorization.trim() === "") return missing
        const remembered = rememberedAt(now)
        const known = remembered.get(authorization)
        if (known !== undefined) return admit(known, now)
        return Effect.flatMap(look(authorization), (account) => {
          remembered.set(authorization, account)
          return admit(account, now)
        })
      }
    })
  })
)

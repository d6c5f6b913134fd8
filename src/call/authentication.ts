import { Context, Deferred, Effect, Exit, FiberId, Layer, Option } from "effect"
import { AppConfig } from "../config.ts"
import { type Failure, SubscriptionRequired, Unauthorized } from "../contract/errors.ts"
import { hasAccess, type User } from "../contract/handler/user.ts"
import { AccountStore } from "../features/accounts/store.ts"
import { parseToken, type TokenScope } from "../features/accounts/token.ts"
import { program } from "../platform/assets/assets.ts"
import { onBehalfOf } from "../platform/database/work.ts"
import { areApart } from "../values/clock.ts"
import { ALL_SCOPES, type DeviceIdentity, type Identity, NO_SCOPES, READ_ONLY, type Scope } from "./identity.ts"
import { hasEnded, invalidToken, type KnownToken, noteUse, TokenKinds } from "./token-kinds.ts"

/** Identifies the caller by a request's Authorization header. */
export class Authentication extends Context.Tag("Authentication")<
  Authentication,
  {
    /**
     * The identity for `Authorization: Bearer <token>` at `now` (epoch milliseconds). All invalid tokens get the same
     * error. The account may have been cached for up to 10 seconds, so requests that are not counted must recheck it.
     */
    readonly authenticate: (authorization: string | undefined, now: number) => Effect.Effect<Identity, Unauthorized>
    /**
     * The same for the device endpoint, the only one that accepts tokens of the scope `ingest`. Apps' tokens are
     * refused.
     */
    readonly authenticateDevice: (
      authorization: string | undefined,
      now: number
    ) => Effect.Effect<DeviceIdentity, Unauthorized>
  }
>() {}

const missing = new Unauthorized({
  message: `This needs a token: send the header Authorization: Bearer <API token>. The operator makes one with \`${program} token create\`.`,
  credentials: "missing"
})

const onlyIngest = new Unauthorized({
  message: "This token is for a device: it can only send data to /ingest. Use an API token without a scope here.",
  credentials: "invalid"
})

const ofApp = new Unauthorized({
  message: "/ingest takes tokens of devices and API tokens, but none of connected apps.",
  credentials: "invalid"
})

const onlyReads = new Unauthorized({
  message:
    "This token may only read, and /ingest takes data in. Send with the token of a device, or one of full access.",
  credentials: "invalid"
})

/** The operations that a token may call, by its scope. */
const SCOPES_OF: Readonly<Record<TokenScope, ReadonlySet<Scope>>> = {
  full: ALL_SCOPES,
  read: READ_ONLY,
  ingest: NO_SCOPES
}

/** A known token, and the identity it gives. */
interface Found {
  readonly known: KnownToken
  readonly identity: Identity
}

const identityOf = ({ identity }: Found): Identity => identity

/**
 * How long calls may use a cached account, in milliseconds. The statement that counts a call also compares the
 * account's revision, so changes still apply at once.
 */
const CACHE_MILLIS = 10_000

/**
 * Caches tokens by their text. The whole cache is emptied every `millis` milliseconds, so no account and no token stays
 * in memory for longer.
 */
const cacheFor = (millis: number) => {
  let cached = new Map<string, Found>()
  let since = Number.NEGATIVE_INFINITY
  const isOver = (now: number) => areApart(now, since, millis)
  return {
    get: (now: number, text: string): Found | undefined => (isOver(now) ? undefined : cached.get(text)),
    set: (now: number, text: string, found: Found): void => {
      if (isOver(now)) {
        cached = new Map()
        since = now
      }
      // A slow call may have read its token before the cache was last emptied.
      if (now >= since) cached.set(text, found)
    }
  }
}

/** Shares concurrent look-ups of one token: only the first one runs, and all get its result. */
const sharing = <A, E>(lookUp: (text: string, now: number) => Effect.Effect<A, E>) => {
  const underWay = new Map<string, Deferred.Deferred<A, E>>()
  return (text: string, now: number): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = underWay.get(text)
      if (known !== undefined) return Deferred.await(known)
      const found = Deferred.unsafeMake<A, E>(FiberId.none)
      underWay.set(text, found)
      const end = (exit: Exit.Exit<A, E>) => {
        underWay.delete(text)
        Deferred.unsafeDone(found, exit)
        return exit
      }
      const finding = Effect.matchCauseEffect(lookUp(text, now), {
        onFailure: (cause) => end(Exit.failCause(cause)),
        onSuccess: (result) => end(Exit.succeed(result))
      })
      // Other callers wait for the result.
      return Effect.uninterruptible(finding)
    })
}

/** The token in an Authorization header; undefined if there is none. */
const tokenIn = (authorization: string): string | undefined => /^bearer +(\S+) *$/i.exec(authorization)?.[1]

/** Where tokens are looked up. */
interface Sources {
  readonly accounts: AccountStore["Type"]
  readonly kinds: TokenKinds["Type"]
  readonly environment: AppConfig["Type"]["environment"]
}

/** The identity of a token, read from the database. */
const findAlone = Effect.fnUntraced(function* ({ accounts, kinds, environment }: Sources, text: string, now: number) {
  const kind = kinds.find(({ prefix }) => text.startsWith(prefix))
  if (kind !== undefined) return yield* kind.find(text, now)
  const parsed = parseToken(text)
  if (parsed === undefined || parsed.environment !== environment) return yield* invalidToken
  // The look-up queues on its own: it does not wait for the user's calls, and forged tokens do not delay those.
  const lookingUp = onBehalfOf(`token of ${parsed.userId}`)
  const found = yield* lookingUp(accounts.findToken(parsed.userId, parsed.hash))
  if (Option.isNone(found) || found.value.token.environment !== environment) return yield* invalidToken
  const { account, token } = found.value
  const known: KnownToken = {
    account,
    scopes: SCOPES_OF[token.scope],
    token: { id: token.id, scope: token.scope },
    expiresAt: token.expiresAt,
    isRevoked: token.revokedAt !== null
  }
  yield* lookingUp(noteUse(known, token.lastUsedAt, now, (at) => accounts.tokenUsed(token.id, at)))
  return known
})

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { environment, accountCacheMillis } = yield* AppConfig
    const accounts = yield* AccountStore
    const kinds = yield* TokenKinds
    const cache = cacheFor(accountCacheMillis === 0 ? 0 : CACHE_MILLIS)
    const read = (text: string, now: number) => findAlone({ accounts, kinds, environment }, text, now)
    const find = accountCacheMillis === 0 ? read : sharing(read)

    const valid = (found: Found, now: number) => (hasEnded(found.known, now) ? invalidToken : Effect.succeed(found))

    const lookUp = (text: string, now: number): Effect.Effect<Found, Unauthorized> =>
      Effect.flatMap(find(text, now), (known) => {
        const { account, scopes, app } = known
        const refresh = (now: number) => Effect.map(lookUp(text, now), identityOf)
        const recheck = (later: number) =>
          areApart(later, now, accountCacheMillis) ? refresh(later) : Effect.map(valid(found, later), identityOf)
        const identity: Identity = { account, scopes, refresh, recheck, ...(app === undefined ? {} : { app }) }
        const found = { known, identity }
        cache.set(now, text, found)
        return valid(found, now)
      })

    /** Looks a token up, checks that it is valid, and passes the result to `make`. */
    const withToken = <A>(
      authorization: string | undefined,
      now: number,
      make: (found: Found) => Effect.Effect<A, Unauthorized>
    ): Effect.Effect<A, Unauthorized> => {
      if (authorization === undefined) return missing
      const text = tokenIn(authorization)
      if (text === undefined) return authorization.trim() === "" ? missing : invalidToken
      const cached = cache.get(now, text)
      // An account without access is always read again, because its user may have subscribed since.
      if (cached === undefined || !hasAccess(cached.identity.account.user, now))
        return Effect.flatMap(lookUp(text, now), make)
      return hasEnded(cached.known, now) ? invalidToken : make(cached)
    }

    return Authentication.of({
      authenticate: (authorization, now) =>
        withToken(authorization, now, ({ known, identity }) =>
          known.token?.scope === "ingest" ? onlyIngest : Effect.succeed(identity)
        ),
      authenticateDevice: (authorization, now) =>
        withToken(authorization, now, ({ known: { token }, identity }) =>
          token === undefined
            ? ofApp
            : token.scope === "read"
              ? onlyReads
              : Effect.succeed({ identity, tokenId: token.scope === "ingest" ? token.id : null })
        )
    })
  })
)

/** The failure to report if the identity lacks the scope `needed`; undefined if it has it. */
export const missingScope = ({ scopes, app }: Identity, needed: Scope): Failure | undefined =>
  scopes.has(needed)
    ? undefined
    : new Unauthorized({
        message:
          app === undefined
            ? `This needs the scope fettle:${needed}, which this token lacks. Use an API token of full access: the user or the operator makes one.`
            : `This needs the scope fettle:${needed}, which was not granted. Ask the user to connect again and allow it, or use an API token.`,
        credentials: "insufficient"
      })

/** Accepts only users on a paid plan or a trial that has not ended. */
export class Subscription extends Context.Tag("Subscription")<
  Subscription,
  {
    /** The failure to report at `now` (epoch milliseconds); undefined if the user has access. */
    readonly refusal: (user: User, now: number) => SubscriptionRequired | undefined
  }
>() {}

export const layerSubscription = Layer.effect(
  Subscription,
  Effect.map(AppConfig, ({ pricingUrl }) =>
    Subscription.of({
      refusal: (user, now) =>
        hasAccess(user, now)
          ? undefined
          : new SubscriptionRequired({
              message: `Access needs a paid plan or a trial that is still running. The user can subscribe at ${pricingUrl}`,
              details: { resubscribeUrl: pricingUrl }
            })
    })
  )
)

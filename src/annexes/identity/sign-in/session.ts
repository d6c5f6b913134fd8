import { Context, DateTime, Effect, Layer, Option } from "effect"
import { ALL_SCOPES, type Identity } from "../../../call/identity.ts"
import { Unauthorized } from "../../../contract/errors.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { areApart } from "../../../values/clock.ts"
import type { Session } from "./model.ts"
import { endOfSession, sessionSecrets } from "./sign-in.ts"
import { SignInStore } from "./store.ts"

/** The person who is signed in. */
export interface SignedIn {
  readonly session: Session
  readonly identity: Identity
  /** Whether the account holds sample data. */
  readonly hasSample: boolean
  /** Whether the session was extended, so that its cookie must be set again. */
  readonly isRenewed: boolean
}

/** Identifies the caller by a session cookie. */
export class SessionAuthentication extends Context.Tag("SessionAuthentication")<
  SessionAuthentication,
  {
    /**
     * The session at `now` (epoch milliseconds), read from the store at every request. A session that was not used for
     * an hour is extended to another 30 days. Missing, malformed, unknown, ended and expired ones get the same error.
     */
    readonly authenticate: (text: string | undefined, now: number) => Effect.Effect<SignedIn, Unauthorized>
  }
>() {}

const notSignedIn = new Unauthorized({
  message: "You are not signed in. Open a login link, or sign in with a passkey.",
  credentials: "missing"
})

/** How precisely a session's last use is recorded: at most one write an hour. */
const HOUR_MILLIS = 3_600_000

export const layer = Layer.effect(
  SessionAuthentication,
  Effect.map(SignInStore, (store) => {
    const find = Effect.fnUntraced(function* (text: string | undefined, now: number) {
      const secret = sessionSecrets.parse(text ?? "")
      if (secret === undefined) return yield* notSignedIn
      const turn = `session of ${secret.userId}`
      const found = yield* onBehalfOf(turn)(store.findSession(secret.userId, secret.hash))
      const session = Option.getOrUndefined(found)?.session
      if (Option.isNone(found) || session === undefined || DateTime.toEpochMillis(session.expiresAt) <= now)
        return yield* notSignedIn
      return found.value
    })

    /** Sessions are looked up at every request, so there is nothing to check again. */
    const identityOf = (text: string | undefined, account: Identity["account"]): Identity => {
      const identity: Identity = {
        account,
        scopes: ALL_SCOPES,
        refresh: (now) => Effect.map(find(text, now), ({ account }) => identityOf(text, account)),
        recheck: () => Effect.succeed(identity)
      }
      return identity
    }

    return SessionAuthentication.of({
      authenticate: Effect.fnUntraced(function* (text, now) {
        const { session, account, hasSample } = yield* find(text, now)
        const identity = identityOf(text, account)
        if (!areApart(now, DateTime.toEpochMillis(session.lastUsedAt), HOUR_MILLIS))
          return { session, identity, hasSample, isRenewed: false }
        const at = DateTime.unsafeMake(now)
        const renewed: Session = { ...session, lastUsedAt: at, expiresAt: endOfSession(at) }
        yield* onBehalfOf(session.userId)(store.touchSession(renewed))
        return { session: renewed, identity, hasSample, isRenewed: true }
      })
    })
  })
)

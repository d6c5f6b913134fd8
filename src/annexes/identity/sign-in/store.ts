import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Account, UnknownAccount } from "../../../features/accounts/store.ts"
import type { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import type { Invitation, LoginLink, Session, SessionId } from "./model.ts"

/** A login link's state, and the name of its user. */
interface KnownLink {
  readonly userName: string
  readonly expiresAt: DateTime.Utc
  /** For an invitation, also the user's first sign-in in another way. */
  readonly usedAt: DateTime.Utc | null
  readonly invitation: Invitation | null
}

interface FoundSession {
  readonly session: Session
  readonly account: Account
  /** Whether the account holds sample data. */
  readonly hasSample: boolean
}

/** Login links and sessions. Ending a session increases the revision of its user's account. */
export class SignInStore extends Context.Tag("SignInStore")<
  SignInStore,
  {
    /** Adds a link, and deletes those of the user's links that had expired when it was created. */
    readonly addLink: (link: LoginLink) => Effect.Effect<void, UnknownAccount>
    readonly findLink: (userId: UserId, hash: SecretHash) => Effect.Effect<Option.Option<KnownLink>>
    /**
     * Uses the link up and opens the session, at the session's creation time. Returns false, and changes nothing, if
     * the link is unknown, used, expired, or was created by a clock that ran ahead. Of several attempts at once, one
     * succeeds.
     */
    readonly redeemLink: (link: SecretHash, session: Session) => Effect.Effect<boolean>
    /** The session with this hash, even if it has expired, and its user's account. */
    readonly findSession: (userId: UserId, hash: SecretHash) => Effect.Effect<Option.Option<FoundSession>>
    /** Records the last use of a session, and its new end. Does nothing if it has ended. */
    readonly touchSession: (session: Session) => Effect.Effect<void>
    /** The user's sessions that have not expired at `at`, last used first. */
    readonly listSessions: (userId: UserId, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<Session>>
    /** Ends a session of the user. Returns false if there is none with this id. */
    readonly endSession: (userId: UserId, id: SessionId) => Effect.Effect<boolean>
    /** Ends all of the user's sessions. */
    readonly endSessions: (userId: UserId) => Effect.Effect<void>
  }
>() {}

import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../../../values/ids.ts"
import type { Session } from "../sign-in/model.ts"
import type { AnsweredChallenge } from "../sign-in/passkey-store.ts"
import type { Identity, IdentityHash } from "./model.ts"

/** Which person of the OpenID provider is which user. An identity has at most one holder. */
export class IdentityStore extends Context.Tag("IdentityStore")<
  IdentityStore,
  {
    /** The user who holds an identity; none if nobody does, or if that user is deleted. */
    readonly find: (hash: IdentityHash) => Effect.Effect<Option.Option<UserId>>
    /**
     * Gives an identity to its user, who may hold it already. Returns false, and changes nothing, if another user holds
     * it. Of several attempts at once, those of one user succeed.
     */
    readonly hold: (identity: Identity) => Effect.Effect<boolean>
    /** The user's identities, oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Identity>>
    /** Takes an identity from a user. Returns false if they do not hold it. Sessions that it opened continue. */
    readonly release: (userId: UserId, hash: IdentityHash) => Effect.Effect<boolean>
    /**
     * Opens a session for somebody whom the provider has identified, at the session's creation time. Returns false, and
     * opens none, if the session's user does not hold the identity, or the provider's answer was already used.
     */
    readonly openSession: (hash: IdentityHash, answer: AnsweredChallenge, session: Session) => Effect.Effect<boolean>
  }
>() {}

import { Context, type DateTime, type Effect, type Option } from "effect"
import type { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import type { Session } from "./model.ts"

/** A passkey of a user. Its private key never leaves the authenticator. */
export interface Passkey {
  readonly userId: UserId
  /** The credential's id, in base64url. */
  readonly id: string
  readonly name: string
  /** The COSE public key, in base64url. */
  readonly publicKey: string
  /** How often it has signed; always 0 for authenticators that do not count. */
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
}

/** An answered challenge. The service signed it, so only its hash is kept, until it expires. */
export interface AnsweredChallenge {
  readonly hash: SecretHash
  readonly expiresAt: DateTime.Utc
}

/** The passkeys of users. A challenge can be answered once. */
export class PasskeyStore extends Context.Tag("PasskeyStore")<
  PasskeyStore,
  {
    /**
     * Adds a passkey. Returns false, and adds none, if the challenge was already answered or the passkey already
     * exists.
     */
    readonly add: (passkey: Passkey, challenge: AnsweredChallenge) => Effect.Effect<boolean>
    /** The user's passkeys, oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Passkey>>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<Passkey>>
    /** Removes a passkey of the user. Returns false if there is none with this id. Sessions that it opened continue. */
    readonly remove: (userId: UserId, id: string) => Effect.Effect<boolean>
    /**
     * Opens a session for a verified answer, at the session's creation time. Returns false, and opens none, if the
     * challenge was already answered, the passkey is gone, or its counter has not increased.
     */
    readonly openSession: (
      passkey: { readonly id: string; readonly counter: number },
      challenge: AnsweredChallenge,
      session: Session
    ) => Effect.Effect<boolean>
  }
>() {}

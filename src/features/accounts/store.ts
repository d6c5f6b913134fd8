import { Context, Data, type DateTime, type Effect, type Option } from "effect"
import type { User } from "../../contract/handler/user.ts"
import type { Environment } from "../../values/environment.ts"
import type { UserId } from "../../values/ids.ts"
import type { SecretHash } from "../../values/secret-hash.ts"
import type { TokenId, TokenScope } from "./token.ts"

/** There is no user, or no token, with this id. */
export class UnknownAccount extends Data.TaggedError("UnknownAccount")<{
  readonly what: "user" | "token"
  readonly id: string
}> {
  override get message() {
    return `There is no ${this.what} ${this.id}`
  }
}

/** A stored token, without its text. */
export interface StoredToken {
  readonly id: TokenId
  readonly userId: UserId
  readonly hash: SecretHash
  readonly name: string
  readonly environment: Environment
  readonly scope: TokenScope
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
  /** To the minute; null if it was never used. */
  readonly lastUsedAt: DateTime.Utc | null
}

/** A user and the revision of their account, which every change of the user or their tokens increases by one. */
export interface Account {
  readonly user: User
  readonly revision: number
}

/** Users and their tokens. */
export class AccountStore extends Context.Tag("AccountStore")<
  AccountStore,
  {
    readonly addUser: (user: User) => Effect.Effect<void>
    /** Replaces a user's settings. */
    readonly saveUser: (user: User) => Effect.Effect<void, UnknownAccount>
    readonly findUser: (id: UserId) => Effect.Effect<User, UnknownAccount>
    /**
     * Runs `effect` in a transaction if there is no user yet. If several processes try at once, one runs it; the others
     * wait, and then find its user.
     */
    readonly ifNoUsers: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
    /** All users, oldest first. */
    readonly listUsers: Effect.Effect<ReadonlyArray<User>>
    /** Deletes a user and all their data. */
    readonly deleteUser: (id: UserId) => Effect.Effect<void, UnknownAccount>
    readonly addToken: (token: StoredToken) => Effect.Effect<void, UnknownAccount>
    /** A user's tokens, oldest first, revoked ones included. */
    readonly listTokens: (userId: UserId) => Effect.Effect<ReadonlyArray<StoredToken>, UnknownAccount>
    /** Revokes a token from `at` on. A token that was revoked before keeps its time. */
    readonly revokeToken: (id: TokenId, at: DateTime.Utc) => Effect.Effect<void, UnknownAccount>
    /**
     * Records that a token was used at `at`, unless a use within the minute before is recorded. Does not change the
     * account's revision.
     */
    readonly tokenUsed: (id: TokenId, at: DateTime.Utc) => Effect.Effect<void>
    /** The token with this hash and the account it belongs to, if there is one. */
    readonly findToken: (
      userId: UserId,
      hash: SecretHash
    ) => Effect.Effect<Option.Option<{ readonly token: StoredToken; readonly account: Account }>>
  }
>() {}

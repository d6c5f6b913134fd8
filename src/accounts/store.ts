import { Context, Data, type DateTime, type Effect, type Option } from "effect"
import type { User } from "../caller/user.ts"
import type { Environment } from "../values/environment.ts"
import type { UserId } from "../values/ids.ts"
import type { TokenHash, TokenId } from "./token.ts"

/** No user, or no token, has this id. */
export class UnknownAccount extends Data.TaggedError("UnknownAccount")<{
  readonly what: "user" | "token"
  readonly id: string
}> {
  override get message() {
    return `There is no ${this.what} ${this.id}`
  }
}

/** A token as it is stored: never its text. */
export interface StoredToken {
  readonly id: TokenId
  readonly userId: UserId
  readonly hash: TokenHash
  readonly name: string
  readonly environment: Environment
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}

/** Whose token a call came with, as it was at a revision: every change of the user or of one of its tokens counts one. */
export interface Account {
  readonly user: User
  readonly revision: number
}

/** Users and their tokens. */
export class AccountStore extends Context.Tag("AccountStore")<
  AccountStore,
  {
    readonly addUser: (user: User) => Effect.Effect<void>
    /** Replaces what is known of a user. */
    readonly saveUser: (user: User) => Effect.Effect<void, UnknownAccount>
    readonly findUser: (id: UserId) => Effect.Effect<User, UnknownAccount>
    /**
     * Runs `effect` if there is no user yet, all or nothing. Of processes that ask at the same time one runs it; the others
     * wait, and then see its user.
     */
    readonly ifNoUsers: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
    /** Every user, oldest first. */
    readonly listUsers: Effect.Effect<ReadonlyArray<User>>
    /** Deletes a user with everything that is theirs. */
    readonly deleteUser: (id: UserId) => Effect.Effect<void, UnknownAccount>
    readonly addToken: (token: StoredToken) => Effect.Effect<void, UnknownAccount>
    /** A user's tokens, oldest first, revoked ones included. */
    readonly listTokens: (userId: UserId) => Effect.Effect<ReadonlyArray<StoredToken>, UnknownAccount>
    /** Revokes a token from `at` on; one revoked before stays as it was. */
    readonly revokeToken: (id: TokenId, at: DateTime.Utc) => Effect.Effect<void, UnknownAccount>
    /** The token with this hash and the account it is of, or none. */
    readonly findToken: (
      userId: UserId,
      hash: TokenHash
    ) => Effect.Effect<Option.Option<{ readonly token: StoredToken; readonly account: Account }>>
  }
>() {}

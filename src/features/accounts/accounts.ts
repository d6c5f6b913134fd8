import { DateTime, Effect } from "effect"
import type { User } from "../../contract/handler/user.ts"
import { Transactions } from "../../platform/database/transactions.ts"
import type { Environment } from "../../values/environment.ts"
import { newUserId, type UserId } from "../../values/ids.ts"
import { AccountStore, UnknownAccount } from "./store.ts"
import { newToken, type TokenId, type TokenScope, tokenIds } from "./token.ts"

/** Creates a user and returns the new id. */
export const createUser = Effect.fn("createUser")(function* (details: Omit<User, "id">) {
  const accounts = yield* AccountStore
  const id = yield* newUserId
  yield* accounts.addUser({ ...details, id })
  return id
})

/** Creates a token for a user. Only this result contains the token's text. Fails if there is no such user. */
export const createToken = Effect.fn("createToken")(function* (options: {
  readonly userId: UserId
  readonly name: string
  readonly environment: Environment
  readonly expiresAt: DateTime.Utc | null
  /** By default everything that the user may do. */
  readonly scope?: TokenScope
}) {
  const accounts = yield* AccountStore
  const { id, text, token } = yield* newToken(options.environment, options.userId)
  yield* accounts.addToken({
    ...token,
    id,
    name: options.name,
    scope: options.scope ?? "full",
    createdAt: yield* DateTime.now,
    expiresAt: options.expiresAt,
    revokedAt: null,
    lastUsedAt: null
  })
  return { tokenId: id, token: text }
})

/**
 * Changes a user's settings. Concurrent changes of one user do not overwrite each other. Fails if there is no such
 * user.
 */
export const changeUser = Effect.fn("changeUser")(function* (userId: UserId, change: (user: User) => User) {
  const accounts = yield* AccountStore
  const transactions = yield* Transactions
  yield* transactions.change(
    userId,
    Effect.flatMap(accounts.findUser(userId), (user) => accounts.saveUser(change(user)))
  )
})

/** Deletes a user with all their data, tokens and sessions. This cannot be undone. Fails if there is no such user. */
export const deleteUser = Effect.fn("deleteUser")(function* (userId: UserId) {
  yield* (yield* AccountStore).deleteUser(userId)
})

/** A user's tokens, oldest first, revoked ones included. Fails if there is no such user. */
export const listTokens = Effect.fn("listTokens")(function* (userId: UserId) {
  return yield* (yield* AccountStore).listTokens(userId)
})

/** Revokes a token. Fails if there is no token with this id, or if it belongs to another user than the named one. */
export const revokeToken = Effect.fn("revokeToken")(function* (tokenId: TokenId, of?: UserId) {
  if (of !== undefined && tokenIds.userOf(tokenId) !== of)
    return yield* new UnknownAccount({ what: "token", id: tokenId })
  yield* (yield* AccountStore).revokeToken(tokenId, yield* DateTime.now)
})

/** A new user with default settings. */
export const newUser = (name: string, timezone: User["timezone"]): Omit<User, "id"> => ({
  name,
  timezone,
  bodyWeightUnit: "kg",
  strengthUnit: "kg",
  distanceUnit: "km",
  plan: "paid",
  accessUntil: null,
  ownLimits: {}
})

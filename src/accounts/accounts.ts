import { DateTime, Effect } from "effect"
import type { User } from "../caller/user.ts"
import type { Environment } from "../values/environment.ts"
import { newUserId, type UserId } from "../values/ids.ts"
import { AccountStore } from "./store.ts"
import { newToken } from "./token.ts"

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
}) {
  const accounts = yield* AccountStore
  const { id, text, token } = yield* newToken(options.environment, options.userId)
  yield* accounts.addToken({
    ...token,
    id,
    name: options.name,
    createdAt: yield* DateTime.now,
    expiresAt: options.expiresAt,
    revokedAt: null
  })
  return { tokenId: id, token: text }
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

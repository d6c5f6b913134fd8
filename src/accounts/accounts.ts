import { DateTime, Effect } from "effect"
import type { User } from "../caller/user.ts"
import type { Environment } from "../values/environment.ts"
import { newUserId, type UserId } from "../values/ids.ts"
import { AccountStore } from "./store.ts"
import { newToken } from "./token.ts"

/** Adds a user and returns its new id. */
export const createUser = Effect.fn("createUser")(function* (details: Omit<User, "id">) {
  const accounts = yield* AccountStore
  const id = yield* newUserId
  yield* accounts.addUser({ ...details, id })
  return id
})

/** Makes a token for a user. Its text is returned here and nowhere again; fails when there is no such user. */
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

/** What a user is who says nothing else. */
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

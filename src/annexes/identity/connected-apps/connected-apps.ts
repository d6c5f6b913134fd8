import { DateTime, Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"
import { type GrantId, grantIds, LIFETIME } from "./model.ts"
import { ClientStore, GrantStore, RequestStore, UnknownApp } from "./store.ts"

/** A user's connected apps, oldest first. */
export const listApps = Effect.fn("listApps")(function* (userId: UserId) {
  return yield* (yield* GrantStore).list(userId, yield* DateTime.now)
})

/**
 * Disconnects an app: its tokens are refused from the next call on. Fails if there is no such app, or if `owner` is
 * given and is not its user.
 */
export const revokeApp = Effect.fn("revokeApp")(function* (id: GrantId, owner?: UserId) {
  if (owner !== undefined && grantIds.userOf(id) !== owner) return yield* new UnknownApp({ id })
  yield* (yield* GrantStore).revoke(id, yield* DateTime.now)
})

/**
 * Deletes what is no longer needed: clients that nobody has allowed, expired requests, codes and tokens, and grants
 * without tokens.
 */
export const sweepApps = Effect.gen(function* () {
  const now = yield* DateTime.now
  yield* (yield* ClientStore).sweep(DateTime.subtract(now, { millis: LIFETIME.unusedClient }))
  yield* (yield* RequestStore).sweep(now)
  yield* (yield* GrantStore).sweep(DateTime.subtract(now, { millis: LIFETIME.expired }))
})

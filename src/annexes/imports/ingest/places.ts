import { Effect } from "effect"
import { RateLimited } from "../../../contract/errors.ts"
import type { UserId } from "../../../values/ids.ts"

/**
 * How many bodies a process may have in progress (being received, waiting or being taken), for all users and for one.
 */
export const MOST_AT_ONCE = { all: 32, user: 8 } as const

/** When to send a body again that was refused for lack of room, in seconds. */
const AGAIN_AFTER = 10

const full = (limit: number, whose: string) =>
  new RateLimited({
    message: `${limit} bodies ${whose} are being taken at the moment. Wait ${AGAIN_AFTER} seconds, then send again.`,
    details: { retryAfterSeconds: AGAIN_AFTER, bucket: "arrivals.atOnce", limit }
  })

/**
 * Limits the memory and disk that bodies in progress take. Beyond the limits, a body is refused before it is received,
 * and is not charged: a phone sends it again.
 */
export const makePlaces = () => {
  let all = 0
  const byUser = new Map<UserId, number>()

  const leave = (userId: UserId) => {
    const left = (byUser.get(userId) ?? 1) - 1
    all--
    if (left === 0) byUser.delete(userId)
    else byUser.set(userId, left)
  }

  return <A, E, R>(userId: UserId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | RateLimited, R> =>
    Effect.suspend((): Effect.Effect<A, E | RateLimited, R> => {
      const own = byUser.get(userId) ?? 0
      if (own >= MOST_AT_ONCE.user) return full(MOST_AT_ONCE.user, "of yours")
      if (all >= MOST_AT_ONCE.all) return full(MOST_AT_ONCE.all, "of all people")
      all++
      byUser.set(userId, own + 1)
      return Effect.ensuring(
        work,
        Effect.sync(() => leave(userId))
      )
    })
}

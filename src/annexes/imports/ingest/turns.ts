import { Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"

/**
 * Runs at most `most` pieces of work at once, in order of arrival, and one per user. However much one user has waiting,
 * other users wait for one piece of it.
 */
export const makeTurns = (most: number) => {
  const ofAll = Effect.unsafeMakeSemaphore(most)
  const ofUsers = new Map<UserId, { readonly one: Effect.Semaphore; works: number }>()

  return <A, E, R>(userId: UserId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const own = ofUsers.get(userId) ?? { one: Effect.unsafeMakeSemaphore(1), works: 0 }
      ofUsers.set(userId, own)
      own.works++
      return Effect.ensuring(
        own.one.withPermits(1)(ofAll.withPermits(1)(work)),
        Effect.sync(() => {
          own.works--
          if (own.works === 0) ofUsers.delete(userId)
        })
      )
    })
}

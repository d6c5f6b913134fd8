import { Effect } from "effect"
import type { UserId } from "../../values/ids.ts"

/**
 * Lets so many pieces of work go on at once, in order of arrival, and of one user one: however much somebody has waiting, it is
 * one piece that comes before another user's.
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

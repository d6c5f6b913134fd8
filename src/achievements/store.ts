import { Context, Effect } from "effect"
import { Transactions } from "../database/transactions.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Badge, Streak } from "./model.ts"

/**
 * Streak and badges. They follow from the facts (readings, diary entries, workouts) alone; what is dated after `today`
 * does not count yet.
 */
export class Achievements extends Context.Tag("Achievements")<
  Achievements,
  {
    /** Writes down the badges that the facts earn now, so that they stay when those facts are taken away. */
    readonly keepBadges: (userId: UserId, today: ActivityDay) => Effect.Effect<void>
    /** Brings the streaks up to date after facts of `days` came or went. */
    readonly refresh: (userId: UserId, days: ReadonlyArray<ActivityDay>) => Effect.Effect<void>
    readonly summary: (
      userId: UserId,
      today: ActivityDay
    ) => Effect.Effect<{ readonly streak: Streak; readonly badges: ReadonlyArray<Badge> }>
  }
>() {}

/** A change of a user's facts: what it gave, and the days whose facts it added, moved or removed. */
export interface FactsChanged<A> {
  readonly result: A
  readonly days: ReadonlyArray<ActivityDay>
}

/**
 * Runs `change` on a user's facts with all that follows from it, as one transaction. Every write of readings, diary
 * entries and workouts goes through here.
 */
export const changeFacts = Effect.fn("changeFacts")(function* <A, E, R>(
  userId: UserId,
  today: ActivityDay,
  change: Effect.Effect<FactsChanged<A>, E, R>
) {
  const achievements = yield* Achievements
  const transactions = yield* Transactions
  return yield* transactions.change(
    userId,
    Effect.gen(function* () {
      yield* achievements.keepBadges(userId, today)
      const { result, days } = yield* change
      yield* achievements.refresh(userId, days)
      // What is earned stays earned, also where a new timezone turns today back.
      yield* achievements.keepBadges(userId, today)
      return result
    })
  )
})

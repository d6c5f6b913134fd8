import type { Statement } from "@effect/sql"
import { Context, Effect } from "effect"
import type { Answer, KeyTaken } from "../call/idempotency.ts"
import { Transactions } from "../database/transactions.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Badge, Streak } from "./model.ts"

/**
 * An addition to a user's facts that a store describes, for `Achievements.add` to carry out with all that follows from it. In
 * SQL, an INSERT that takes `user_id` from the table `locked` and returns the rows that `read` takes.
 */
export type Addition<A> =
  | {
      readonly _tag: "Sql"
      readonly insert: Statement.Fragment
      readonly read: (rows: ReadonlyArray<never>) => A
    }
  | { readonly _tag: "Memory"; readonly apply: () => A }

/** What goes with an addition, kept in the same transaction. */
export interface Alongside {
  readonly today: ActivityDay
  /** The days whose facts it adds to. */
  readonly days: ReadonlyArray<ActivityDay>
  /** Whether it replaces facts that may have earned a badge, which stays. */
  readonly replaces: boolean
  /** The answer to keep for the call's idempotency key, if it came with one. */
  readonly answer: Answer | undefined
}

/**
 * Streak and badges. They follow from the facts (readings, diary entries, workouts) alone; what is dated after `today`
 * does not count yet.
 */
export class Achievements extends Context.Tag("Achievements")<
  Achievements,
  {
    /** Carries out an addition to the user's facts, with all that follows, whole or not at all. */
    readonly add: <A>(userId: UserId, addition: Addition<A>, alongside: Alongside) => Effect.Effect<A, KeyTaken>
    /** Writes down the badges that the facts earn now, so that they stay when those facts are taken away. */
    readonly keepBadges: (userId: UserId, today: ActivityDay) => Effect.Effect<void>
    /** Brings streaks and badges up to date after facts of `days` came or went. */
    readonly settle: (userId: UserId, today: ActivityDay, days: ReadonlyArray<ActivityDay>) => Effect.Effect<void>
    readonly summary: (
      userId: UserId,
      today: ActivityDay
    ) => Effect.Effect<{ readonly streak: Streak; readonly badges: ReadonlyArray<Badge> }>
  }
>() {}

/** A change of a user's facts: what it gave, and the days whose facts it moved or removed. */
export interface FactsChanged<A> {
  readonly result: A
  readonly days: ReadonlyArray<ActivityDay>
}

/**
 * Runs a `change` that moves or removes facts of a user, with all that follows from it, as one transaction. What only adds goes
 * through `Achievements.add`: one statement.
 */
export const changeFacts = Effect.fnUntraced(function* <A, E, R>(
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
      // What is earned stays earned, also where a new timezone turns today back.
      yield* achievements.settle(userId, today, days)
      return result
    })
  )
})

import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts, GoalOfDay } from "./progress.ts"

/**
 * Goals, the versions of their terms, and the progress set by hand for each day. A version applies from its day until
 * the next version. The first one also applies to all earlier days.
 */
export class GoalStore extends Context.Tag("GoalStore")<
  GoalStore,
  {
    /** All goals with their newest terms, oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Goal>>
    readonly count: (userId: UserId) => Effect.Effect<number>
    /** The goal with its newest terms; none if the user has no such goal. */
    readonly find: (userId: UserId, id: GoalId) => Effect.Effect<Option.Option<Goal>>
    /** The goal with its terms on `day`; none if the user has no such goal. */
    readonly findOn: (userId: UserId, id: GoalId, day: ActivityDay) => Effect.Effect<Option.Option<Goal>>
    /** Adds a goal after all others of the user. */
    readonly add: (userId: UserId, goal: Goal) => Effect.Effect<void>
    /** Renames the goal, on all days. */
    readonly rename: (userId: UserId, id: GoalId, name: string) => Effect.Effect<void>
    /** Applies `terms` from the day `from` on, and removes all later versions. */
    readonly revise: (userId: UserId, id: GoalId, from: ActivityDay, terms: Terms) => Effect.Effect<void>
    /**
     * Moves the start of the goal's schedule back to `start`, for days before `today`. The days gained show the goal's
     * first target and comparison, and keep the weekdays, the end date and the pause that applied to them. For days
     * from `today` on, call `revise` first.
     */
    readonly startEarlier: (userId: UserId, id: GoalId, start: ActivityDay, today: ActivityDay) => Effect.Effect<void>
    /** The ids of the goals with exactly this name, oldest first. */
    readonly named: (userId: UserId, name: string) => Effect.Effect<ReadonlyArray<GoalId>>
    /** Deletes the goal with all its terms and progress, and returns its name; none if the user has no such goal. */
    readonly delete: (userId: UserId, id: GoalId) => Effect.Effect<Option.Option<string>>
    /**
     * All goals with their terms and progress on `day`, oldest first, and the data from which progress is calculated.
     */
    readonly day: (
      userId: UserId,
      day: ActivityDay
    ) => Effect.Effect<{ readonly goals: ReadonlyArray<GoalOfDay>; readonly facts: DayFacts }>
    /** Sets the progress of a day, replacing an earlier one; 1 or 0 for a boolean goal. */
    readonly setProgress: (userId: UserId, id: GoalId, day: ActivityDay, value: number) => Effect.Effect<void>
  }
>() {}

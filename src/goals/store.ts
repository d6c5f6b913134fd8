import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts, GoalOfDay } from "./progress.ts"

/**
 * Goals, with the terms that hold from a day on until the next, and what was set by hand for a day. The terms a goal is
 * created with hold for all earlier days too.
 */
export class GoalStore extends Context.Tag("GoalStore")<
  GoalStore,
  {
    /** Every goal with its newest terms, oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Goal>>
    readonly count: (userId: UserId) => Effect.Effect<number>
    /** The goal with its newest terms; none where the user has no such goal. */
    readonly find: (userId: UserId, id: GoalId) => Effect.Effect<Option.Option<Goal>>
    /** The goal with the terms of `day`; none where the user has no such goal. */
    readonly findOn: (userId: UserId, id: GoalId, day: ActivityDay) => Effect.Effect<Option.Option<Goal>>
    /** Adds a goal behind all others of the user. */
    readonly add: (userId: UserId, goal: Goal) => Effect.Effect<void>
    /** Gives the goal another name, on all days. */
    readonly rename: (userId: UserId, id: GoalId, name: string) => Effect.Effect<void>
    /** Lets `terms` hold from the day `from` on, in place of all that was to hold then. */
    readonly revise: (userId: UserId, id: GoalId, from: ActivityDay, terms: Terms) => Effect.Effect<void>
    /**
     * Lets the goal's schedule begin on `start` also on the days before `today` on which it had not begun. Those days show the
     * goal's first target and comparison, and keep the weekdays, the last day and the pause that held there. For days from
     * `today` on, use `revise` first.
     */
    readonly startEarlier: (userId: UserId, id: GoalId, start: ActivityDay, today: ActivityDay) => Effect.Effect<void>
    /** The ids of the goals with exactly this name, oldest first. */
    readonly named: (userId: UserId, name: string) => Effect.Effect<ReadonlyArray<GoalId>>
    /** Deletes the goal with all its terms and progress, and returns its name; none where the user has no such goal. */
    readonly delete: (userId: UserId, id: GoalId) => Effect.Effect<Option.Option<string>>
    /** Every goal with the terms of `day` and what was set for it, oldest first, and what they are calculated from. */
    readonly day: (
      userId: UserId,
      day: ActivityDay
    ) => Effect.Effect<{ readonly goals: ReadonlyArray<GoalOfDay>; readonly facts: DayFacts }>
    /** Sets the day's progress, of a boolean goal as 1 or 0, in place of what was set before. */
    readonly setProgress: (userId: UserId, id: GoalId, day: ActivityDay, value: number) => Effect.Effect<void>
  }
>() {}

import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Histories } from "../body-metrics/model.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts, DayReadings, GoalOfDay } from "./progress.ts"

/** Terms that apply from a day on. */
export interface Version {
  readonly from: ActivityDay
  readonly terms: Terms
}

/** A goal with its newest terms, its earlier terms, and the progress set by hand on the days of a range. */
export interface GoalHistory {
  readonly goal: Goal
  /** Oldest first. The first one also applies to all earlier days. */
  readonly versions: ReadonlyArray<Version>
  readonly progress: ReadonlyMap<string, number>
  /** The latest values up to the range's first day, in kilograms and percent; null without a reading. */
  readonly before: Pick<DayReadings, "weight" | "bodyFat">
}

/**
 * Goals, the versions of their terms, and the progress set by hand for each day. A version applies from its day until
 * the next version. The first one also applies to all earlier days. `add`, `revise`, `startEarlier`, `discard` and
 * `restore` run several statements, so call them in a transaction.
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
    /** Sets the name and the unit of the goal, on all days. */
    readonly relabel: (userId: UserId, id: GoalId, label: Pick<Goal, "name" | "unit">) => Effect.Effect<void>
    /** Applies `terms` from the day `from` on, and removes all later versions. */
    readonly revise: (userId: UserId, id: GoalId, from: ActivityDay, terms: Terms) => Effect.Effect<void>
    /**
     * Moves the start of the goal's schedule back to `start`, for days before `today`. The days gained get the goal's
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
    /** All goals, oldest first, with all their terms, and the progress of the days from `from` to `to`, inclusive. */
    readonly histories: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<ReadonlyArray<GoalHistory>>
    /** All goals with their newest terms, oldest first, and the readings from `from` to `to`, inclusive, oldest first. */
    readonly withReadings: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<{
      readonly goals: ReadonlyArray<Goal>
      readonly histories: Histories
    }>
    /**
     * Deletes the goal and keeps a copy, replacing the user's earlier one, so that `restore` can bring it back. Returns
     * its name; none if the user has no such goal.
     */
    readonly discard: (userId: UserId, id: GoalId, now: DateTime.Utc) => Effect.Effect<Option.Option<string>>
    /** Brings back the goal discarded last, with its terms and progress. Returns whether it was this one. */
    readonly restore: (userId: UserId, id: GoalId) => Effect.Effect<boolean>
    /** Removes the copies of goals that were discarded before `until`. */
    readonly forgetDiscarded: (until: DateTime.Utc) => Effect.Effect<void>
    /** Adds to the progress of a day; the sum is at least 0. */
    readonly addProgress: (userId: UserId, id: GoalId, day: ActivityDay, amount: number) => Effect.Effect<void>
    /** Sets the progress of a day, replacing an earlier one; 1 or 0 for a boolean goal. */
    readonly setProgress: (userId: UserId, id: GoalId, day: ActivityDay, value: number) => Effect.Effect<void>
  }
>() {}

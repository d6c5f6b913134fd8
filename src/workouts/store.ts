import { Context, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../caller/answer.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { SetsOfWorkout } from "./best-set.ts"
import type { Workout, WorkoutSummary } from "./model.ts"

/** Where a workout stands among a user's: newest first by date, then creation (epoch milliseconds), then id. */
export interface Place {
  readonly date: string
  readonly createdAt: number
  readonly id: string
}

export interface Page {
  readonly from?: ActivityDay
  /** Included. */
  readonly to?: ActivityDay
  /** Only workouts with this exercise. */
  readonly exerciseId?: string
  /** Only what comes after this place. */
  readonly after?: Place
  readonly limit: number
}

/** A page of workouts, and what the whole range holds. */
export interface WorkoutPage {
  readonly workouts: ReadonlyArray<WorkoutSummary>
  /** How many workouts the range holds. */
  readonly total: number
  /** The sets of the exercise that was asked for, in all workouts of the range, oldest first. */
  readonly sets: ReadonlyArray<SetsOfWorkout>
}

/** The state of a workout that a change starts from; `revision` grows with each replacement. */
export interface Current {
  readonly name: string
  readonly date: ActivityDay
  readonly revision: number
}

/** What became of a change: done, or nothing, as another one changed or deleted the workout since it was read. */
export type Changed = "done" | "changed" | "gone"

/**
 * A user's workouts; exercises and sets keep their order. Each change brings the streak and badges as of `today` up to date.
 */
export class WorkoutStore extends Context.Tag("WorkoutStore")<
  WorkoutStore,
  {
    readonly page: (userId: UserId, page: Page) => Effect.Effect<WorkoutPage>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<Workout>>
    readonly current: (userId: UserId, id: string) => Effect.Effect<Option.Option<Current>>
    /** Adds a workout that was created at `createdAt`, epoch milliseconds, and keeps the answer along with it. */
    readonly add: <A>(
      userId: UserId,
      today: ActivityDay,
      workout: Workout,
      createdAt: number,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, KeyTaken>
    /** Puts `workout` in place of the one with its id, if that still has this revision. */
    readonly replace: (userId: UserId, today: ActivityDay, workout: Workout, revision: number) => Effect.Effect<Changed>
    /** Deletes the workout, if it still has this revision. */
    readonly delete: (userId: UserId, today: ActivityDay, id: string, revision: number) => Effect.Effect<Changed>
  }
>() {}

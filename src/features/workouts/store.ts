import { Context, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../../contract/handler/answer.ts"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { OwnExercise } from "../exercises/own.ts"
import type { SetsOfWorkout } from "./best-set.ts"
import type { Order, Workout, WorkoutSummary } from "./model.ts"

/** A position in the list of a user's workouts: by date, then creation (epoch milliseconds), then id. */
export interface Place {
  readonly date: string
  readonly createdAt: number
  readonly id: string
}

/** Selects workouts: all, or those in a range of days, or with an exercise. */
export interface Range {
  readonly from?: ActivityDay
  /** Inclusive. */
  readonly to?: ActivityDay
  /** Only workouts with this exercise. */
  readonly exerciseId?: string
  /** Only workouts whose name contains this text, ignoring case, or that have one of these exercises. */
  readonly like?: { readonly text: string; readonly exerciseIds: ReadonlyArray<string> }
}

interface WorkoutPage {
  /** In the order asked for. */
  readonly workouts: ReadonlyArray<WorkoutSummary>
  /** The number of workouts in the whole range. */
  readonly total: number
}

/** The content of a workout that figures are computed from, with the names of the user's own exercises in it. */
export interface Performed extends Pick<Workout, "id" | "name" | "date" | "exercises"> {
  readonly own: ReadonlyArray<Pick<OwnExercise, "id" | "name" | "trackingType">>
}

/** The data from which a workout's energy is estimated; `revision` grows with each replacement. */
export interface Weighed extends Pick<Workout, "id" | "durationSeconds" | "exercises"> {
  readonly revision: number
  /** The latest reading on or before the workout's day, else the earliest after it. */
  readonly bodyWeightKg: number
}

/** The energy of a workout stored before the first weight, and from what it was estimated. */
export interface LateEstimate extends Pick<Weighed, "id" | "revision" | "bodyWeightKg"> {
  readonly kcal: number
}

/** The state of a workout before a change; `revision` grows with each replacement. */
export interface Current
  extends Pick<
    Workout,
    | "name"
    | "date"
    | "startTime"
    | "endTime"
    | "durationSeconds"
    | "notes"
    | "exercises"
    | "estimatedCalories"
    | "appCalories"
  > {
  readonly revision: number
}

/** A workout that was deleted, and may be brought back. */
export interface Taken {
  readonly name: string
  /** All that is stored of it, as text that only the store reads. */
  readonly stored: string
}

/** The result of a change: done, or refused because another call had changed or deleted the workout. */
export type Changed = "done" | "changed" | "gone"

/**
 * A user's workouts. Exercises and sets keep their order. Each change updates the streak and badges as of `today`.
 */
export class WorkoutStore extends Context.Tag("WorkoutStore")<
  WorkoutStore,
  {
    /** At most `limit` workouts of the range, newest first by default, starting after the position `after` if given. */
    readonly page: <E>(
      charge: Charge<E>,
      userId: UserId,
      range: Range,
      after: Place | undefined,
      limit: number,
      order?: Order
    ) => Effect.Effect<Charged<WorkoutPage>, E>
    /** The sets of an exercise in all workouts of the range, oldest first. */
    readonly setsOf: (
      userId: UserId,
      range: Range & { readonly exerciseId: string }
    ) => Effect.Effect<ReadonlyArray<SetsOfWorkout>>
    /**
     * Everything performed from `from` to `to`, inclusive, oldest first. Figures about sets are computed from it
     * outside the database, by the same rules as elsewhere: searching within sets would take the database many times as
     * long as returning them. With `exerciseIds`, only workouts with one of these exercises.
     */
    readonly performed: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay,
      exerciseIds?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Performed>>
    /** The workouts with these ids, in any order, if the user has a weight reading; otherwise none. */
    readonly weighed: (userId: UserId, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Weighed>>
    /**
     * Keeps such estimates, so that lists and workouts that are read later have them as `estimatedCalories`. One is
     * forgotten once the workout's content or the weight that counts for its day has changed. A store may forget more.
     */
    readonly keepEstimates: (userId: UserId, estimates: ReadonlyArray<LateEstimate>) => Effect.Effect<void>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<Workout>>
    readonly current: (userId: UserId, id: string) => Effect.Effect<Option.Option<Current>>
    /** Adds a workout created at `createdAt` (epoch milliseconds), without its times, and stores its answer. */
    readonly add: <A>(
      userId: UserId,
      today: ActivityDay,
      workout: Workout,
      createdAt: number,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, KeyTaken>
    /** Replaces the content of the workout with the same id, if it still has this revision. */
    readonly replace: (userId: UserId, today: ActivityDay, workout: Workout, revision: number) => Effect.Effect<Changed>
    /** Deletes the workout, if it still has this revision. */
    readonly delete: (userId: UserId, today: ActivityDay, id: string, revision: number) => Effect.Effect<Changed>
    /**
     * Deletes the workout, and returns its name and all that is stored of it, for `putBack`. Runs several statements, so
     * call it in a transaction.
     */
    readonly take: (userId: UserId, today: ActivityDay, id: string) => Effect.Effect<Option.Option<Taken>>
    /**
     * Brings a workout back as it was when `take` deleted it, with its revision and times. Does nothing if it is there.
     * Runs several statements, so call it in a transaction.
     */
    readonly putBack: (userId: UserId, today: ActivityDay, id: string, stored: string) => Effect.Effect<void>
  }
>() {}

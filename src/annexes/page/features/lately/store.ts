import { Context, type Effect } from "effect"
import type { Reading } from "../../../../features/body-metrics/model.ts"
import type { Workout } from "../../../../features/workouts/model.ts"
import type { ActivityDay } from "../../../../values/activity-day.ts"
import type { UserId } from "../../../../values/ids.ts"
import type { RoutineSummary } from "../routines/model.ts"

/** Most workouts that a user's latest weeks are judged by. */
export const MOST_WORKOUTS = 200

/** The days to read, all inclusive. */
export interface Days {
  readonly from: ActivityDay
  /** Weights are read from an earlier day, so that their trend has settled. */
  readonly weightsFrom: ActivityDay
  readonly to: ActivityDay
}

/** A workout without its sets. */
export interface DoneWorkout extends Pick<Workout, "id" | "name" | "date" | "durationSeconds"> {
  readonly exerciseIds: ReadonlyArray<string>
}

/** What a user has recorded lately. */
export interface Lately {
  /** The newest 200, oldest first. */
  readonly workouts: ReadonlyArray<DoneWorkout>
  /** In their order. */
  readonly routines: ReadonlyArray<Pick<RoutineSummary, "id" | "name" | "exerciseIds">>
  /** The names of the user's own exercises in these workouts and routines, by id. */
  readonly ownNames: Readonly<Record<string, string>>
  /** In kilograms, oldest first. */
  readonly weights: ReadonlyArray<Reading>
  /** The days with diary entries and their kcal, oldest first. */
  readonly food: ReadonlyArray<{ readonly date: ActivityDay; readonly calories: number }>
}

/** What a user has recorded lately, which Today is made of. */
export class LatelyStore extends Context.Tag("LatelyStore")<
  LatelyStore,
  { readonly find: (userId: UserId, days: Days) => Effect.Effect<Lately> }
>() {}

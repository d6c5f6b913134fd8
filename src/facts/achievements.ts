import { Context, type Effect, type Option } from "effect"
import type { Charge, Charged } from "../contract/handler/charge.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Badge, Streak } from "./model.ts"

/** A reading in its metric's canonical unit. */
export interface Reading {
  readonly date: ActivityDay
  readonly value: number
}

/** What is derived from all of a user's facts. */
export interface Summary {
  readonly streak: Streak
  readonly badges: ReadonlyArray<Badge>
  /** The latest weight and body fat by date. */
  readonly latest: { readonly weight: Option.Option<Reading>; readonly bodyFat: Option.Option<Reading> }
}

/**
 * The streak and badges derived from the user's facts: readings, diary entries and workouts. The stores of these update
 * them in the transaction of each change: in SQL with the functions in migrations/functions, in memory with
 * `changeFacts`.
 */
export class Achievements extends Context.Tag("Achievements")<
  Achievements,
  {
    /**
     * The streak, badges and latest readings as of `today`; facts of later days do not count yet. A badge has the day
     * of the fact that earned it, and keeps it if that fact is moved or deleted.
     */
    readonly summary: <E>(charge: Charge<E>, userId: UserId, today: ActivityDay) => Effect.Effect<Charged<Summary>, E>
  }
>() {}

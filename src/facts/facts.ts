import { Context, type Effect } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Badge, Streak } from "./model.ts"

/**
 * The streak and badges that follow from the user's facts: readings, diary entries and workouts. The stores of these
 * update them in the transaction of each change: in SQL with the functions of migrations/0012_fact_functions.sql, in
 * memory with `changeFacts`.
 */
export class Achievements extends Context.Tag("Achievements")<
  Achievements,
  {
    /**
     * The streak and badges as of `today`; facts of later days do not count yet. A badge has the day of the fact that
     * earned it. If that fact is moved or deleted, the badge and its day stay.
     */
    readonly summary: (
      userId: UserId,
      today: ActivityDay
    ) => Effect.Effect<{ readonly streak: Streak; readonly badges: ReadonlyArray<Badge> }>
  }
>() {}

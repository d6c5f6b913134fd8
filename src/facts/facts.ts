import { Context, type Effect } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Badge, Streak } from "./model.ts"

/**
 * Streak and badges. They follow from the user's facts: readings, diary entries, workouts. The stores of these bring them up to date in the
 * transaction of each change, in SQL by the functions of migrations/0012_fact_functions.sql, in memory with `changeFacts`.
 */
export class Achievements extends Context.Tag("Achievements")<
  Achievements,
  {
    /**
     * The streak and the badges as of `today`; facts of later days do not count yet. A badge has the day of the fact that earns it. One whose
     * facts were moved or removed stays, with the day that it had.
     */
    readonly summary: (
      userId: UserId,
      today: ActivityDay
    ) => Effect.Effect<{ readonly streak: Streak; readonly badges: ReadonlyArray<Badge> }>
  }
>() {}

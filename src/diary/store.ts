import { Context, type Effect, type Option } from "effect"
import type { Addition } from "../facts/facts.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { DiaryEntry, MealType, Position } from "./model.ts"

/** What is to be changed of an entry; what is left out stays. */
export interface EntryChanges {
  readonly servings?: number
  readonly mealType?: MealType
  readonly date?: ActivityDay
}

/** The diary: what a user ate, in the order of date, time of creation and id. */
export class DiaryStore extends Context.Tag("DiaryStore")<
  DiaryStore,
  {
    /** At most `limit` entries from `from` to `to`, both included, in order; those behind `after` where it is given. */
    readonly page: (
      userId: UserId,
      range: { readonly from: ActivityDay; readonly to: ActivityDay },
      after: Option.Option<Position>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DiaryEntry>>
    /**
     * The addition of an entry behind all others of its day: where one of them was created at the same instant, or by a clock that
     * is ahead, it counts as created a millisecond after that one.
     */
    readonly adding: (userId: UserId, entry: DiaryEntry) => Addition<void>
    /** Changes an entry, and returns it with the day it was on before; none where the user has no such entry. */
    readonly update: (
      userId: UserId,
      id: string,
      changes: EntryChanges
    ) => Effect.Effect<Option.Option<{ readonly entry: DiaryEntry; readonly dateBefore: ActivityDay }>>
    /** Deletes an entry, and returns the day it was on; none where the user has no such entry. */
    readonly delete: (userId: UserId, id: string) => Effect.Effect<Option.Option<ActivityDay>>
  }
>() {}

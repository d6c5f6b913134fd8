import { Context, Data, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../caller/answer.ts"
import type { Nutrition } from "../foods/nutrition.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { DiaryEntry, MealType, Position } from "./model.ts"

/** What is to be changed of an entry; what is left out stays. */
export interface EntryChanges {
  readonly servings?: number
  readonly mealType?: MealType
  readonly date?: ActivityDay
}

/** What was eaten on a day: the sum of its entries, each as answers show it, to 2 decimals. */
export interface DayTotals extends Nutrition {
  readonly date: ActivityDay
}

/** What was eaten on a day: the unrounded sum of its entries. */
export interface DaySums extends Omit<Nutrition, "alcohol"> {
  readonly date: ActivityDay
}

/** A page of a range of days, and what the whole range holds. */
export interface DiaryPage {
  readonly entries: ReadonlyArray<DiaryEntry>
  /** How many entries the range holds. */
  readonly total: number
  /** The days with an entry, oldest first. */
  readonly days: ReadonlyArray<DayTotals>
}

/** The custom food or saved meal that an entry refers to has been deleted. */
export class FoodGone extends Data.TaggedError("FoodGone") {}

/**
 * The diary: what a user ate, in the order of date, time of creation and id. Each change brings the streak and badges as of `today` up to
 * date.
 */
export class DiaryStore extends Context.Tag("DiaryStore")<
  DiaryStore,
  {
    /**
     * At most `limit` entries from `from` to `to`, both included, in order; those after `after` where it is given. `total` and `days` are of the
     * whole range; with `withDays` false, `days` is empty.
     */
    readonly page: (
      userId: UserId,
      range: { readonly from: ActivityDay; readonly to: ActivityDay },
      after: Option.Option<Position>,
      limit: number,
      withDays: boolean
    ) => Effect.Effect<DiaryPage>
    /**
     * The sums of each day from `from` to `to`, both included, that has an entry, oldest first. They are for figures over years:
     * the entries are not rounded one by one, as `page` does, which takes most of its time.
     */
    readonly daily: (userId: UserId, from: ActivityDay, to: ActivityDay) => Effect.Effect<ReadonlyArray<DaySums>>
    /**
     * Adds an entry behind all others of its day: where one of them was created at the same instant, or by a clock that is ahead, it counts
     * as created a millisecond after that one. Keeps the answer along with it.
     */
    readonly add: <A>(
      userId: UserId,
      today: ActivityDay,
      entry: DiaryEntry,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, FoodGone | KeyTaken>
    /** Changes an entry, and returns it; none where the user has no such entry. */
    readonly update: (
      userId: UserId,
      today: ActivityDay,
      id: string,
      changes: EntryChanges
    ) => Effect.Effect<Option.Option<DiaryEntry>>
    /** Deletes an entry, and returns it; none where the user has no such entry. */
    readonly delete: (userId: UserId, today: ActivityDay, id: string) => Effect.Effect<Option.Option<DiaryEntry>>
  }
>() {}

import { Context, Data, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../caller/answer.ts"
import type { Nutrition } from "../foods/nutrition.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { DiaryEntry, MealType, Position } from "./model.ts"

/** The changes to an entry. Omitted fields keep their values. */
export interface EntryChanges {
  readonly servings?: number
  readonly mealType?: MealType
  readonly date?: ActivityDay
}

/** The nutrition of a day: the sum of its entries, each rounded to 2 decimals as in answers. */
export interface DayTotals extends Nutrition {
  readonly date: ActivityDay
}

/** The nutrition of a day: the unrounded sum of its entries. */
export interface DaySums extends Omit<Nutrition, "alcohol"> {
  readonly date: ActivityDay
}

/** Figures for a whole range of days. */
export interface RangeTotals {
  /** The number of entries. */
  readonly total: number
  /** The days with entries, oldest first. */
  readonly days: ReadonlyArray<DayTotals>
}

/** Both days are included. */
export interface Range {
  readonly from: ActivityDay
  readonly to: ActivityDay
}

/** The custom food or saved meal of an entry has been deleted, or the catalogue has another revision. */
export class FoodGone extends Data.TaggedError("FoodGone") {}

/**
 * The diary: what a user ate, ordered by date, creation time and id. Each change updates the streak and badges as of
 * `today`.
 */
export class DiaryStore extends Context.Tag("DiaryStore")<
  DiaryStore,
  {
    /** At most `limit` entries of the range, in order, starting after the position `after` if it is given. */
    readonly page: (
      userId: UserId,
      range: Range,
      after: Option.Option<Position>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DiaryEntry>>
    /** The figures for a range. If `withDays` is false, `days` is empty. */
    readonly totals: (userId: UserId, range: Range, withDays: boolean) => Effect.Effect<RangeTotals>
    /**
     * The sums of each day of the range that has an entry, oldest first. They are for figures over years: the entries are
     * not rounded one by one, as for `totals`, which takes most of its time.
     */
    readonly daily: (userId: UserId, from: ActivityDay, to: ActivityDay) => Effect.Effect<ReadonlyArray<DaySums>>
    /**
     * Adds an entry after all others of its day, and stores its answer. If another entry of the day was created at the
     * same time or later, this one counts as created a millisecond after it. If `revision` is given, the catalogue must
     * still have it.
     */
    readonly add: <A>(
      userId: UserId,
      today: ActivityDay,
      entry: DiaryEntry,
      answer: Answer<A>,
      revision?: string
    ) => Effect.Effect<Kept<A>, FoodGone | KeyTaken>
    /** Changes an entry and returns it; none if the user has no such entry. */
    readonly update: (
      userId: UserId,
      today: ActivityDay,
      id: string,
      changes: EntryChanges
    ) => Effect.Effect<Option.Option<DiaryEntry>>
    /** Deletes an entry and returns it; none if the user has no such entry. */
    readonly delete: (userId: UserId, today: ActivityDay, id: string) => Effect.Effect<Option.Option<DiaryEntry>>
  }
>() {}

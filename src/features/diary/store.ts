import { Context, Data, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../../contract/handler/answer.ts"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Amount } from "../foods/amounts.ts"
import type { Eaten, Nutrition } from "../foods/nutrition.ts"
import type { DiaryEntry, MealType, Position } from "./model.ts"

/** The changes to an entry. Omitted fields keep their values. */
interface EntryChanges {
  readonly servings?: number
  /** The amount that the servings were given as. Without it, new servings leave none. */
  readonly said?: Amount
  readonly mealType?: MealType
  readonly date?: ActivityDay
}

/** The nutrition of a day: the sum of its entries, each rounded to 2 decimals as in answers. */
interface DayTotals extends Eaten {
  readonly date: ActivityDay
}

/** The nutrition of a day: the unrounded sum of its entries; of details, of those that know them. */
export interface DaySums extends Omit<Nutrition, "alcohol"> {
  readonly date: ActivityDay
  /** Whether all entries of the day are of one meal type. */
  readonly isOneMeal: boolean
}

/** Figures for a whole range of days. */
interface RangeTotals {
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

/** The foods most likely eaten now, and those of the same meal on the day before. */
export interface LikelyFoods {
  readonly likely: ReadonlyArray<DiaryEntry>
  readonly dayBefore: ReadonlyArray<DiaryEntry>
}

/** How the food of a new entry was found. A custom food or saved meal must still exist. */
export interface FoundFood {
  /** The catalogue's revision when the food was read; it must not have changed. */
  readonly revision?: string
  /** The food is a quick add, which exists only in the entry. */
  readonly isQuick?: true
}

/** The custom food or saved meal of an entry has been deleted, or the catalogue has another revision. */
export class FoodGone extends Data.TaggedError("FoodGone") {}

/**
 * The diary: what a user ate, sorted by date, creation time and id. Each change updates the streak and badges as of
 * `today`.
 */
export class DiaryStore extends Context.Tag("DiaryStore")<
  DiaryStore,
  {
    /** At most `limit` entries of the range, in order, starting after the position `after` if given. */
    readonly page: <E>(
      charge: Charge<E>,
      userId: UserId,
      range: Range,
      after: Option.Option<Position>,
      limit: number
    ) => Effect.Effect<Charged<ReadonlyArray<DiaryEntry>>, E>
    /** The figures for a range. If `withDays` is false, `days` is empty. */
    readonly totals: (userId: UserId, range: Range, withDays: boolean) => Effect.Effect<RangeTotals>
    /**
     * The sums of each day with entries in the range, oldest first. For figures over years: entries are not rounded one
     * by one as in `totals`, because that takes most of its time.
     */
    readonly daily: (userId: UserId, from: ActivityDay, to: ActivityDay) => Effect.Effect<ReadonlyArray<DaySums>>
    /**
     * The foods most likely eaten now, best first: the latest entry of each food of the 60 days up to `day`, from this
     * meal if the food was part of it. Foods score by how often and how recently they were eaten, more so at this meal
     * or on this weekday. Also returns the entries of this meal on the day before.
     */
    readonly likely: (userId: UserId, day: ActivityDay, meal: MealType, limit: number) => Effect.Effect<LikelyFoods>
    /**
     * Adds an entry after all others of its day, and stores its answer. If another entry of the day was created at the
     * same time or later, this one is dated a millisecond after it. Fails with FoodGone if its food has changed since
     * it was `found`.
     */
    readonly add: <A, E>(
      charge: Charge<E>,
      userId: UserId,
      today: ActivityDay,
      entry: DiaryEntry,
      answer: Answer<A>,
      found?: FoundFood
    ) => Effect.Effect<Charged<Kept<A>>, FoodGone | KeyTaken | E>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<DiaryEntry>>
    /** Changes an entry and returns it; none if the user has no such entry. */
    readonly update: (
      userId: UserId,
      today: ActivityDay,
      id: string,
      changes: EntryChanges
    ) => Effect.Effect<Option.Option<DiaryEntry>>
    /** Deletes an entry and returns it; none if the user has no such entry. */
    readonly delete: (userId: UserId, today: ActivityDay, id: string) => Effect.Effect<Option.Option<DiaryEntry>>
    /**
     * Brings deleted entries back as they were, with their places in their days. Their foods need not exist any more. Runs
     * several statements, so call it in a transaction.
     */
    readonly putBack: (userId: UserId, today: ActivityDay, entries: ReadonlyArray<DiaryEntry>) => Effect.Effect<void>
  }
>() {}

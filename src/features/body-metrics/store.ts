import { Context, type Effect, type Option } from "effect"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { CountedMetric, Metric, Reading } from "./model.ts"

/** What setting readings found. */
interface WasSet {
  readonly before: ReadonlyMap<ActivityDay, number>
  readonly earlier: number | undefined
}

/**
 * One reading per user, metric and day, in canonical units. Each change updates the streak and badges as of `today`.
 */
export class BodyMetricStore extends Context.Tag("BodyMetricStore")<
  BodyMetricStore,
  {
    /** The readings from `from` to `to`, inclusive, oldest first. */
    readonly range: <E>(
      charge: Charge<E>,
      userId: UserId,
      metric: Metric,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<Charged<ReadonlyArray<Reading>>, E>
    /** The readings of weight, body fat and steps from `from` to `to`, inclusive, oldest first. */
    readonly histories: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<Readonly<Record<CountedMetric, ReadonlyArray<Reading>>>>
    /**
     * Sets readings, at most one per day. Returns those that they replaced, and for weight the value of the latest day
     * before all of them.
     */
    readonly set: <E>(
      charge: Charge<E>,
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      readings: ReadonlyArray<Reading>
    ) => Effect.Effect<Charged<WasSet>, E>
    /** Deletes the reading of a day and returns its value; none if there was none. */
    readonly delete: (
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      date: ActivityDay
    ) => Effect.Effect<Option.Option<number>>
    /**
     * The body weight in kilograms for calculations on `date`: the latest up to that day, else the earliest after it.
     */
    readonly weightAround: <E>(
      charge: Charge<E>,
      userId: UserId,
      date: ActivityDay
    ) => Effect.Effect<Charged<Option.Option<number>>, E>
  }
>() {}

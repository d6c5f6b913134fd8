import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Metric, Reading } from "./model.ts"

/**
 * One reading per user, metric and day, in canonical units. Each change updates the streak and badges as of `today`.
 */
export class BodyMetricStore extends Context.Tag("BodyMetricStore")<
  BodyMetricStore,
  {
    /** The readings from `from` to `to`, inclusive, oldest first. */
    readonly range: (
      userId: UserId,
      metric: Metric,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<ReadonlyArray<Reading>>
    /** The readings of every metric from `from` to `to`, inclusive, oldest first. */
    readonly histories: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<Readonly<Record<Metric, ReadonlyArray<Reading>>>>
    /** Sets readings, at most one per day, and returns the ones they replaced. */
    readonly set: (
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      readings: ReadonlyArray<Reading>
    ) => Effect.Effect<ReadonlyMap<ActivityDay, number>>
    /** Deletes the reading of a day and returns its value; none if there was no reading. */
    readonly delete: (
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      date: ActivityDay
    ) => Effect.Effect<Option.Option<number>>
    /**
     * The body weight in kilograms for calculations on `date`: the latest up to that day, else the earliest after it.
     */
    readonly weightAround: (userId: UserId, date: ActivityDay) => Effect.Effect<Option.Option<number>>
  }
>() {}

import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Metric, Reading } from "./model.ts"

/** One reading per user, metric and day, in canonical units. Each change brings the streak and badges as of `today` up to date. */
export class BodyMetricStore extends Context.Tag("BodyMetricStore")<
  BodyMetricStore,
  {
    /** The readings from `from` to `to`, both included, oldest first. */
    readonly range: (
      userId: UserId,
      metric: Metric,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<ReadonlyArray<Reading>>
    /** The latest weight and body fat by date, not after `upTo`. */
    readonly latest: (
      userId: UserId,
      upTo: ActivityDay
    ) => Effect.Effect<{ readonly weight: Option.Option<Reading>; readonly bodyFat: Option.Option<Reading> }>
    /** Sets readings, at most one a day, in place of those that the days held, and returns what they held. */
    readonly set: (
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      readings: ReadonlyArray<Reading>
    ) => Effect.Effect<ReadonlyMap<ActivityDay, number>>
    /** Deletes the day's reading, and returns its value; none where the day had no reading. */
    readonly delete: (
      userId: UserId,
      today: ActivityDay,
      metric: Metric,
      date: ActivityDay
    ) => Effect.Effect<Option.Option<number>>
    /** Kilograms to reckon with on `date`: the latest weight on or before it, else the earliest after. */
    readonly weightAround: (userId: UserId, date: ActivityDay) => Effect.Effect<Option.Option<number>>
  }
>() {}

import { Schema } from "effect"
import { present } from "../../../../contract/fields.ts"
import { MetricUnit } from "../../../../features/body-metrics/model.ts"
import { TRACKING_TYPES } from "../../../../features/exercises/model.ts"
import { Comparison } from "../../../../features/goals/model.ts"
import { ShownSet } from "../../../../features/workouts/model.ts"
import { ShownRecords } from "../../../../features/workouts/records.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { Count } from "../../../../values/number.ts"

/** An exercise with its sets of last time, and its records so far. */
export const LastTime = Schema.Struct({
  exerciseId: Schema.String,
  name: Schema.String,
  trackingType: Schema.Literal(...TRACKING_TYPES),
  /** Absent if no workout has it. */
  last: present(Schema.Struct({ date: ActivityDay, workoutId: Schema.String, sets: Schema.Array(ShownSet) })),
  records: ShownRecords
})
export type LastTime = typeof LastTime.Type

export const Grain = Schema.Literal("day", "week", "month", "year")

/** The first day of a period. */
export const first = ActivityDay

/** A smoothed metric: each period's mean, and the trend on the period's last day with a reading. */
export const Smoothed = Schema.Struct({
  grain: Grain,
  unit: MetricUnit,
  periods: Schema.Array(Schema.Struct({ first, days: Count, mean: Schema.Number, trend: Schema.Number })),
  latest: present(Schema.Struct({ date: ActivityDay, trend: Schema.Number })),
  /** In units per week, with its 95 % interval. */
  rate: present(Schema.Struct({ perWeek: Schema.Number, low: Schema.Number, high: Schema.Number })),
  /** Readings of the range that are left out of all others, because they look like typing errors. */
  excluded: Schema.Array(Schema.Struct({ date: ActivityDay, value: Schema.Number })),
  /** Active goals for it, in its unit, with when the present rate meets each, in weeks from today. */
  targets: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      value: Schema.Number,
      comparison: Comparison,
      outlook: Schema.Union(
        Schema.Struct({ status: Schema.Literal("met", "does_not_meet", "unknown") }),
        Schema.Struct({ status: Schema.Literal("meets"), from: Count, to: present(Count) })
      )
    })
  ),
  /** Change of the trend between the first and the last reading of the range. */
  change: present(Schema.Number)
})
export type Smoothed = typeof Smoothed.Type

/** The figures of a week, which begins on Monday. */
export const Week = Schema.Struct({
  from: ActivityDay,
  /** Its Sunday, or today. */
  to: ActivityDay,
  /** Days with an entry, without today, whose diary is not finished. */
  foodDays: Count,
  /** Means of these days; protein of those on which more than calories is known. */
  calories: present(Schema.Number),
  protein: present(Schema.Number),
  sessions: Count,
  volume: Schema.Number,
  /** The mean of the readings, without probable typing errors. */
  weight: present(Schema.Number)
})
export type Week = typeof Week.Type

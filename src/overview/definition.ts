import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { LatestReadings } from "../body-metrics/model.ts"
import { type Outputs, operation, optional, present } from "../contract/operation.ts"
import { ShownEntry, ShownTotals, shownExample } from "../diary/model.ts"
import { Streak } from "../facts/model.ts"
import { DailyGoal } from "../goals/model.ts"
import { RANGES } from "../trends/range.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { Count } from "../values/number.ts"
import { WeightUnit } from "../values/units.ts"
import { ShownAchieved } from "../workouts/best-set.ts"

/*
 * The reads of the person's own page. They are declared like every operation, so that the pipeline runs them under the
 * same guards, but callers are not offered them: get_today would take six calls and get_trends hundreds.
 */

const { date: _, ...amounts } = ShownTotals.fields

export const getToday = operation({
  name: "get_today",
  method: "GET",
  path: "/today",
  title: "Get today",
  description: "Today's goals, diary, steps, latest readings and streak.",
  access: "read",
  output: Schema.Struct({
    date: ActivityDay,
    timezone: Schema.String,
    goals: Schema.Array(DailyGoal),
    /** The first 100. */
    entries: Schema.Array(ShownEntry),
    /** How many entries the day has. */
    total: Count,
    totals: Schema.Struct(amounts),
    steps: Schema.NullOr(Count),
    latest: LatestReadings,
    streak: Streak
  }),
  example: {
    input: {},
    output: {
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      goals: [],
      entries: [shownExample],
      total: 1,
      totals: shownExample.nutrition,
      steps: 8450,
      latest: { weight: null, bodyFat: null },
      streak: { current: 3, longest: 12 }
    }
  }
})

const Grain = Schema.Literal("day", "week", "month", "year")

/** The first day of a period. */
const first = ActivityDay

/** A smoothed metric: each period's mean, and the trend on the last of its days that has a reading. */
const Smoothed = Schema.Struct({
  grain: Grain,
  unit: Schema.Literal("kg", "lb", "percent"),
  periods: Schema.Array(Schema.Struct({ first, days: Count, mean: Schema.Number, trend: Schema.Number })),
  latest: present(Schema.Struct({ date: ActivityDay, trend: Schema.Number })),
  /** In units a week. */
  rate: present(Schema.Number),
  /** Of the trend, between the first and the last reading of the range. */
  change: present(Schema.Number)
})
export type Smoothed = typeof Smoothed.Type

const eaten = {
  calories: Schema.Number,
  protein: Schema.Number,
  carbs: Schema.Number,
  fat: Schema.Number
}

export const getTrends = operation({
  name: "get_trends",
  method: "GET",
  path: "/trends",
  title: "Get trends",
  description: "Figures over a range of days up to today, in the user's units, by day, week, month or year.",
  access: "read",
  input: Schema.Struct({ range: optional(Schema.Literal(...RANGES)) }),
  output: Schema.Struct({
    range: Schema.Literal(...RANGES),
    from: ActivityDay,
    to: ActivityDay,
    weight: Smoothed,
    bodyFat: Smoothed,
    steps: Schema.Struct({
      grain: Grain,
      periods: Schema.Array(Schema.Struct({ first, days: Count, mean: Schema.Number })),
      mean: present(Schema.Number)
    }),
    food: Schema.Struct({
      grain: Grain,
      periods: Schema.Array(Schema.Struct({ first, days: Count, ...eaten })),
      mean: present(Schema.Struct(eaten))
    }),
    training: Schema.Struct({
      grain: Grain,
      unit: WeightUnit,
      periods: Schema.Array(Schema.Struct({ first, sessions: Count, perWeek: Schema.Number, volume: Schema.Number })),
      /** Those trained most often, most often first. */
      exercises: Schema.Array(
        Schema.Struct({ exerciseId: Schema.String, name: Schema.String, sessions: Count, ...ShownAchieved.fields })
      )
    })
  }),
  example: {
    input: { range: "90" },
    output: {
      range: "90",
      from: "2025-12-15",
      to: "2026-03-14",
      weight: {
        grain: "day",
        unit: "kg",
        periods: [{ first: "2026-03-14", days: 1, mean: 72.4, trend: 72.4 }],
        latest: { date: "2026-03-14", trend: 72.4 },
        change: 0
      },
      bodyFat: { grain: "day", unit: "percent", periods: [] },
      steps: { grain: "day", periods: [{ first: "2026-03-14", days: 1, mean: 8450 }], mean: 8450 },
      food: { grain: "day", periods: [] },
      training: { grain: "week", unit: "kg", periods: [], exercises: [] }
    }
  }
})
export class OverviewApi extends HttpApiGroup.make("overview", { topLevel: true })
  .add(getToday)
  .add(getTrends)
  .annotate(OpenApi.Title, "Overview") {}

/** What get_today and get_trends return. */
export type Today = Outputs<typeof OverviewApi>["get_today"]
export type Trends = Outputs<typeof OverviewApi>["get_trends"]

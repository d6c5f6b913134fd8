import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import { optional, present } from "../../../../contract/fields.ts"
import { type Outputs, operation } from "../../../../contract/operation.ts"
import { Energy } from "../../../../features/body-metrics/analysis.ts"
import { Metric } from "../../../../features/body-metrics/model.ts"
import { TRACKING_TYPES } from "../../../../features/exercises/model.ts"
import { DETAILS } from "../../../../features/foods/nutrition.ts"
import { EstimatedFrom, ShownAchieved } from "../../../../features/workouts/best-set.ts"
import { ShownSet } from "../../../../features/workouts/model.ts"
import { ShownRecords } from "../../../../features/workouts/records.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { ItemId } from "../../../../values/item-id.ts"
import { Count } from "../../../../values/number.ts"
import { KCAL_PER_KG } from "../../../../values/trends/energy-balance.ts"
import { RANGES, type Range } from "../../../../values/trends/range.ts"
import { WeightUnit } from "../../../../values/units.ts"
import { first, Grain, Smoothed, Week } from "./model.ts"
import { getToday } from "./today-operation.ts"
import { findWorkouts, getLastTimes, getRecordedWorkout, getTrainingDays } from "./workout-operations.ts"

/*
 * The reads of the person's page. They are declared like every operation, so that the pipeline runs them under the same
 * guards, but other callers cannot use them: get_today would take them six calls and get_trends hundreds.
 */

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
    /** This week and the last one, whatever the range. */
    weeks: Schema.Struct({ current: Week, previous: Week }),
    weight: Smoothed,
    bodyFat: Smoothed,
    /** Each other metric with a trend or of sleep that has two readings in the range. */
    measures: Schema.Array(Schema.Struct({ metric: Metric, ...Smoothed.fields })),
    steps: Schema.Struct({
      grain: Grain,
      periods: Schema.Array(Schema.Struct({ first, days: Count, mean: Schema.Number })),
      mean: present(Schema.Number)
    }),
    food: Schema.Struct({
      grain: Grain,
      periods: Schema.Array(Schema.Struct({ first, days: Count, ...eaten })),
      mean: present(Schema.Struct(eaten)),
      /** Each of fibre, sugars, saturated fat and sodium that at least two days state: the sums of what is known. */
      details: Schema.Array(
        Schema.Struct({
          nutrient: Schema.Literal(...DETAILS),
          periods: Schema.Array(Schema.Struct({ first, days: Count, mean: Schema.Number })),
          mean: Schema.Number
        })
      )
    }),
    energy: Schema.Struct({
      grain: Grain,
      /** Up to yesterday. */
      latest: Energy,
      /**
       * kcal a day over the weeks that end with the period. Without a value if it is too uncertain; absent with too
       * little data.
       */
      periods: Schema.Array(
        Schema.Struct({
          first,
          from: ActivityDay,
          to: ActivityDay,
          value: present(Schema.Number),
          low: Schema.Number,
          high: Schema.Number
        })
      )
    }),
    training: Schema.Struct({
      grain: Grain,
      unit: WeightUnit,
      /** Of the days of the range, whereas the first period may begin before it. */
      sessions: Count,
      volume: Schema.Number,
      periods: Schema.Array(Schema.Struct({ first, sessions: Count, perWeek: Schema.Number, volume: Schema.Number })),
      /** The most frequently trained, most frequent first. */
      exercises: Schema.Array(
        Schema.Struct({
          exerciseId: Schema.String,
          name: Schema.String,
          sessions: Count,
          ...ShownAchieved.fields,
          estimatedFrom: EstimatedFrom,
          /** The best estimate of each period, for the first five that have two. */
          estimates: present(
            Schema.Struct({ grain: Grain, periods: Schema.Array(Schema.Struct({ first, best: Schema.Number })) })
          )
        })
      )
    })
  }),
  example: {
    input: { range: "90" },
    output: {
      range: "90",
      from: "2025-12-15",
      to: "2026-03-14",
      weeks: {
        current: { from: "2026-03-09", to: "2026-03-14", foodDays: 0, sessions: 0, volume: 0, weight: 72.4 },
        previous: { from: "2026-03-02", to: "2026-03-08", foodDays: 0, sessions: 0, volume: 0 }
      },
      weight: {
        grain: "day",
        unit: "kg",
        periods: [{ first: "2026-03-14", days: 1, mean: 72.4, trend: 72.4 }],
        latest: { date: "2026-03-14", trend: 72.4 },
        change: 0,
        excluded: [],
        targets: []
      },
      bodyFat: { grain: "day", unit: "percent", periods: [], excluded: [], targets: [] },
      measures: [],
      steps: { grain: "day", periods: [] },
      food: { grain: "day", periods: [], details: [] },
      energy: {
        grain: "week",
        latest: {
          status: "not_enough_data",
          from: "2026-02-14",
          to: "2026-03-13",
          missing: [{ what: "weigh_ins", have: 5, need: 8 }],
          hint: "Weigh yourself on more days.",
          assumptions: { kcalPerKg: KCAL_PER_KG, method: "ols-raw-v1" },
          caveat: "A diary that always misses the same amount makes expenditure too low by it."
        },
        periods: []
      },
      training: { grain: "week", unit: "kg", sessions: 0, volume: 0, periods: [], exercises: [] }
    }
  }
})

/** The ranges of an exercise's charts: this many days up to today, or all workouts. */
export const EXERCISE_RANGES = ["90", "365", "all"] as const satisfies ReadonlyArray<Range>

export const getExercise = operation({
  name: "get_exercise",
  method: "GET",
  path: "/exercise",
  title: "Get exercise",
  description: "An exercise with its records, and what was done of it in each workout.",
  access: "read",
  input: Schema.Struct({ id: ItemId, skip: optional(Count), range: optional(Schema.Literal(...EXERCISE_RANGES)) }),
  output: Schema.Struct({
    exerciseId: Schema.String,
    name: Schema.String,
    otherNames: Schema.Array(Schema.String),
    trackingType: Schema.Literal(...TRACKING_TYPES),
    unit: WeightUnit,
    records: ShownRecords,
    /** The number of workouts with it. */
    total: Count,
    /** Newest first, starting after the `skip` newest, at most 20. */
    workouts: Schema.Array(
      Schema.Struct({
        workoutId: Schema.String,
        date: ActivityDay,
        sets: Schema.Array(ShownSet),
        estimatedOneRepMax: present(Schema.Number),
        volume: present(Schema.Number)
      })
    ),
    /** The sets of the workout before the last one of these; absent without one. */
    before: present(Schema.Array(ShownSet)),
    /** Over the workouts of the range, by default all; absent if there are none. */
    progress: present(
      Schema.Struct({
        from: ActivityDay,
        to: ActivityDay,
        estimates: Schema.Struct({
          grain: Grain,
          periods: Schema.Array(Schema.Struct({ first, best: Schema.Number, record: Schema.Number }))
        }),
        volumes: Schema.Struct({
          grain: Grain,
          periods: Schema.Array(Schema.Struct({ first, workouts: Count, mean: Schema.Number }))
        })
      })
    )
  }),
  errors: [NotFound],
  example: {
    input: { id: "exr_barbell_squat" },
    output: {
      exerciseId: "exr_barbell_squat",
      name: "Barbell Squat",
      otherNames: ["Back Squat"],
      trackingType: "weight_reps",
      unit: "kg",
      records: {},
      total: 0,
      workouts: []
    }
  }
})

export class OverviewApi extends HttpApiGroup.make("overview", { topLevel: true })
  .add(getToday)
  .add(getTrends)
  .add(getExercise)
  .add(getRecordedWorkout)
  .add(getLastTimes)
  .add(findWorkouts)
  .add(getTrainingDays)
  .annotate(OpenApi.Title, "Overview") {}

/** What the operations return. */
export type Today = Outputs<typeof OverviewApi>["get_today"]
export type Trends = Outputs<typeof OverviewApi>["get_trends"]
export type ExerciseHistory = Outputs<typeof OverviewApi>["get_exercise"]

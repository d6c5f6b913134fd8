import { Schema } from "effect"
import { optional, present } from "../../../../contract/fields.ts"
import { operation } from "../../../../contract/operation.ts"
import { Streak } from "../../../../facts/model.ts"
import { LatestReadings } from "../../../../features/body-metrics/model.ts"
import { MealType, ShownEntry, ShownTotals, shownExample } from "../../../../features/diary/model.ts"
import { DailyGoal } from "../../../../features/goals/model.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { Count } from "../../../../values/number.ts"
import { Smoothed } from "./model.ts"

const { date: _, ...amounts } = ShownTotals.fields

/** What a person has recorded in the last 60 days. */
const Lately = Schema.Struct({
  /** The number of days with a workout, a diary entry and a weight. */
  days: Schema.Struct({ trained: Count, ate: Count, weighed: Count }),
  /** The latest workout. */
  last: present(Schema.Struct({ name: Schema.String, date: ActivityDay })),
  /** The workouts that are likely next, the likeliest first, each with what it starts from. */
  next: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      routineId: present(Schema.String),
      workoutId: present(Schema.String),
      exercises: Schema.Array(Schema.String),
      /** How long it usually takes. */
      seconds: present(Schema.Number)
    })
  ),
  /** Monday to Sunday. */
  week: Schema.Array(
    Schema.Struct({
      date: ActivityDay,
      workouts: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
    })
  ),
  /** The days of the last seven with an entry, and their kcal. */
  eaten: Schema.Array(Schema.Struct({ date: ActivityDay, calories: Schema.Number })),
  /** The weight since `from`: 30 days, or 12 weeks if nothing else is recorded. */
  weight: Schema.Struct({ from: ActivityDay, ...Smoothed.fields })
})

export const getToday = operation({
  name: "get_today",
  method: "GET",
  path: "/today",
  title: "Get today",
  description:
    "Today's goals, totals, steps, latest readings and streak, what was recorded lately, and what is likely next.",
  access: "read",
  input: Schema.Struct({ mealType: optional(MealType) }),
  output: Schema.Struct({
    date: ActivityDay,
    timezone: Schema.String,
    /** Those that are due. */
    goals: Schema.Array(DailyGoal),
    hasGoals: Schema.Boolean,
    /** How many entries the day has. */
    total: Count,
    totals: Schema.Struct(amounts),
    steps: Schema.NullOr(Count),
    latest: LatestReadings,
    streak: Streak,
    /** What is likely eaten at this meal now, without what it has already; absent without a meal. */
    likely: present(Schema.Struct({ likely: Schema.Array(ShownEntry), dayBefore: Schema.Array(ShownEntry) })),
    lately: Lately
  }),
  example: {
    input: {},
    output: {
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      goals: [],
      hasGoals: false,
      total: 1,
      totals: shownExample.nutrition,
      steps: 8450,
      latest: { weight: null, bodyFat: null },
      streak: { current: 3, longest: 12 },
      lately: {
        days: { trained: 0, ate: 3, weighed: 0 },
        next: [],
        week: [],
        eaten: [{ date: "2026-03-14", calories: 540 }],
        weight: { from: "2026-02-13", grain: "day", unit: "kg", periods: [], excluded: [], targets: [] }
      }
    }
  }
})

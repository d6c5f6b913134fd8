import { Schema } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import { optional, present } from "../../../../contract/fields.ts"
import { operation } from "../../../../contract/operation.ts"
import { ShownSummary, ShownWorkout } from "../../../../features/workouts/model.ts"
import { ShownRecords } from "../../../../features/workouts/records.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { ItemId } from "../../../../values/item-id.ts"
import { Count } from "../../../../values/number.ts"
import { LastTime } from "./model.ts"

export const getRecordedWorkout = operation({
  name: "get_recorded_workout",
  method: "GET",
  path: "/recorded-workout",
  title: "Get recorded workout",
  description: "A workout, and the records that it made.",
  access: "read",
  input: Schema.Struct({ id: ItemId }),
  output: Schema.Struct({
    workout: ShownWorkout,
    /** Of the working sets, in the user's strength unit; absent without a weight. */
    volume: present(Schema.Number),
    /** The last workout of the same name before it that shares an exercise with it, if both have a volume. */
    before: present(Schema.Struct({ date: ActivityDay, volume: Schema.Number })),
    /** For each exercise of the workout, in order, the records set in it. */
    records: Schema.Array(ShownRecords),
    /** Each exercise once, as it was before the workout. */
    lastTimes: Schema.Array(LastTime)
  }),
  errors: [NotFound],
  example: {
    input: { id: "wkout_7k3f9q2m5x8c1v6b" },
    output: {
      workout: { id: "wkout_7k3f9q2m5x8c1v6b", name: "Evening run", date: "2026-03-14", exercises: [] },
      records: [],
      lastTimes: []
    }
  }
})

export const findWorkouts = operation({
  name: "find_workouts",
  method: "GET",
  path: "/found-workouts",
  title: "Find workouts",
  description: "Workouts by words of their name or of an exercise's.",
  access: "read",
  input: Schema.Struct({ query: Schema.String }),
  /** The newest 50, and the total number. */
  output: Schema.Struct({ workouts: Schema.Array(ShownSummary), total: Count }),
  example: { input: { query: "squat" }, output: { workouts: [], total: 0 } }
})

export const getTrainingDays = operation({
  name: "get_training_days",
  method: "GET",
  path: "/training-days",
  title: "Get training days",
  description: "The workouts of a range of days by their names.",
  access: "read",
  input: Schema.Struct({ from: ActivityDay, to: ActivityDay }),
  /** The newest 100, newest first. */
  output: Schema.Struct({
    workouts: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String, date: ActivityDay }))
  }),
  example: { input: { from: "2026-03-01", to: "2026-03-31" }, output: { workouts: [] } }
})

export const getLastTimes = operation({
  name: "get_last_times",
  method: "GET",
  path: "/last-times",
  title: "Get last times",
  description: "Exercises with what was done of them last time, and those of the latest workouts.",
  access: "read",
  input: Schema.Struct({
    ids: Schema.Array(Schema.String),
    /** A workout to return; its exercises are included as well. */
    workoutId: optional(ItemId),
    /** A workout's id. This workout and later ones do not count, and `recent` is empty. */
    before: optional(Schema.String)
  }),
  output: Schema.Struct({
    workout: present(ShownWorkout),
    /** The known ones among the ids, in their order. */
    exercises: Schema.Array(LastTime),
    /** Exercises of the latest workouts, latest first, each once. */
    recent: Schema.Array(Schema.Struct({ exerciseId: Schema.String, name: Schema.String }))
  }),
  errors: [NotFound],
  example: { input: { ids: ["exr_barbell_squat"] }, output: { exercises: [], recent: [] } }
})

import { Schema } from "effect"
import { present } from "../../../../contract/operation.ts"
import { TRACKING_TYPES } from "../../../../features/exercises/model.ts"
import { ShownSet } from "../../../../features/workouts/model.ts"
import { ShownRecords } from "../../../../features/workouts/records.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"

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

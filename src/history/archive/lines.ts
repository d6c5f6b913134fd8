import { Schema } from "effect"
import { Metric } from "../../body-metrics/model.ts"
import { MealType } from "../../diary/model.ts"
import { Category, TRACKING_TYPES } from "../../exercises/model.ts"
import { FoodKind } from "../../foods/model.ts"
import { Comparison, GoalId, GoalMetric, GoalType, Weekday } from "../../goals/model.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { ItemId } from "../../values/item-id.ts"
import { Text } from "../../values/text.ts"
import { Intensity, LoadIntent, SetType } from "../../workouts/model.ts"
import { ITEM_KINDS } from "../model.ts"
import type { PartName } from "./format.ts"

const MAX_SAFE = 1e9

const between = (min: number, max: number) => Schema.Number.pipe(Schema.between(min, max))
const Whole = Schema.Int.pipe(Schema.between(0, MAX_SAFE))
const Amount = between(0, MAX_SAFE)
const Some = Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(MAX_SAFE))
/** ISO 8601 in UTC, to the millisecond. */
const Instant = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
const orNull = Schema.NullOr
const Nutrients = { calories: Amount, protein: Amount, carbs: Amount, fat: Amount, alcohol: Amount }
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const PerformedSet = Schema.Struct({
  setType: SetType,
  weightKg: optional(between(0, 2000)),
  loadIntent: optional(LoadIntent),
  reps: optional(Whole),
  durationSeconds: optional(Amount),
  distanceMeters: optional(Amount),
  holdSeconds: optional(Amount),
  intensity: optional(Intensity)
})

const JsonText = Text.pipe(
  Schema.filter((text) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  })
)

/** The lines of each file, as they stand in it. */
export const LINES = {
  exercises: Schema.Struct({
    id: ItemId,
    name: Text,
    nameKey: Text,
    category: Category,
    trackingType: Schema.Literal(...TRACKING_TYPES),
    createdAt: Instant
  }),
  "custom-foods": Schema.Struct({
    id: ItemId,
    name: Text,
    brandName: orNull(Text),
    servingSize: Some,
    servingUnit: Text,
    servingText: Text,
    ...Nutrients,
    createdAt: Instant
  }),
  "imported-foods": Schema.Struct({ id: ItemId, name: Text, brandName: orNull(Text), createdAt: Instant }),
  "saved-meals": Schema.Struct({
    id: ItemId,
    name: Text,
    description: orNull(Text),
    servings: Some,
    createdAt: Instant
  }),
  "saved-meal-items": Schema.Struct({
    mealId: ItemId,
    position: Whole,
    foodKind: Schema.Literal("food", "custom_food"),
    foodId: ItemId,
    servings: Some
  }),
  readings: Schema.Struct({ metric: Metric, date: ActivityDay, value: Schema.Number }),
  entries: Schema.Struct({
    id: ItemId,
    date: ActivityDay,
    mealType: MealType,
    servings: Some,
    foodKind: FoodKind,
    foodId: ItemId,
    foodName: Text,
    brandName: orNull(Text),
    ...Nutrients,
    servingSize: orNull(Schema.Number),
    servingUnit: orNull(Text),
    servingText: orNull(Text),
    createdAt: Instant
  }),
  workouts: Schema.Struct({
    id: ItemId,
    revision: Whole,
    date: ActivityDay,
    name: Text,
    startTime: orNull(Text),
    endTime: orNull(Text),
    durationSeconds: orNull(Whole),
    notes: orNull(Text),
    estimatedCalories: orNull(Whole),
    exerciseCount: Whole,
    exercises: Schema.Array(Schema.Struct({ exerciseId: ItemId, sets: Schema.Array(PerformedSet) })),
    createdAt: Instant
  }),
  goals: Schema.Struct({ id: GoalId, place: Whole, name: Text, type: GoalType, metric: orNull(GoalMetric) }),
  "goal-revisions": Schema.Struct({
    goalId: GoalId,
    fromDay: ActivityDay,
    targetValue: orNull(Schema.Number),
    comparison: orNull(Comparison),
    days: Schema.Array(Weekday),
    startDate: ActivityDay,
    endDate: orNull(ActivityDay),
    active: Schema.Boolean
  }),
  progress: Schema.Struct({ goalId: GoalId, date: ActivityDay, value: Schema.Number }),
  "exercise-choices": Schema.Struct({ source: Text, nameKey: Text, exerciseId: ItemId }),
  imports: Schema.Struct({
    place: Whole,
    id: Schema.String.pipe(Schema.pattern(/^[0-9a-z]{8}$/)),
    source: Text,
    file: Text,
    fileHash: Text,
    startedAt: Instant,
    finishedAt: orNull(Instant),
    undoneAt: orNull(Instant),
    counts: orNull(
      Schema.Struct({
        rows: Schema.Struct({
          read: Whole,
          new: Whole,
          unchanged: Whole,
          changed: Whole,
          merged: Whole,
          leftOut: Whole
        }),
        made: Schema.Struct({ readings: Whole, entries: Whole, workouts: Whole, sets: Whole, exercises: Whole })
      })
    )
  }),
  "import-items": Schema.Struct({
    kind: Schema.Literal(...ITEM_KINDS),
    key: Text,
    place: Whole,
    importId: Schema.String.pipe(Schema.pattern(/^[0-9a-z]{8}$/)),
    factId: Text,
    fingerprint: Text,
    made: Text,
    before: orNull(JsonText),
    undone: Schema.Boolean
  })
} as const satisfies Record<PartName, Schema.Schema.AnyNoContext>

export type LineOf<Name extends PartName> = (typeof LINES)[Name]["Type"]

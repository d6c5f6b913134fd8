import { DateTime, Schema } from "effect"
import { ActivityDay } from "../../values/activity-day.ts"
import { type DiaryEntry, MealType } from "../diary/model.ts"
import { FoodKind } from "../foods/model.ts"

/** A complete diary entry, with its creation time in epoch milliseconds. */
export const StoredEntry = Schema.Struct({
  id: Schema.String,
  date: ActivityDay,
  mealType: MealType,
  servings: Schema.Number,
  food: Schema.Struct({
    id: Schema.String,
    kind: FoodKind,
    name: Schema.String,
    brandName: Schema.NullOr(Schema.String)
  }),
  serving: Schema.NullOr(
    Schema.Struct({ size: Schema.Number, unit: Schema.String, text: Schema.NullOr(Schema.String) })
  ),
  perServing: Schema.Struct({
    calories: Schema.Number,
    protein: Schema.Number,
    carbs: Schema.Number,
    fat: Schema.Number,
    alcohol: Schema.Number
  }),
  createdAt: Schema.Number
})
type StoredEntry = typeof StoredEntry.Type

export const stored = (entry: DiaryEntry): StoredEntry => ({
  ...entry,
  createdAt: DateTime.toEpochMillis(entry.createdAt)
})

export const entryOf = (entry: StoredEntry): DiaryEntry => ({
  ...entry,
  createdAt: DateTime.unsafeMake(entry.createdAt)
})

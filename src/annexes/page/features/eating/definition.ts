import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { said } from "../../../../contract/broken-rule.ts"
import { NotFound } from "../../../../contract/errors.ts"
import { optional } from "../../../../contract/fields.ts"
import { operation } from "../../../../contract/operation.ts"
import { DiaryEntry, MealType, ShownEntry, shownExample } from "../../../../features/diary/model.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { ItemId } from "../../../../values/item-id.ts"
import { Count, integer } from "../../../../values/number.ts"

/*
 * Operations of the diary page on many entries at once. Like all operations they run in the pipeline, but they are not
 * offered to other callers, who have operations for single entries.
 */

/** Most foods returned as likely. */
export const MOST_LIKELY = 100

export const getLikelyFoods = operation({
  name: "get_likely_foods",
  method: "GET",
  path: "/likely-foods",
  title: "Get likely foods",
  description: "The latest entries of the foods that are eaten now most likely, and the same meal of the day before.",
  access: "read",
  input: Schema.Struct({
    date: optional(ActivityDay),
    mealType: MealType,
    limit: optional(integer({ min: 1, max: MOST_LIKELY }))
  }),
  output: Schema.Struct({
    /** Most likely first. */
    likely: Schema.Array(ShownEntry),
    dayBefore: Schema.Array(ShownEntry)
  }),
  example: { input: { mealType: "breakfast" }, output: { likely: [shownExample], dayBefore: [] } }
})

export const getWeighedRecipes = operation({
  name: "get_weighed_recipes",
  method: "GET",
  path: "/weighed-recipes",
  title: "Get weighed recipes",
  description: "The recipes whose finished dish was weighed or measured, with the size of one serving.",
  access: "read",
  output: Schema.Struct({
    recipes: Schema.Array(Schema.Struct({ id: Schema.String, servingSize: Schema.Number }))
  }),
  example: { input: {}, output: { recipes: [{ id: "cfood_4k9t2m7c1x8w5h3a", servingSize: 200 }] } }
})

/** The entries of a day: all, those of a meal, or one. */
const which = {
  date: ActivityDay,
  mealType: optional(MealType),
  id: optional(ItemId)
}

/** Where to put entries. They keep their meals unless another is given. */
const where = { toDate: ActivityDay, toMealType: optional(MealType) }

const counted = Schema.Struct({ date: ActivityDay, entries: Count })

const example = { input: { date: "2026-03-13", toDate: "2026-03-14" }, output: { date: "2026-03-14", entries: 3 } }

export const copyFoodEntries = operation({
  name: "copy_food_entries",
  method: "POST",
  path: "/copied-food-entries",
  title: "Copy food entries",
  description: "Copies the entries of a day, one of its meals, or one entry.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ ...which, ...where }),
  output: Schema.Struct({ ...counted.fields, copies: Schema.Array(Schema.encodedSchema(DiaryEntry)) }),
  errors: [NotFound],
  example: { input: example.input, output: { ...example.output, copies: [] } }
})

export const undoCopiedFoodEntries = operation({
  name: "undo_copied_food_entries",
  method: "POST",
  path: "/undone-copies",
  title: "Undo copied food entries",
  description: "Deletes what copy_food_entries added with this key within 24 hours, apart from entries changed since.",
  access: "write",
  input: Schema.Struct({ copiedBy: Schema.String }),
  output: counted,
  errors: [NotFound],
  example: { input: { copiedBy: "page_1" }, output: { date: "2026-03-14", entries: 3 } }
})

export const moveFoodEntries = operation({
  name: "move_food_entries",
  method: "POST",
  path: "/moved-food-entries",
  title: "Move food entries",
  description: "Moves the entries of a day, one of its meals, or one entry.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ ...which, ...where }),
  output: Schema.Struct({ ...counted.fields, moved: Schema.Array(Schema.encodedSchema(DiaryEntry)) }),
  errors: [NotFound],
  example: { input: example.input, output: { ...example.output, moved: [] } }
})

export const undoMovedFoodEntries = operation({
  name: "undo_moved_food_entries",
  method: "POST",
  path: "/undone-moves",
  title: "Undo moved food entries",
  description: "Moves back what move_food_entries moved with this key within 24 hours, apart from what has moved on.",
  access: "write",
  input: Schema.Struct({ movedBy: Schema.String }),
  output: counted,
  errors: [NotFound],
  example: { input: { movedBy: "page_1" }, output: { date: "2026-03-13", entries: 3 } }
})

export const removeFoodEntries = operation({
  name: "remove_food_entries",
  method: "POST",
  path: "/removed-food-entries",
  title: "Remove food entries",
  description:
    "Deletes entries, and keeps them with its idempotency key, so that restore_food_entries brings them back.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ date: optional(ActivityDay), mealType: optional(MealType), id: optional(ItemId) }),
  rule: (given) => ("date" in given || "id" in given ? [] : [said("date", "is required without id")]),
  output: Schema.Struct({ date: ActivityDay, entries: Schema.Array(Schema.encodedSchema(DiaryEntry)) }),
  errors: [NotFound],
  example: { input: { date: "2026-03-14", mealType: "lunch" }, output: { date: "2026-03-14", entries: [] } }
})

export const restoreFoodEntries = operation({
  name: "restore_food_entries",
  method: "POST",
  path: "/restored-food-entries",
  title: "Restore food entries",
  description: "Brings back what remove_food_entries deleted with this key within 24 hours.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ removedBy: Schema.String }),
  output: counted,
  errors: [NotFound],
  example: { input: { removedBy: "page_1" }, output: { date: "2026-03-14", entries: 1 } }
})

export class EatingApi extends HttpApiGroup.make("eating", { topLevel: true })
  .add(getLikelyFoods)
  .add(getWeighedRecipes)
  .add(copyFoodEntries)
  .add(undoCopiedFoodEntries)
  .add(moveFoodEntries)
  .add(undoMovedFoodEntries)
  .add(removeFoodEntries)
  .add(restoreFoodEntries)
  .annotate(OpenApi.Title, "Eating") {}

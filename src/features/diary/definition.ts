import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { rangeFaults } from "../../contract/day-range.ts"
import { NotFound } from "../../contract/errors.ts"
import { optional, present } from "../../contract/fields.ts"
import { isFields } from "../../contract/ignoring.ts"
import { operation } from "../../contract/operation.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { ItemId } from "../../values/item-id.ts"
import { Count, integer } from "../../values/number.ts"
import { Text } from "../../values/text.ts"
import { Amount, choiceFaults, eitherFaults } from "../foods/amounts.ts"
import { detailFaults } from "../foods/detail-faults.ts"
import {
  FOOD_FIELDS,
  MealType,
  QuickAdd,
  SameAs,
  Servings,
  ShownEntry,
  ShownMean,
  ShownTotals,
  shownExample
} from "./model.ts"

const timezone = Schema.String.annotations({ description: "IANA timezone." })
const hint = present(Schema.String.annotations({ description: "Set where the amount is hardly meant." }))

const written = {
  entry: ShownEntry.annotations({ description: "As it now is." }),
  date: ActivityDay.annotations({ description: "Its Activity Day." }),
  timezone
}

/** The longest range, in days, for which totals are returned. */
export const LONGEST_WITH_TOTALS = 366

export const listFoodEntries = operation({
  name: "list_food_entries",
  method: "GET",
  path: "/food-entries",
  title: "List food entries",
  description:
    "Lists what the user ate, oldest first, in pages. `totals` has each day's nutrition over the whole range (no row for a day without entries), `mean` their average: both take one call with limit 1.",
  access: "read",
  input: Schema.Struct({
    from: optional(ActivityDay.annotations({ description: "First day. Default: today." })),
    to: optional(ActivityDay.annotations({ description: "Last day, included. Default: today." })),
    limit: optional(integer({ min: 1, max: 100 }).annotations({ description: "1 to 100 a page. Default: 50." })),
    cursor: optional(Text.annotations({ description: "nextCursor of the previous page, all else the same." }))
  }),
  // A cursor keeps the range of its first page, even if the day has changed since.
  rule: ({ from, to, cursor }, today) => (cursor === undefined ? rangeFaults(from ?? today, to ?? today) : []),
  output: Schema.Struct({
    entries: Schema.Array(ShownEntry).annotations({ description: "Oldest first." }),
    from: ActivityDay.annotations({ description: "First day." }),
    to: ActivityDay.annotations({ description: "Last day." }),
    timezone,
    totals: present(
      Schema.Array(ShownTotals).annotations({
        description: "Per day with entries; absent above 366 days."
      })
    ),
    mean: present(ShownMean.annotations({ description: "Of the totals of more than one day." })),
    total: Count.annotations({ description: "Entries in the whole range." }),
    hasMore: Schema.Boolean.annotations({ description: "Whether more entries follow." }),
    nextCursor: Schema.NullOr(Schema.String).annotations({ description: "Cursor of the next page, or null." })
  }),
  example: {
    input: { from: "2026-03-14", to: "2026-03-14" },
    output: {
      entries: [shownExample],
      from: "2026-03-14",
      to: "2026-03-14",
      timezone: "Europe/Berlin",
      totals: [{ date: "2026-03-14", ...shownExample.nutrition }],
      total: 1,
      hasMore: false,
      nextCursor: null
    }
  }
})

/** What is eaten by servings alone. */
const COUNTED_ONLY = ["savedMealId", "quickAdd", "sameAs"] as const

export const logFoodEntry = operation({
  name: "log_food_entry",
  method: "POST",
  path: "/food-entries",
  title: "Log a food entry",
  description:
    "Adds something eaten to the diary: exactly one of foodId, customFoodId and savedMealId, as search_foods returned it, quickAdd or sameAs. Each call adds, so retry with the same idempotency_key. To correct one, use update_food_entry.",
  access: "write",
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct({
    foodId: optional(ItemId.annotations({ description: "Kind food." })),
    customFoodId: optional(ItemId.annotations({ description: "Its id." })),
    savedMealId: optional(ItemId.annotations({ description: "Id of kind saved_meal." })),
    quickAdd: optional(QuickAdd.annotations({ description: "Name and values per serving, sodium in mg." })),
    sameAs: optional(SameAs.annotations({ description: "A logged meal, all of it again, times servings." })),
    amount: optional(Amount.annotations({ description: "As said: 200 ml, 2 slices; or servings." })),
    servings: optional(Servings.annotations({ description: "Or this." })),
    mealType: MealType.annotations({ description: "Its meal." }),
    date: optional(ActivityDay.annotations({ description: "May be in the future. Default: today." }))
  }),
  rule: (given) => {
    const named = FOOD_FIELDS.filter((field) => field in given)
    const countedOnly = COUNTED_ONLY.filter((field) => field in given)
    const isLeftOut = given.servings == null && given.amount == null
    const amount: ReadonlyArray<Fault> =
      isLeftOut && countedOnly.length > 0 ? [{ field: "servings", rule: { is: "missing" } }] : eitherFaults(given, true)
    if (named.length === 1) {
      const refused = "amount" in given ? countedOnly : []
      return [
        ...(isFields(given.quickAdd) ? detailFaults(given.quickAdd, "quickAdd.") : []),
        ...refused.map((field) => said("amount", `does not go with ${field}: pass servings`)),
        ...amount
      ]
    }
    const received = named.length === 0 ? "none" : named.join(" and ")
    return [...choiceFaults(FOOD_FIELDS, received), ...amount]
  },
  output: Schema.Struct({
    ...written,
    hint,
    entries: present(
      Schema.Array(ShownEntry).annotations({ description: "With sameAs: all, of which entry is the first." })
    )
  }),
  errors: [NotFound],
  example: {
    input: { foodId: shownExample.food.id, servings: 2, mealType: "breakfast", date: "2026-03-14" },
    output: { entry: shownExample, date: "2026-03-14", timezone: "Europe/Berlin" }
  }
})

export const updateFoodEntry = operation({
  name: "update_food_entry",
  method: "PATCH",
  path: "/food-entries",
  title: "Update a food entry",
  description: "Changes a diary entry's amount, meal or day. For another food, delete it and log a new one.",
  access: "write",
  destructive: true,
  input: Schema.Struct({
    id: ItemId.annotations({ description: "From list_food_entries." }),
    amount: optional(Amount.annotations({ description: "New amount." })),
    servings: optional(Servings.annotations({ description: "Or this." })),
    mealType: optional(MealType.annotations({ description: "New meal." })),
    date: optional(ActivityDay.annotations({ description: "New day." }))
  }),
  rule: (given) =>
    "servings" in given || "amount" in given || "mealType" in given || "date" in given
      ? eitherFaults(given, false)
      : [{ field: "body", rule: { is: "nothing", fields: ["amount", "servings", "mealType", "date"] } }],
  output: Schema.Struct({ ...written, hint }),
  errors: [NotFound],
  example: {
    input: { id: shownExample.id, servings: 2 },
    output: { entry: shownExample, date: "2026-03-14", timezone: "Europe/Berlin" }
  }
})

export const deleteFoodEntry = operation({
  name: "delete_food_entry",
  method: "DELETE",
  path: "/food-entries",
  title: "Delete a food entry",
  description: "Deletes an entry from the diary for good and returns it; the food itself stays.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id: ItemId.annotations({ description: "From list_food_entries." }) }),
  output: Schema.Struct({
    id: Schema.String.annotations({ description: "Id of the entry that was deleted." }),
    date: ActivityDay.annotations({ description: "Activity Day the entry was on." }),
    timezone,
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    entry: ShownEntry.annotations({ description: "The entry as it was." })
  }),
  errors: [NotFound],
  example: {
    input: { id: shownExample.id },
    output: {
      id: shownExample.id,
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      deleted: true,
      entry: shownExample
    }
  }
})

export class DiaryApi extends HttpApiGroup.make("diary", { topLevel: true })
  .add(listFoodEntries)
  .add(logFoodEntry)
  .add(updateFoodEntry)
  .add(deleteFoodEntry)
  .annotate(OpenApi.Title, "Food diary")
  .annotate(OpenApi.Description, "What the user ate, day by day.") {}

import { type DateTime, Schema } from "effect"
import { present } from "../contract/operation.ts"
import { FoodKind, type Serving, ShownServing, showServing } from "../foods/model.ts"
import { type Nutrition, rounded, sumOf, times } from "../foods/nutrition.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { itemIds } from "../values/item-id.ts"

export const MealType = Schema.Literal("breakfast", "lunch", "dinner", "snack")
export type MealType = typeof MealType.Type

export const entryIds = itemIds("entry")

/**
 * Something eaten on a day. `food`, `serving` and `perServing` are the food's as they were when it was logged, so that later edits of
 * the food never rewrite history; nutrition is unrounded.
 */
export interface DiaryEntry {
  readonly id: string
  readonly date: ActivityDay
  readonly mealType: MealType
  readonly servings: number
  readonly food: {
    readonly id: string
    readonly kind: FoodKind
    readonly name: string
    readonly brandName: string | null
  }
  /** Null in entries logged before it was kept. */
  readonly serving: Serving | null
  readonly perServing: Nutrition
  readonly createdAt: DateTime.Utc
}

/** Where an entry stands in the order of the diary: by date, then time of creation, then id. */
export type Position = Pick<DiaryEntry, "date" | "createdAt" | "id">

const amount = (description: string) => Schema.Number.annotations({ description })

const nutrients = {
  calories: amount("kcal."),
  protein: amount("Grams."),
  carbs: amount("Grams."),
  fat: amount("Grams."),
  alcohol: amount("Grams.")
}

/** What was eaten on a day, as an answer shows it. */
export const ShownTotals = Schema.Struct({
  date: ActivityDay.annotations({ description: "The Activity Day." }),
  ...nutrients
})

/** An entry as an answer shows it. */
export const ShownEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "Its id." }),
  date: ActivityDay.annotations({ description: "Its Activity Day." }),
  mealType: MealType.annotations({ description: "Its meal." }),
  servings: amount("How many."),
  food: Schema.Struct({
    id: Schema.String.annotations({ description: "Its id." }),
    kind: FoodKind.annotations({ description: "Its kind." }),
    name: Schema.String.annotations({ description: "Its name." }),
    brandName: present(Schema.String.annotations({ description: "Its brand, if any." }))
  }).annotations({ description: "As it was when logged." }),
  serving: present(ShownServing.annotations({ description: "One serving, if known." })),
  nutrition: Schema.Struct(nutrients).annotations({ description: "Totals for these servings, to 2 decimals." })
})
export type ShownEntry = typeof ShownEntry.Type

/** The sum of entries, each as answers show it. */
export const eaten = (entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>): Nutrition =>
  rounded(sumOf(entries.map(({ perServing, servings }) => rounded(times(perServing, servings)))))

export const show = ({ id, date, mealType, servings, food, serving, perServing }: DiaryEntry): ShownEntry => ({
  id,
  date,
  mealType,
  servings,
  food: {
    id: food.id,
    kind: food.kind,
    name: food.name,
    ...(food.brandName === null ? {} : { brandName: food.brandName })
  },
  ...(serving === null ? {} : { serving: showServing(serving) }),
  nutrition: rounded(times(perServing, servings))
})

/** The fields of which a call names its food by one, and the kind of food whose ids each takes. */
export const FOOD_ID_FIELDS = ["foodId", "customFoodId", "savedMealId"] as const
export const KIND_OF_FIELD = {
  foodId: "food",
  customFoodId: "custom_food",
  savedMealId: "saved_meal"
} as const satisfies Record<(typeof FOOD_ID_FIELDS)[number], FoodKind>

/** An entry to explain the operations by. */
export const shownExample = {
  id: "entry_7h2m9x4c1k8t5w3a",
  date: "2026-03-14",
  mealType: "breakfast",
  servings: 2,
  food: { id: "food_sr28_01123", kind: "food", name: "Egg, whole, raw, fresh" },
  serving: { size: 50, unit: "g", text: "1 large" },
  nutrition: { calories: 143, protein: 12.56, carbs: 0.72, fat: 9.51, alcohol: 0 }
} as const satisfies typeof ShownEntry.Encoded

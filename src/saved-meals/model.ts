import type { DateTime } from "effect"
import type { Food, FoodKind, Nutrition } from "../foods/model.ts"
import { sumOf, times } from "../foods/nutrition.ts"

/** A meal the user saved, to be logged as one entry. Together its items make `servings` servings. */
export interface SavedMeal {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly servings: number
  readonly items: ReadonlyArray<SavedMealItem>
  readonly createdAt: DateTime.Utc
}

export interface SavedMealItem {
  readonly foodKind: Exclude<FoodKind, "saved_meal">
  readonly foodId: string
  /** Servings of the food. */
  readonly servings: number
}

/** So much of a food, as it is now. */
export interface Portion {
  readonly servings: number
  readonly servingSize: number
  readonly perServing: Nutrition
}

/** The meal as a food: a serving is one `meal`, and 100 g are of the weight of all its items (a millilitre counts as a gram). */
export const asFood = (meal: Pick<SavedMeal, "id" | "name" | "servings">, items: ReadonlyArray<Portion>): Food => {
  const total = sumOf(items.map(({ perServing, servings }) => times(perServing, servings)))
  const weight = items.reduce((sum, { servingSize, servings }) => sum + servingSize * servings, 0)
  // Next to no weight has no 100 g: the smallest of numbers would make infinity of it.
  const toHundred = Number.isFinite(100 / weight) ? 100 / weight : 0
  return {
    id: meal.id,
    kind: "saved_meal",
    name: meal.name,
    brandName: null,
    serving: { size: 1, unit: "meal", text: null },
    perServing: times(total, 1 / meal.servings),
    per100g: times(total, toHundred)
  }
}

import type { DateTime } from "effect"
import type { Food, FoodKind } from "../foods/model.ts"
import { type Nutrition, ofAmount, sumOf, times } from "../foods/nutrition.ts"
import { itemIds } from "../values/item-id.ts"

export const savedMealIds = itemIds("meal")

/** A meal that the user saved, to be logged as one entry. All items together make `servings` servings. */
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

/** An item of a meal with its food as it is now: nutrition is of 100 g or ml of the food, unrounded. */
export interface Portion extends Nutrition {
  /** Of the food. */
  readonly name: string
  /** Servings of the food. */
  readonly servings: number
  /** Size of one serving in g or ml. */
  readonly servingSize: number
}

/** A saved meal and what it consists of; items whose food is gone are left out. */
export interface ComposedMeal extends Pick<SavedMeal, "id" | "name" | "servings"> {
  readonly portions: ReadonlyArray<Portion>
}

/**
 * The meal as a food. One serving has the unit `meal`; 100 g are a part of the weight of all portions, where a millilitre
 * counts as a gram.
 */
export const asFood = ({ id, name, servings, portions }: ComposedMeal): Food => {
  const total = sumOf(portions.map((portion) => times(ofAmount(portion, portion.servingSize), portion.servings)))
  const weight = portions.reduce((sum, portion) => sum + portion.servingSize * portion.servings, 0)
  // A meal that weighs next to nothing has no 100 g: dividing by the smallest of numbers would give infinity.
  const toHundred = Number.isFinite(100 / weight) ? 100 / weight : 0
  return {
    id,
    kind: "saved_meal",
    name,
    brandName: null,
    serving: { size: 1, unit: "meal", text: null },
    measures: [],
    items: portions.map(({ name, servings }) => ({ name, servings })),
    perServing: times(total, 1 / servings),
    per100g: times(total, toHundred)
  }
}

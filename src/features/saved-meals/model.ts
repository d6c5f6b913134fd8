import { type DateTime, Schema } from "effect"
import { itemIds } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { trimmed } from "../../values/text.ts"
import type { Food, FoodKind } from "../foods/model.ts"
import { ofAmount, type StoredNutrition, sumOf, times } from "../foods/nutrition.ts"

export const savedMealIds = itemIds("meal")

export const MealName = trimmed({ min: 1, max: 200 })
export const MealDescription = trimmed({ min: 0, max: 10_000 })

/** Most foods of a meal. */
export const MOST_ITEMS = 100

export const LEAST_SERVINGS = 0.01
export const MOST_SERVINGS = 10_000

/** The number of servings that a meal's items make. With far fewer, the nutrition of one would be infinite. */
export const MealServings = Schema.Number.pipe(
  Schema.filter((servings) => servings >= LEAST_SERVINGS && servings <= MOST_SERVINGS, {
    ...must({ be: "number", min: LEAST_SERVINGS, max: MOST_SERVINGS })
  })
)

/** A meal that the user saved and logs as one entry. All items together make `servings` servings. */
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

/** The current food of an item; all null if the food was deleted. */
interface CurrentFood {
  readonly name: string | null
  readonly servingSize: number | null
  readonly servingUnit: string | null
}

/** A saved meal as its owner sees and changes it. */
export interface EditableMeal extends Omit<SavedMeal, "items"> {
  readonly items: ReadonlyArray<SavedMealItem & CurrentFood>
}

/** An item of a meal with the current values of its food. Nutrition is per 100 g or ml, unrounded. */
export interface Portion extends StoredNutrition {
  /** The name of the food. */
  readonly name: string
  /** Servings of the food. */
  readonly servings: number
  /** Size of one serving in g or ml. */
  readonly servingSize: number
}

/** A saved meal with its items. Items whose food was deleted are left out. */
export interface ComposedMeal extends Pick<SavedMeal, "id" | "name" | "servings"> {
  readonly portions: ReadonlyArray<Portion>
}

/**
 * The meal as a food. Its serving has the unit `meal`. Nutrition per 100 g is computed from the weight of all items,
 * with 1 ml as 1 g.
 */
export const asFood = ({ id, name, servings, portions }: ComposedMeal): Food => {
  const total = sumOf(portions.map((portion) => times(ofAmount(portion, portion.servingSize), portion.servings)))
  const weight = portions.reduce((sum, portion) => sum + portion.servingSize * portion.servings, 0)
  // Dividing by a weight near 0 would give infinity.
  const toHundred = Number.isFinite(100 / weight) ? 100 / weight : 0
  return {
    id,
    kind: "saved_meal",
    name,
    brandName: null,
    serving: { size: 1, unit: "meal", text: null },
    measures: [],
    items: portions.map(({ name, servings }) => ({ name, servings })),
    // Earlier versions could store fewer.
    perServing: times(total, 1 / Math.max(servings, LEAST_SERVINGS)),
    per100g: times(total, toHundred)
  }
}

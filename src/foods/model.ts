import { Schema } from "effect"

export const FoodKind = Schema.Literal("food", "custom_food", "saved_meal")
export type FoodKind = typeof FoodKind.Type

/** Energy in kcal, the rest in grams. */
export interface Nutrition {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

/**
 * A food that can be logged, of whichever kind: what a search shows and a diary entry takes its snapshot of. Nutrition is
 * unrounded; answers round it to 2 decimals.
 */
export interface Food {
  readonly id: string
  readonly kind: FoodKind
  readonly name: string
  readonly brandName: string | null
  readonly serving: { readonly size: number; readonly unit: string; readonly text: string | null }
  readonly perServing: Nutrition
  readonly per100g: Nutrition
}

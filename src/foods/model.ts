import { Schema } from "effect"
import { present } from "../contract/operation.ts"
import { type Nutrition, nutritionOf, ofAmount, rounded } from "./nutrition.ts"

export const FoodKind = Schema.Literal("food", "custom_food", "saved_meal")
export type FoodKind = typeof FoodKind.Type

/** A food by its weight or volume: nutrition is of 100 g, or of 100 ml where the serving's unit is ml, unrounded. */
export interface MeasuredFood extends Nutrition {
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** Size of one serving, in `servingUnit`. */
  readonly servingSize: number
  readonly servingUnit: string
  /** Household measure of one serving, such as `1 large`. */
  readonly servingText: string | null
}

/**
 * A food of any kind, as searches find it and diary entries copy it. Nutrition is unrounded; answers round it to 2
 * decimals.
 */
export interface Food {
  readonly id: string
  readonly kind: FoodKind
  readonly name: string
  readonly brandName: string | null
  readonly serving: { readonly size: number; readonly unit: string; readonly text: string | null }
  /** What a saved meal consists of: foods by name, and how many of their servings. */
  readonly items?: ReadonlyArray<{ readonly name: string; readonly servings: number }>
  readonly perServing: Nutrition
  readonly per100g: Nutrition
}

/** A catalogue food or a custom food, with the nutrition of one serving worked out. */
export const asFood = (kind: "food" | "custom_food", food: MeasuredFood): Food => ({
  id: food.id,
  kind,
  name: food.name,
  brandName: food.brandName,
  serving: { size: food.servingSize, unit: food.servingUnit, text: food.servingText },
  perServing: ofAmount(food, food.servingSize),
  per100g: nutritionOf(food)
})

const shownNutrition = Schema.Struct({
  calories: Schema.Number.annotations({ description: "kcal." }),
  protein: Schema.Number.annotations({ description: "Grams." }),
  carbs: Schema.Number.annotations({ description: "Grams." }),
  fat: Schema.Number.annotations({ description: "Grams." }),
  alcohol: Schema.Number.annotations({ description: "Grams." })
})

/** A food as an answer shows it. */
export const ShownFood = Schema.Struct({
  id: Schema.String.annotations({
    description: "For log_food_entry: foodId of a food, customFoodId of a custom_food, savedMealId of a saved_meal."
  }),
  kind: FoodKind.annotations({ description: "Catalogue food, the user's custom food, or meal the user saved." }),
  name: Schema.String.annotations({ description: "Name." }),
  brandName: present(Schema.String.annotations({ description: "Brand; absent where there is none." })),
  serving: Schema.Struct({
    size: Schema.Number.annotations({ description: "Size of one serving." }),
    unit: Schema.String.annotations({ description: "g or ml; meal for a saved meal." }),
    text: present(Schema.String.annotations({ description: "Household measure, such as 1 large." }))
  }).annotations({ description: "What servings: 1 means in log_food_entry." }),
  items: present(
    Schema.Array(
      Schema.Struct({
        name: Schema.String.annotations({ description: "Name of the food." }),
        servings: Schema.Number.annotations({ description: "How many of its servings." })
      })
    ).annotations({ description: "Foods of a saved meal, in order." })
  ),
  perServing: shownNutrition.annotations({ description: "Nutrition of one serving." }),
  per100g: shownNutrition.annotations({ description: "Nutrition of 100 g; of 100 ml where serving.unit is ml." })
})
export type ShownFood = typeof ShownFood.Type

/** The food as answers show it, nutrition to 2 decimals. */
export const showFood = ({ id, kind, name, brandName, serving, items, perServing, per100g }: Food): ShownFood => ({
  id,
  kind,
  name,
  ...(brandName === null ? {} : { brandName }),
  serving: { size: serving.size, unit: serving.unit, ...(serving.text === null ? {} : { text: serving.text }) },
  ...(items === undefined ? {} : { items }),
  perServing: rounded(perServing),
  per100g: rounded(per100g)
})

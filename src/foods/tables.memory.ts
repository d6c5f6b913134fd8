import { Data, type DateTime } from "effect"
import { table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"

export interface CustomFoodKey {
  readonly userId: UserId
  readonly foodId: string
}

/** A custom food as it is kept: nutrition per 100 g, or per 100 ml where the unit is ml. */
export interface CustomFoodRow {
  readonly name: string
  readonly brandName: string | null
  readonly servingSize: number
  readonly servingUnit: string
  readonly servingText: string
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
  readonly createdAt: DateTime.Utc
}

export const customFoodKey = (userId: UserId, foodId: string): CustomFoodKey => Data.struct({ userId, foodId })

export const customFoods = table<CustomFoodKey, CustomFoodRow>("custom_foods", ({ userId }) => userId)

export interface SavedMealKey {
  readonly userId: UserId
  readonly mealId: string
}

/** A saved meal with its items in order; together they make `servings` servings. */
export interface SavedMealRow {
  readonly name: string
  readonly description: string | null
  readonly servings: number
  readonly items: ReadonlyArray<SavedMealItemRow>
  readonly createdAt: DateTime.Utc
}

export interface SavedMealItemRow {
  readonly foodKind: "food" | "custom_food"
  readonly foodId: string
  /** Servings of the food. */
  readonly servings: number
}

export const savedMealKey = (userId: UserId, mealId: string): SavedMealKey => Data.struct({ userId, mealId })

export const savedMeals = table<SavedMealKey, SavedMealRow>("saved_meals", ({ userId }) => userId)

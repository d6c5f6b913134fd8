import type { FoodKind } from "../../../features/foods/model.ts"

/** The field for a food's id, by its kind. */
export const idFieldOf = {
  food: "foodId",
  custom_food: "customFoodId",
  saved_meal: "savedMealId"
} as const satisfies Record<FoodKind, string>

import type { Builder } from "../../platform/database/builder.ts"
import type { UserId } from "../../values/ids.ts"

const AMOUNTS = [
  ...["calories", "protein", "carbs", "fat", "alcohol", "fiber", "sugars", "sodium"].map((each) => [each, each]),
  ["saturatedFat", "saturated_fat"]
]
  .map(([amount, column]) => `'${amount}', COALESCE(food.${column}, own.${column})`)
  .join(", ")

/** Selects a user's saved meals as rows of {@link ComposedMeal}; another condition on `meal` may follow with AND. */
export const selectMeals = (sql: Builder, userId: UserId) => sql`
  SELECT meal.meal_id AS id, meal.name, meal.servings, COALESCE(
    (SELECT json_agg(json_build_object('name', COALESCE(food.name, own.name),
        'servings', item.servings, 'servingSize', COALESCE(food.serving_size, own.serving_size), ${sql.literal(AMOUNTS)}) ORDER BY item.position)
      FROM saved_meal_items AS item
      LEFT JOIN foods AS food ON item.food_kind = 'food' AND food.food_id = item.food_id
      LEFT JOIN custom_foods AS own
        ON item.food_kind = 'custom_food' AND own.user_id = ${userId} AND own.food_id = item.food_id
      WHERE item.user_id = ${userId} AND item.meal_id = meal.meal_id
        AND (food.food_id IS NOT NULL OR own.food_id IS NOT NULL)), '[]') AS portions
  FROM saved_meals AS meal WHERE meal.user_id = ${userId}`

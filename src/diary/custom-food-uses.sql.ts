import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { CustomFoodUses, type Uses } from "../custom-foods/uses.ts"

export const layer = Layer.effect(
  CustomFoodUses,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CustomFoodUses.of({
      count: (userId, customFoodId) =>
        sql<Uses>`
          SELECT
            (SELECT count(*)::integer FROM diary_entries
             WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${customFoodId}) AS "foodEntries",
            (SELECT count(DISTINCT meal_id)::integer FROM saved_meal_items
             WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${customFoodId}) AS "savedMeals"`.pipe(
          Effect.map(([row]) => row ?? { foodEntries: 0, savedMeals: 0 }),
          Effect.orDie
        )
    })
  )
)

import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import type { Nutrition } from "../foods/model.ts"
import { nutritionOf } from "../foods/nutrition.ts"
import { CustomFoodStore, type Uses } from "./store.ts"

interface Row extends Nutrition {
  readonly food_id: string
  readonly name: string
  readonly brand_name: string | null
  readonly serving_size: number
  readonly serving_unit: string
  readonly serving_text: string
  readonly created_at: Date
}

export const layer = Layer.effect(
  CustomFoodStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CustomFoodStore.of({
      count: (userId) =>
        sql<{
          readonly count: number
        }>`SELECT count(*)::integer AS count FROM custom_foods WHERE user_id = ${userId}`.pipe(
          Effect.map(([row]) => row?.count ?? 0),
          Effect.orDie
        ),

      find: (userId, id) =>
        sql<Row>`
          SELECT food_id, name, brand_name, serving_size, serving_unit, serving_text,
            calories, protein, carbs, fat, alcohol, created_at
          FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({
              id: row.food_id,
              name: row.name,
              brandName: row.brand_name,
              servingSize: row.serving_size,
              servingUnit: row.serving_unit,
              servingText: row.serving_text,
              ...nutritionOf(row),
              createdAt: DateTime.unsafeFromDate(row.created_at)
            }))
          ),
          Effect.orDie
        ),

      save: (userId, food) =>
        sql`
          INSERT INTO custom_foods ${sql.insert({
            user_id: userId,
            food_id: food.id,
            name: food.name,
            brand_name: food.brandName,
            serving_size: food.servingSize,
            serving_unit: food.servingUnit,
            serving_text: food.servingText,
            ...nutritionOf(food),
            created_at: DateTime.toDateUtc(food.createdAt)
          })}
          ON CONFLICT (user_id, food_id) DO UPDATE SET
            name = excluded.name, brand_name = excluded.brand_name, serving_size = excluded.serving_size,
            serving_unit = excluded.serving_unit, serving_text = excluded.serving_text, calories = excluded.calories,
            protein = excluded.protein, carbs = excluded.carbs, fat = excluded.fat, alcohol = excluded.alcohol`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      uses: (userId, id) =>
        sql<Uses>`
          SELECT
            (SELECT count(*)::integer FROM diary_entries
             WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${id}) AS "foodEntries",
            (SELECT count(DISTINCT meal_id)::integer FROM saved_meal_items
             WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${id}) AS "savedMeals"`.pipe(
          Effect.map(([row]) => row ?? { foodEntries: 0, savedMeals: 0 }),
          Effect.orDie
        ),

      delete: (userId, id) =>
        sql`DELETE FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(Effect.asVoid, Effect.orDie)
    })
  )
)

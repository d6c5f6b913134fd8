import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { nutritionOf } from "../foods/nutrition.ts"
import type { CustomFood } from "./model.ts"
import { CustomFoodStore } from "./store.ts"

type Row = Omit<CustomFood, "createdAt"> & { readonly createdAt: Date }

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
          SELECT ${sql.literal(MEASURED_FOOD_COLUMNS)}, created_at AS "createdAt"
          FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({
              ...row,
              createdAt: DateTime.unsafeFromDate(row.createdAt)
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

      delete: (userId, id) =>
        sql`DELETE FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(Effect.asVoid, Effect.orDie)
    })
  )
)

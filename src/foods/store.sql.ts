import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { asFood as mealAsFood } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import type { Food, Nutrition } from "./model.ts"
import { nutritionOf, ofAmount } from "./nutrition.ts"
import { FoodStore } from "./store.ts"

interface FoodRow extends Nutrition {
  readonly food_id: string
  readonly name: string
  readonly brand_name: string | null
  readonly serving_size: number
  readonly serving_unit: string
  readonly serving_text: string | null
}

interface PortionRow extends Nutrition {
  readonly name: string
  readonly makes: number
  readonly servings: number
  readonly serving_size: number
}

const asFood = (kind: "food" | "custom_food", row: FoodRow): Food => ({
  id: row.food_id,
  kind,
  name: row.name,
  brandName: row.brand_name,
  serving: { size: row.serving_size, unit: row.serving_unit, text: row.serving_text },
  perServing: ofAmount(row, row.serving_size),
  per100g: nutritionOf(row)
})

export const layer = Layer.effect(
  FoodStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      "food_id, name, brand_name, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol"
    )
    const amounts = ["serving_size", "calories", "protein", "carbs", "fat", "alcohol"]
    /** Of an item's food, be it the catalogue's or the user's own. */
    const amountsOfEither = sql.literal(
      amounts.map((name) => `COALESCE(food.${name}, own.${name}) AS ${name}`).join(", ")
    )

    const findMeal = (userId: UserId, id: string) =>
      sql<PortionRow>`
        SELECT meal.name, meal.servings AS makes, item.servings, ${amountsOfEither}
        FROM saved_meals AS meal
        JOIN saved_meal_items AS item ON item.user_id = meal.user_id AND item.meal_id = meal.meal_id
        LEFT JOIN foods AS food ON item.food_kind = 'food' AND food.food_id = item.food_id
        LEFT JOIN custom_foods AS own
          ON item.food_kind = 'custom_food' AND own.user_id = item.user_id AND own.food_id = item.food_id
        WHERE meal.user_id = ${userId} AND meal.meal_id = ${id}
          AND (food.food_id IS NOT NULL OR own.food_id IS NOT NULL)
        ORDER BY item.position`.pipe(
        Effect.map((rows) =>
          Option.map(Option.fromNullable(rows[0]), ({ name, makes }) =>
            mealAsFood(
              { id, name, servings: makes },
              rows.map((row) => ({
                servings: row.servings,
                servingSize: row.serving_size,
                perServing: ofAmount(row, row.serving_size)
              }))
            )
          )
        )
      )

    const first = (kind: "food" | "custom_food") => (rows: ReadonlyArray<FoodRow>) =>
      Option.map(Option.fromNullable(rows[0]), (row) => asFood(kind, row))

    return FoodStore.of({
      find: (userId, kind, id) => {
        switch (kind) {
          case "food":
            return sql<FoodRow>`SELECT ${columns} FROM foods WHERE food_id = ${id}`.pipe(
              Effect.map(first(kind)),
              Effect.orDie
            )
          case "custom_food":
            return sql<FoodRow>`
              SELECT ${columns} FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(
              Effect.map(first(kind)),
              Effect.orDie
            )
          case "saved_meal":
            return Effect.orDie(findMeal(userId, id))
        }
      }
    })
  })
)

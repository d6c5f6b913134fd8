import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { selectMeals } from "./meals.sql.ts"
import { asFood, type ComposedMeal } from "./model.ts"
import { SavedMealStore } from "./store.ts"

export const layer = Layer.effect(
  SavedMealStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SavedMealStore.of({
      add: (userId, { id, name, description, servings, items, createdAt }) =>
        sql`
          WITH meal AS (
            INSERT INTO saved_meals (user_id, meal_id, name, description, servings, created_at)
            VALUES (${userId}, ${id}, ${name}, ${description}, ${servings}, ${DateTime.toDateUtc(createdAt)})
          )
          INSERT INTO saved_meal_items (user_id, meal_id, position, food_kind, food_id, servings)
          SELECT ${userId}, ${id}, position, kind, food_id, item_servings
          FROM unnest(
            ${items.map(({ foodKind }) => foodKind)}::text[], ${items.map(({ foodId }) => foodId)}::text[],
            ${items.map(({ servings }) => servings)}::double precision[])
            WITH ORDINALITY AS item (kind, food_id, item_servings, position)`.pipe(Effect.asVoid, Effect.orDie),

      findFood: (userId, id) =>
        sql<ComposedMeal>`${selectMeals(sql, userId)} AND meal.meal_id = ${id}`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), asFood)),
          Effect.orDie
        )
    })
  )
)

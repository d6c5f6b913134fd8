import { DateTime, Effect, Layer } from "effect"
import { Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { selectMeals } from "./meals.sql.ts"
import { asFood, type ComposedMeal, type EditableMeal, type SavedMeal } from "./model.ts"
import { SavedMealStore } from "./store.ts"

type EditableRow = Omit<EditableMeal, "createdAt"> & { readonly createdAt: Date }

const toEditable = ({ createdAt, ...row }: EditableRow): EditableMeal => ({
  ...row,
  createdAt: DateTime.unsafeFromDate(createdAt)
})

export const layer = Layer.effect(
  SavedMealStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    const editable = (userId: UserId) => sql`
      SELECT meal.meal_id AS id, meal.name, meal.description, meal.servings, meal.created_at AS "createdAt", COALESCE(
        (SELECT json_agg(json_build_object('foodKind', item.food_kind, 'foodId', item.food_id, 'servings', item.servings,
            'name', COALESCE(food.name, own.name), 'servingSize', COALESCE(food.serving_size, own.serving_size),
            'servingUnit', COALESCE(food.serving_unit, own.serving_unit)) ORDER BY item.position)
          FROM saved_meal_items AS item
          LEFT JOIN foods AS food ON item.food_kind = 'food' AND food.food_id = item.food_id
          LEFT JOIN custom_foods AS own
            ON item.food_kind = 'custom_food' AND own.user_id = ${userId} AND own.food_id = item.food_id
          WHERE item.user_id = ${userId} AND item.meal_id = meal.meal_id), '[]') AS items
      FROM saved_meals AS meal WHERE meal.user_id = ${userId}`

    const addItems = (userId: UserId, id: string, items: SavedMeal["items"]) =>
      db.run(sql`
        INSERT INTO saved_meal_items (user_id, meal_id, position, food_kind, food_id, servings)
        SELECT ${userId}, ${id}, position, kind, food_id, item_servings
        FROM unnest(
          ${items.map(({ foodKind }) => foodKind)}::text[], ${items.map(({ foodId }) => foodId)}::text[],
          ${items.map(({ servings }) => servings)}::double precision[])
          WITH ORDINALITY AS item (kind, food_id, item_servings, position)`)

    return SavedMealStore.of({
      add: (userId, { id, name, description, servings, items, createdAt }) =>
        Effect.zipRight(
          db.run(sql`
            INSERT INTO saved_meals (user_id, meal_id, name, description, servings, created_at)
            VALUES (${userId}, ${id}, ${name}, ${description}, ${servings}, ${DateTime.toDateUtc(createdAt)})`),
          addItems(userId, id, items)
        ),

      list: (userId) =>
        Effect.map(db.rows(sql<EditableRow>`${editable(userId)} ORDER BY meal.created_at, meal.meal_id`), (rows) =>
          rows.map(toEditable)
        ),

      find: (userId, id) => db.findOne(sql<EditableRow>`${editable(userId)} AND meal.meal_id = ${id}`, toEditable),

      replace: (userId, { id, name, description, servings, items }) =>
        Effect.gen(function* () {
          const changed = yield* db.rows(sql`
            UPDATE saved_meals SET name = ${name}, description = ${description}, servings = ${servings}
            WHERE user_id = ${userId} AND meal_id = ${id} RETURNING meal_id`)
          if (changed.length === 0) return false
          yield* db.run(sql`DELETE FROM saved_meal_items WHERE user_id = ${userId} AND meal_id = ${id}`)
          yield* addItems(userId, id, items)
          return true
        }),

      remove: (userId, id) =>
        Effect.map(
          db.rows(sql`DELETE FROM saved_meals WHERE user_id = ${userId} AND meal_id = ${id} RETURNING meal_id`),
          (rows) => rows.length > 0
        ),

      findFood: (userId, id) =>
        db.findOne(sql<ComposedMeal>`${selectMeals(sql, userId)} AND meal.meal_id = ${id}`, asFood)
    })
  })
)

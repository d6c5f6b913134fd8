import { DateTime, Effect, Layer } from "effect"
import { answerArguments, keptBy, keyTaken } from "../../facts/idempotency-store.sql.ts"
import { type Database, Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { asFood, type MeasuredFood } from "../foods/model.ts"
import { MOST_NAMED } from "./in-use.ts"
import type { CustomFood } from "./model.ts"
import { CustomFoodStore, FoodInUse, type FoodOfItem, NoSuchFood, TooManyFoods, type Uses } from "./store.ts"

type Row = Omit<CustomFood, "createdAt"> & { readonly createdAt: Date }

interface ItemRow extends MeasuredFood {
  readonly kind: FoodOfItem["foodKind"]
}

/** A food before it was replaced or deleted, and the number of references that prevented the change. */
interface Before {
  readonly old_name: string
  readonly old_unit: string
  readonly entries: number
  readonly meals: number
}

const COLUMNS = `${MEASURED_FOOD_COLUMNS}, recipe, barcode, created_at AS "createdAt"`

const toFood = (row: Row): CustomFood => ({ ...row, createdAt: DateTime.unsafeFromDate(row.createdAt) })

type Store = CustomFoodStore["Type"]

const contentArguments = (db: Database, food: Omit<CustomFood, "createdAt">) => db.sql`
  new_name => ${food.name}, new_brand_name => ${food.brandName}, new_serving_size => ${food.servingSize},
  new_serving_unit => ${food.servingUnit}, new_serving_text => ${food.servingText},
  new_calories => ${food.calories}, new_protein => ${food.protein}, new_carbs => ${food.carbs},
  new_fat => ${food.fat}, new_alcohol => ${food.alcohol},
  new_recipe => ${food.recipe === null ? null : JSON.stringify(food.recipe)}::text::json,
  new_fiber => ${food.fiber ?? null}, new_sugars => ${food.sugars ?? null},
  new_saturated_fat => ${food.saturatedFat ?? null}, new_sodium => ${food.sodium ?? null},
  new_barcode => ${food.barcode ?? null}`

const latestEntries = (db: Database, userId: UserId, foodId: string) =>
  db.rows(db.sql<Uses["entries"][number]>`
    SELECT entry_id AS id, date::text AS date FROM diary_entries
    WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${foodId}
    ORDER BY diary_entries.date DESC, created_at DESC, entry_id DESC LIMIT ${MOST_NAMED}`)

/** The food's previous name, unless references prevented the change; they are looked up only then. */
const nameBefore = (db: Database, userId: UserId, foodId: string) =>
  Effect.fnUntraced(function* (before: Before | undefined) {
    if (before === undefined) return yield* new NoSuchFood()
    const { old_name: name, old_unit: servingUnit, entries: foodEntries, meals: savedMeals } = before
    if (foodEntries === 0 && savedMeals === 0) return name
    const entries = foodEntries === 0 ? [] : yield* latestEntries(db, userId, foodId)
    return yield* new FoodInUse({ name, servingUnit, uses: { foodEntries, savedMeals, entries } })
  })

const methods = (db: Database): Store => ({
  find: (userId, id) =>
    db.findOne(
      db.sql<Row>`SELECT ${db.sql.literal(COLUMNS)} FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`,
      toFood
    ),

  itemFoods: (userId, items) => {
    const idsOf = (kind: FoodOfItem["foodKind"]) => items.flatMap((item) => (item.foodKind === kind ? item.foodId : []))
    return Effect.map(
      db.rows(db.sql<ItemRow>`
        SELECT 'food' AS kind, ${db.sql.literal(MEASURED_FOOD_COLUMNS)}, measures FROM foods
        WHERE food_id = ANY(${idsOf("food")}::text[])
        UNION ALL
        SELECT 'custom_food', ${db.sql.literal(MEASURED_FOOD_COLUMNS)}, '' FROM custom_foods
        WHERE user_id = ${userId} AND food_id = ANY(${idsOf("custom_food")}::text[])`),
      (rows) => rows.map(({ kind, ...food }) => asFood(kind, food))
    )
  },

  measured: (userId) =>
    Effect.map(
      db.rows(db.sql<Row>`
        SELECT ${db.sql.literal(COLUMNS)} FROM custom_foods WHERE user_id = ${userId} AND recipe IS NULL
        ORDER BY lower(name) COLLATE "C", food_id`),
      (rows) => rows.map(toFood)
    ),

  recipes: (userId) =>
    Effect.map(
      db.rows(db.sql<Row>`
      SELECT ${db.sql.literal(COLUMNS)} FROM custom_foods
      WHERE user_id = ${userId} AND recipe IS NOT NULL ORDER BY created_at, food_id`),
      (rows) => rows.map(toFood)
    ),

  add: (userId, food, most, answer) =>
    keptBy(
      answer,
      Effect.flatMap(
        db.first(
          db.sql<{ readonly held: number }>`
      SELECT held FROM add_custom_food(${userId}, most => ${most}, new_food_id => ${food.id},
        ${contentArguments(db, food)}, at => ${DateTime.toDateUtc(food.createdAt)},
        ${answerArguments(db.sql, answer)}) AS held`,
          keyTaken
        ),
        (row) => {
          const held = row?.held ?? 0
          return held < most ? Effect.void : new TooManyFoods({ held })
        }
      )
    ),

  replace: (userId, food, answer) =>
    keptBy(
      answer,
      Effect.flatMap(
        db.first(
          db.sql<Before>`
      SELECT * FROM replace_custom_food(${userId}, of_food => ${food.id}, ${contentArguments(db, food)},
        ${answerArguments(db.sql, answer)})`,
          keyTaken
        ),
        nameBefore(db, userId, food.id)
      )
    ),

  delete: (userId, id) =>
    Effect.flatMap(
      db.first(db.sql<Before>`SELECT * FROM delete_custom_food(${userId}, ${id})`),
      nameBefore(db, userId, id)
    )
})

export const layer = Layer.effect(CustomFoodStore, Effect.map(Db, methods))

import { SqlClient } from "@effect/sql"
import { DateTime, Effect, HashMap, Option } from "effect"
import type { CustomFood } from "../../src/features/custom-foods/model.ts"
import { customFoodKey, customFoods } from "../../src/features/custom-foods/store.memory.ts"
import type { SavedMeal, SavedMealItem } from "../../src/features/saved-meals/model.ts"
import { savedMealKey, savedMeals } from "../../src/features/saved-meals/store.memory.ts"
import { MemoryDatabase } from "../../src/platform/database/memory.ts"
import type { Person, Service } from "./app.ts"

const inTables = (service: Service, memory: (database: MemoryDatabase["Type"]) => void, statement: Statement) =>
  service.run(
    Effect.gen(function* () {
      const database = yield* Effect.serviceOption(MemoryDatabase)
      if (Option.isSome(database)) return memory(database.value)
      const sql = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.SqlClient))
      yield* Effect.orDie(statement(sql))
    })
  )

type Statement = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>

/** Inserts a custom food directly into the tables, per 100 g. */
export const putCustomFood = (
  service: Service,
  person: Person,
  foodId: string,
  name: string,
  details: Partial<Omit<CustomFood, "id">> = {}
): Promise<void> => {
  const row: Omit<CustomFood, "id"> = {
    name,
    brandName: null,
    servingSize: 50,
    servingUnit: "g",
    servingText: "1 piece",
    calories: 200,
    protein: 10,
    carbs: 20,
    fat: 5,
    alcohol: 0,
    recipe: null,
    createdAt: DateTime.unsafeMake("2026-03-01T08:00:00Z"),
    ...details
  }
  return inTables(
    service,
    (memory) => memory.update(customFoods, HashMap.set(customFoodKey(person.id, foodId), row)),
    (sql) => sql`
      INSERT INTO custom_foods (user_id, food_id, name, brand_name, serving_size, serving_unit, serving_text, calories,
        protein, carbs, fat, alcohol, created_at)
      VALUES (${person.id}, ${foodId}, ${row.name}, ${row.brandName}, ${row.servingSize}, ${row.servingUnit},
        ${row.servingText}, ${row.calories}, ${row.protein}, ${row.carbs}, ${row.fat}, ${row.alcohol},
        ${DateTime.toDateUtc(row.createdAt)})`
  )
}

/** Inserts a saved meal of `servings` servings directly into the tables. */
export const putMeal = (
  service: Service,
  person: Person,
  mealId: string,
  name: string,
  items: ReadonlyArray<SavedMealItem>,
  servings = 1
): Promise<void> => {
  const createdAt = DateTime.unsafeMake("2026-03-01T08:00:00Z")
  const row: Omit<SavedMeal, "id"> = { name, description: null, servings, items, createdAt }
  return inTables(
    service,
    (memory) => memory.update(savedMeals, HashMap.set(savedMealKey(person.id, mealId), row)),
    (sql) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO saved_meals (user_id, meal_id, name, servings, created_at)
          VALUES (${person.id}, ${mealId}, ${name}, ${servings}, ${DateTime.toDateUtc(createdAt)})`
        for (const [position, { foodKind, foodId, servings }] of items.entries()) {
          yield* sql`INSERT INTO saved_meal_items (user_id, meal_id, position, food_kind, food_id, servings)
            VALUES (${person.id}, ${mealId}, ${position}, ${foodKind}, ${foodId}, ${servings})`
        }
      })
  )
}

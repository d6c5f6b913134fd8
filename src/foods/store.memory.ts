import { readFileSync } from "node:fs"
import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import type { CatalogueFood } from "./catalogue/food.ts"
import { readFoods } from "./catalogue/read.ts"
import { asFood as customAsFood } from "./custom-foods.model.ts"
import type { Food, FoodKind } from "./model.ts"
import { nutritionOf, ofAmount } from "./nutrition.ts"
import { customFoodKey, customFoods, savedMealKey, savedMeals } from "./own.memory.ts"
import { asFood as mealAsFood } from "./saved-meals.model.ts"
import { FoodStore } from "./store.ts"

let catalogue: ReadonlyMap<string, CatalogueFood> | undefined

/** The catalogue that comes with Fettle, by id; read when it is first asked for. */
const shipped = (): ReadonlyMap<string, CatalogueFood> => {
  catalogue ??= new Map(
    readFoods(readFileSync(new URL("./catalogue/foods.tsv", import.meta.url), "utf8")).map((food) => [food.id, food])
  )
  return catalogue
}

const catalogueAsFood = (food: CatalogueFood): Food => ({
  id: food.id,
  kind: "food",
  name: food.name,
  brandName: food.brandName,
  serving: { size: food.servingSize, unit: food.servingUnit, text: food.servingText },
  perServing: ofAmount(food, food.servingSize),
  per100g: nutritionOf(food)
})

export const layer = Layer.effect(
  FoodStore,
  Effect.map(MemoryDatabase, (memory) => {
    const find = (userId: UserId, kind: FoodKind, id: string): Option.Option<Food> => {
      switch (kind) {
        case "food":
          return Option.map(Option.fromNullable(shipped().get(id)), catalogueAsFood)
        case "custom_food":
          return Option.map(HashMap.get(memory.rows(customFoods), customFoodKey(userId, id)), (row) =>
            customAsFood({ ...row, id })
          )
        case "saved_meal":
          return Option.map(HashMap.get(memory.rows(savedMeals), savedMealKey(userId, id)), (row) =>
            mealAsFood(
              { ...row, id },
              row.items.flatMap(({ foodKind, foodId, servings }) =>
                Option.match(find(userId, foodKind, foodId), {
                  onNone: () => [],
                  onSome: ({ serving, perServing }) => [{ servings, servingSize: serving.size, perServing }]
                })
              )
            )
          )
      }
    }
    return FoodStore.of({ find: (userId, kind, id) => Effect.sync(() => find(userId, kind, id)) })
  })
)

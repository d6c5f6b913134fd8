import { Effect, HashMap, Layer, Option } from "effect"
import { asFood as customAsFood } from "../custom-foods/model.ts"
import { MemoryDatabase } from "../database/memory.ts"
import { asFood as mealAsFood } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import type { CatalogueFood } from "./catalogue/food.ts"
import { MemoryFoods } from "./catalogue.memory.ts"
import type { Food, FoodKind } from "./model.ts"
import { nutritionOf, ofAmount } from "./nutrition.ts"
import { FoodStore } from "./store.ts"
import { customFoodKey, customFoods, savedMealKey, savedMeals } from "./tables.memory.ts"

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
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const catalogue = yield* MemoryFoods
    const find = (userId: UserId, kind: FoodKind, id: string): Option.Option<Food> => {
      switch (kind) {
        case "food":
          return Option.map(Option.fromNullable(catalogue.get(id)), ({ food }) => catalogueAsFood(food))
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

import { Effect, Option } from "effect"
import type { UserId } from "../../values/ids.ts"
import { CustomFoodStore } from "../custom-foods/store.ts"
import { asFood, type Food, type FoodKind } from "../foods/model.ts"
import { FoodCatalogue, type RememberedFood } from "../foods/store.ts"
import { SavedMealStore } from "../saved-meals/store.ts"

/** Finds the foods that a user can log: the catalogue's, their custom foods, and their saved meals. */
export const loggableFoods = Effect.gen(function* () {
  const catalogue = yield* FoodCatalogue
  const customFoods = yield* CustomFoodStore
  const savedMeals = yield* SavedMealStore

  return {
    /** The food, if this process has it cached. The user's own foods are not cached. */
    recall: (kind: FoodKind, id: string): RememberedFood | undefined =>
      kind === "food" ? catalogue.recall(id) : undefined,

    /** The current food; none if the user has no food of this kind with this id. */
    find: (userId: UserId, kind: FoodKind, id: string): Effect.Effect<Option.Option<Food>> => {
      switch (kind) {
        case "food":
          return catalogue.find(id)
        case "custom_food":
          return Effect.map(
            customFoods.find(userId, id),
            Option.map((food) => asFood(kind, food))
          )
        case "saved_meal":
          return savedMeals.findFood(userId, id)
      }
    }
  }
})

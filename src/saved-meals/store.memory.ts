import { Data, Effect, HashMap, Layer, Option } from "effect"
import { customFoodKey, customFoods } from "../custom-foods/store.memory.ts"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { Food } from "../foods/model.ts"
import { MemoryFoods } from "../foods/store.memory.ts"
import type { UserId } from "../values/ids.ts"
import { asFood, type SavedMeal, type SavedMealItem } from "./model.ts"
import { SavedMealStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly mealId: string
}

type Row = Omit<SavedMeal, "id">

export const savedMeals = table<Key, Row>("saved_meals", ({ userId }) => userId)

export const savedMealKey = (userId: UserId, mealId: string): Key => Data.struct({ userId, mealId })

/** Reads saved meals as foods, with the current values of their items' foods. */
export const mealsAsFoods = Effect.gen(function* () {
  const memory = yield* MemoryDatabase
  const catalogue = yield* MemoryFoods

  const portion = (userId: UserId, { foodKind, foodId, servings }: SavedMealItem) => {
    const food =
      foodKind === "food"
        ? catalogue.get(foodId)?.food
        : Option.getOrUndefined(HashMap.get(memory.rows(customFoods), customFoodKey(userId, foodId)))
    return food === undefined ? [] : [{ ...food, servings }]
  }
  const food = ({ userId, mealId }: Key, { name, servings, items }: Row): Food =>
    asFood({ id: mealId, name, servings, portions: items.flatMap((item) => portion(userId, item)) })

  return {
    find: (userId: UserId, id: string): Option.Option<Food> => {
      const key = savedMealKey(userId, id)
      return Option.map(HashMap.get(memory.rows(savedMeals), key), (row) => food(key, row))
    },
    /** All meals of a user, in no particular order. */
    all: (userId: UserId): ReadonlyArray<Food> =>
      HashMap.toEntries(memory.rows(savedMeals)).flatMap(([key, row]) =>
        key.userId === userId ? [food(key, row)] : []
      )
  }
})

export const layer = Layer.effect(
  SavedMealStore,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const meals = yield* mealsAsFoods
    return SavedMealStore.of({
      add: (userId, { id, ...row }) =>
        Effect.sync(() => memory.update(savedMeals, HashMap.set(savedMealKey(userId, id), row))),

      findFood: (userId, id) => Effect.sync(() => meals.find(userId, id))
    })
  })
)

import { Data, DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../../platform/database/memory.ts"
import type { UserId } from "../../values/ids.ts"
import { customFoodKey, customFoods } from "../custom-foods/store.memory.ts"
import type { Food } from "../foods/model.ts"
import { MemoryFoods } from "../foods/store.memory.ts"
import { asFood, type EditableMeal, type SavedMeal, type SavedMealItem } from "./model.ts"
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

  const foodOf = (userId: UserId, { foodKind, foodId }: SavedMealItem) =>
    foodKind === "food"
      ? catalogue.all.get(foodId)?.food
      : Option.getOrUndefined(HashMap.get(memory.rows(customFoods), customFoodKey(userId, foodId)))
  const portion = (userId: UserId, item: SavedMealItem) => {
    const food = foodOf(userId, item)
    return food === undefined ? [] : [{ ...food, servings: item.servings }]
  }
  const editable = ({ userId, mealId }: Key, { name, description, servings, items, createdAt }: Row): EditableMeal => ({
    id: mealId,
    createdAt,
    name,
    description,
    servings,
    items: items.map((item) => {
      const food = foodOf(userId, item)
      return {
        ...item,
        name: food?.name ?? null,
        servingSize: food?.servingSize ?? null,
        servingUnit: food?.servingUnit ?? null
      }
    })
  })
  const food = ({ userId, mealId }: Key, { name, servings, items }: Row): Food =>
    asFood({ id: mealId, name, servings, portions: items.flatMap((item) => portion(userId, item)) })

  return {
    editable,
    find: (userId: UserId, id: string): Option.Option<Food> => {
      const key = savedMealKey(userId, id)
      return Option.map(HashMap.get(memory.rows(savedMeals), key), (row) => food(key, row))
    },
    /** All of a user's meals, in no particular order. */
    all: (userId: UserId): ReadonlyArray<Food> => memory.rowsOf(savedMeals, userId).map(([key, row]) => food(key, row))
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

      list: (userId) =>
        Effect.sync(() =>
          memory
            .rowsOf(savedMeals, userId)
            .toSorted(
              ([a, { createdAt: first }], [b, { createdAt: second }]) =>
                DateTime.Order(first, second) || (a.mealId < b.mealId ? -1 : 1)
            )
            .map(([key, row]) => meals.editable(key, row))
        ),

      find: (userId, id) =>
        Effect.sync(() => {
          const key = savedMealKey(userId, id)
          return Option.map(HashMap.get(memory.rows(savedMeals), key), (row) => meals.editable(key, row))
        }),

      replace: (userId, { id, ...changed }) =>
        Effect.sync(() => {
          const key = savedMealKey(userId, id)
          const isThere = HashMap.has(memory.rows(savedMeals), key)
          memory.update(
            savedMeals,
            HashMap.modify(key, (row) => ({ ...row, ...changed }))
          )
          return isThere
        }),

      remove: (userId, id) =>
        Effect.sync(() => {
          const key = savedMealKey(userId, id)
          const isThere = HashMap.has(memory.rows(savedMeals), key)
          memory.update(savedMeals, HashMap.remove(key))
          return isThere
        }),

      findFood: (userId, id) => Effect.sync(() => meals.find(userId, id))
    })
  })
)

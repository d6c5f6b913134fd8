import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { diaryEntries, entriesOf } from "../diary/store.memory.ts"
import { customFoodKey, customFoods, savedMeals } from "../foods/own.memory.ts"
import { CustomFoodStore } from "./store.ts"

export const layer = Layer.effect(
  CustomFoodStore,
  Effect.map(MemoryDatabase, (memory) =>
    CustomFoodStore.of({
      count: (userId) =>
        Effect.sync(() => HashMap.size(HashMap.filter(memory.rows(customFoods), (_row, key) => key.userId === userId))),

      find: (userId, id) =>
        Effect.sync(() =>
          Option.map(HashMap.get(memory.rows(customFoods), customFoodKey(userId, id)), (row) => ({ ...row, id }))
        ),

      save: (userId, { id, ...row }) =>
        Effect.sync(() =>
          memory.update(
            customFoods,
            HashMap.modifyAt(customFoodKey(userId, id), (held) =>
              Option.some({ ...row, createdAt: Option.isSome(held) ? held.value.createdAt : row.createdAt })
            )
          )
        ),

      uses: (userId, id) =>
        Effect.sync(() => {
          const isIt = (kind: string, foodId: string) => kind === "custom_food" && foodId === id
          const meals = HashMap.filter(
            memory.rows(savedMeals),
            ({ items }, key) => key.userId === userId && items.some(({ foodKind, foodId }) => isIt(foodKind, foodId))
          )
          const entries = entriesOf(memory.rows(diaryEntries), userId).filter(({ food }) => isIt(food.kind, food.id))
          return { foodEntries: entries.length, savedMeals: HashMap.size(meals) }
        }),

      delete: (userId, id) => Effect.sync(() => memory.update(customFoods, HashMap.remove(customFoodKey(userId, id))))
    })
  )
)

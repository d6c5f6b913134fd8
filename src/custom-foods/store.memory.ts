import { Data, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import type { CustomFood } from "./model.ts"
import { CustomFoodStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly foodId: string
}

export const customFoods = table<Key, Omit<CustomFood, "id">>("custom_foods", ({ userId }) => userId)

export const customFoodKey = (userId: UserId, foodId: string): Key => Data.struct({ userId, foodId })

/** A user's custom foods, in no particular order. */
export const customFoodsOf = (memory: MemoryDatabase["Type"], userId: UserId): ReadonlyArray<CustomFood> =>
  HashMap.toEntries(memory.rows(customFoods)).flatMap(([key, row]) =>
    key.userId === userId ? [{ ...row, id: key.foodId }] : []
  )

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

      delete: (userId, id) => Effect.sync(() => memory.update(customFoods, HashMap.remove(customFoodKey(userId, id))))
    })
  )
)

import { Effect, HashMap, Layer } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { savedMealKey, savedMeals } from "../foods/tables.memory.ts"
import { SavedMealStore } from "./store.ts"

export const layer = Layer.effect(
  SavedMealStore,
  Effect.map(MemoryDatabase, (memory) =>
    SavedMealStore.of({
      add: (userId, { id, ...row }) =>
        Effect.sync(() => memory.update(savedMeals, HashMap.set(savedMealKey(userId, id), row)))
    })
  )
)

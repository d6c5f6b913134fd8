import { Effect, Layer } from "effect"
import { entryFactsOf } from "../../facts/tables.memory.ts"
import { MemoryDatabase } from "../../platform/database/memory.ts"
import { MOST_NAMED } from "../custom-foods/in-use.ts"
import { CustomFoodUses } from "../custom-foods/uses.memory.ts"
import { savedMeals } from "../saved-meals/store.memory.ts"

export const layer = Layer.effect(
  CustomFoodUses,
  Effect.map(MemoryDatabase, (memory) =>
    CustomFoodUses.of({
      find: (userId, customFoodId) =>
        Effect.sync(() => {
          const refers = (kind: string, id: string) => kind === "custom_food" && id === customFoodId
          const meals = memory
            .rowsOf(savedMeals, userId)
            .filter(([, { items }]) => items.some(({ foodKind, foodId }) => refers(foodKind, foodId)))
          const entries = entryFactsOf(memory, userId).filter(({ food }) => refers(food.kind, food.id))
          return {
            foodEntries: entries.length,
            savedMeals: meals.length,
            entries: entries
              .toReversed()
              .slice(0, MOST_NAMED)
              .map(({ id, date }) => ({ id, date }))
          }
        })
    })
  )
)

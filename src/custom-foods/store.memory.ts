import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { keeping } from "../facts/answers.memory.ts"
import { diaryEntries, entriesOf } from "../facts/tables.memory.ts"
import { customFoodKey, customFoods, savedMeals } from "../foods/tables.memory.ts"
import type { UserId } from "../values/ids.ts"
import { isWeighed } from "./model.ts"
import { CustomFoodStore, FoodInUse, NoSuchFood, TooManyFoods, type Uses } from "./store.ts"

export const layer = Layer.effect(
  CustomFoodStore,
  Effect.map(MemoryDatabase, (memory) => {
    const usesOf = (userId: UserId, id: string): Uses => {
      const isIt = (kind: string, foodId: string) => kind === "custom_food" && foodId === id
      const meals = HashMap.filter(
        memory.rows(savedMeals),
        ({ items }, key) => key.userId === userId && items.some(({ foodKind, foodId }) => isIt(foodKind, foodId))
      )
      const entries = entriesOf(memory.rows(diaryEntries()), userId).filter(({ food }) => isIt(food.kind, food.id))
      return { foodEntries: entries.length, savedMeals: HashMap.size(meals) }
    }

    /** The food as it is; fails where there is none, or where `counts` and something refers to it. */
    const freeFood = (userId: UserId, id: string, counts: (servingUnit: string) => boolean) =>
      Effect.gen(function* () {
        const found = HashMap.get(memory.rows(customFoods), customFoodKey(userId, id))
        if (Option.isNone(found)) return yield* new NoSuchFood()
        const { name, servingUnit } = found.value
        const uses = usesOf(userId, id)
        if (counts(servingUnit) && (uses.foodEntries > 0 || uses.savedMeals > 0)) {
          return yield* new FoodInUse({ name, servingUnit, uses })
        }
        return found.value
      })

    return CustomFoodStore.of({
      add: (userId, { id, ...row }, most, answer) => {
        const add = Effect.suspend(() => {
          const held = HashMap.size(HashMap.filter(memory.rows(customFoods), (_row, key) => key.userId === userId))
          if (held >= most) return new TooManyFoods({ held })
          memory.update(customFoods, HashMap.set(customFoodKey(userId, id), row))
          return Effect.void
        })
        return keeping(memory, userId, answer, add)
      },

      replace: (userId, { id, ...row }, answer) => {
        const replace = Effect.map(
          freeFood(userId, id, (unit) => !isWeighed(unit)),
          ({ createdAt }) => memory.update(customFoods, HashMap.set(customFoodKey(userId, id), { ...row, createdAt }))
        )
        return keeping(memory, userId, answer, replace)
      },

      delete: (userId, id) =>
        freeFood(userId, id, () => true).pipe(
          Effect.map(() => memory.update(customFoods, HashMap.remove(customFoodKey(userId, id)))),
          memory.transaction
        )
    })
  })
)

import { Data, DateTime, Effect, Option } from "effect"
import { CustomFoodStore } from "../custom-foods/store.ts"
import { Transactions } from "../database/transactions.ts"
import { FoodCatalogue } from "../foods/store.ts"
import type { UserId } from "../values/ids.ts"
import { type SavedMealItem, savedMealIds } from "./model.ts"
import { SavedMealStore } from "./store.ts"

/** Neither the catalogue nor the user's custom foods have a food with this id. */
export class UnknownFood extends Data.TaggedError("UnknownFood")<{ readonly id: string }> {
  override get message() {
    return `There is no food ${this.id} in the catalogue or among the user's custom foods`
  }
}

/** Saves a meal of catalogue foods and custom foods, and returns its new id. Fails with UnknownFood, saving nothing, if a food is unknown. */
export const saveMeal = Effect.fn("saveMeal")(function* (
  userId: UserId,
  meal: {
    readonly name: string
    readonly description: string | null
    readonly servings: number
    readonly items: ReadonlyArray<Pick<SavedMealItem, "foodId" | "servings">>
  }
) {
  const catalogue = yield* FoodCatalogue
  const customFoods = yield* CustomFoodStore
  const meals = yield* SavedMealStore
  const transactions = yield* Transactions
  const known = Effect.fn(function* ({ foodId, servings }: Pick<SavedMealItem, "foodId" | "servings">) {
    if (Option.isSome(yield* catalogue.find(foodId))) return { foodKind: "food" as const, foodId, servings }
    if (Option.isSome(yield* customFoods.find(userId, foodId))) {
      return { foodKind: "custom_food" as const, foodId, servings }
    }
    return yield* new UnknownFood({ id: foodId })
  })
  return yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const items = yield* Effect.forEach(meal.items, known)
      const id = yield* savedMealIds.make
      yield* meals.add(userId, { ...meal, id, items, createdAt: yield* DateTime.now })
      return id
    })
  )
})

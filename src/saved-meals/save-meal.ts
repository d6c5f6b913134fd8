import { Data, DateTime, Effect, Option } from "effect"
import { Transactions } from "../database/transactions.ts"
import { FoodStore } from "../foods/store.ts"
import type { UserId } from "../values/ids.ts"
import { newItemId } from "../values/item-id.ts"
import type { SavedMealItem } from "./model.ts"
import { SavedMealStore } from "./store.ts"

/** No food of the catalogue, and none of the user's own, has this id. */
export class UnknownFood extends Data.TaggedError("UnknownFood")<{ readonly id: string }> {
  override get message() {
    return `There is no food ${this.id} in the catalogue or among the user's custom foods`
  }
}

/** Saves a meal of catalogue foods and custom foods, and returns its new id; fails, saving nothing, where a food is unknown. */
export const saveMeal = Effect.fn("saveMeal")(function* (
  userId: UserId,
  meal: {
    readonly name: string
    readonly description: string | null
    readonly servings: number
    readonly items: ReadonlyArray<Pick<SavedMealItem, "foodId" | "servings">>
  }
) {
  const foods = yield* FoodStore
  const meals = yield* SavedMealStore
  const transactions = yield* Transactions
  const known = Effect.fn(function* ({ foodId, servings }: Pick<SavedMealItem, "foodId" | "servings">) {
    for (const foodKind of ["food", "custom_food"] as const) {
      if (Option.isSome(yield* foods.find(userId, foodKind, foodId))) return { foodKind, foodId, servings }
    }
    return yield* new UnknownFood({ id: foodId })
  })
  return yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const items = yield* Effect.forEach(meal.items, known)
      const id = yield* newItemId("meal")
      yield* meals.add(userId, { ...meal, id, items, createdAt: yield* DateTime.now })
      return id
    })
  )
})

import { Data, DateTime, Effect, Option } from "effect"
import { Transactions } from "../../platform/database/transactions.ts"
import type { UserId } from "../../values/ids.ts"
import { CustomFoodStore } from "../custom-foods/store.ts"
import { FoodCatalogue } from "../foods/store.ts"
import { type EditableMeal, MOST_ITEMS, type SavedMealItem, savedMealIds } from "./model.ts"
import { SavedMealStore } from "./store.ts"

/** Neither the catalogue nor the user's custom foods have a food with this id. */
export class UnknownFood extends Data.TaggedError("UnknownFood")<{ readonly id: string }> {
  override get message() {
    return `There is no food ${this.id} in the catalogue or among the user's custom foods`
  }
}

/** The user has no saved meal with this id. */
export class UnknownMeal extends Data.TaggedError("UnknownMeal")<{ readonly id: string }> {
  override get message() {
    return `There is no saved meal ${this.id}`
  }
}

/** A meal with more foods than MOST_ITEMS. */
export class TooManyFoods extends Data.TaggedError("TooManyFoods") {
  override get message() {
    return `A meal has at most ${MOST_ITEMS} foods`
  }
}

/** The meal to save. */
interface MealToSave {
  readonly name: string
  readonly description: string | null
  readonly servings: number
  readonly items: ReadonlyArray<Pick<SavedMealItem, "foodId" | "servings">>
}

/** The items with the kinds of their foods. Fails with UnknownFood if there is no such food, and with TooManyFoods. */
const knownItems = Effect.fn(function* (userId: UserId, items: MealToSave["items"]) {
  if (items.length > MOST_ITEMS) return yield* new TooManyFoods()
  const catalogue = yield* FoodCatalogue
  const customFoods = yield* CustomFoodStore
  return yield* Effect.forEach(
    items,
    Effect.fnUntraced(function* ({ foodId, servings }): Effect.fn.Return<SavedMealItem, UnknownFood> {
      if (Option.isSome(yield* catalogue.find(foodId))) return { foodKind: "food", foodId, servings }
      if (Option.isSome(yield* customFoods.find(userId, foodId))) return { foodKind: "custom_food", foodId, servings }
      return yield* new UnknownFood({ id: foodId })
    })
  )
})

/**
 * Saves a meal of catalogue foods and custom foods, and returns its new id. Fails, saving nothing, with UnknownFood or
 * TooManyFoods.
 */
export const saveMeal = Effect.fn("saveMeal")(function* (userId: UserId, meal: MealToSave) {
  const meals = yield* SavedMealStore
  const transactions = yield* Transactions
  return yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const items = yield* knownItems(userId, meal.items)
      const id = yield* savedMealIds.make
      yield* meals.add(userId, { ...meal, id, items, createdAt: yield* DateTime.now })
      return id
    })
  )
})

/**
 * Changes a meal. `change` receives its current state, so that two changes at once do not undo each other. Fails,
 * changing nothing, with UnknownMeal, UnknownFood or TooManyFoods.
 */
export const changeMeal = Effect.fn("changeMeal")(function* (
  userId: UserId,
  id: string,
  change: (meal: EditableMeal) => MealToSave
) {
  const meals = yield* SavedMealStore
  const transactions = yield* Transactions
  yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const found = yield* meals.find(userId, id)
      if (Option.isNone(found)) return yield* new UnknownMeal({ id })
      const meal = change(found.value)
      yield* meals.replace(userId, { ...meal, id, items: yield* knownItems(userId, meal.items) })
    })
  )
})

/** Deletes a meal. Diary entries keep their copies. Fails with UnknownMeal. */
export const deleteMeal = Effect.fn("deleteMeal")(function* (userId: UserId, id: string) {
  const meals = yield* SavedMealStore
  const transactions = yield* Transactions
  if (!(yield* transactions.change(userId, meals.remove(userId, id)))) return yield* new UnknownMeal({ id })
})

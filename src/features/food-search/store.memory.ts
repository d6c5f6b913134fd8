import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../../platform/database/memory.ts"
import { barcodeOf } from "../../values/barcode.ts"
import type { UserId } from "../../values/ids.ts"
import { customFoodsOf } from "../custom-foods/store.memory.ts"
import { asFood, type Food, type FoodKind } from "../foods/model.ts"
import { MemoryFoods } from "../foods/store.memory.ts"
import { mealsAsFoods } from "../saved-meals/store.memory.ts"
import { barcodeIds } from "./barcode.ts"
import { candidatesIn } from "./candidates.memory.ts"
import { foundInOwn, ownFoodsOf } from "./own-matches.ts"
import { listed, NO_CATALOGUE, results } from "./rank.ts"
import { FoodSearch } from "./store.ts"

export const layer = Layer.effect(
  FoodSearch,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const foods = yield* MemoryFoods
    const meals = yield* mealsAsFoods

    /** The foods with this barcode, the user's own first. */
    const scannedIn = (userId: UserId, digits: string, wants: (kind: FoodKind) => boolean): ReadonlyArray<Food> => {
      const barcode = barcodeOf(digits)
      const own = customFoodsOf(memory, userId).filter((food) => barcode !== undefined && food.barcode === barcode)
      const catalogue = barcodeIds(digits).flatMap((id) => foods.all.get(id)?.food ?? [])
      return [
        ...(wants("custom_food") ? own.map((food) => asFood("custom_food", food)) : []),
        ...(wants("food") ? catalogue.map((food) => asFood("food", food)) : [])
      ]
    }

    return FoodSearch.of({
      search: (charge, userId, { question, kind, limit }) =>
        charge.before(
          Effect.sync(() => {
            const wants = (one: FoodKind) => kind === undefined || kind === one
            const own = [
              ...(wants("custom_food") ? customFoodsOf(memory, userId).map((food) => asFood("custom_food", food)) : []),
              ...(wants("saved_meal") ? meals.all(userId) : [])
            ]
            if (question === undefined) return listed(own, limit)
            const scanned = question.barcode === undefined ? [] : scannedIn(userId, question.barcode, wants)
            if (scanned.length > 0) return { foods: scanned.slice(0, limit), searchedFor: undefined }
            const inCatalogue = wants("food") && question.barcode === undefined
            const catalogue = inCatalogue ? candidatesIn(foods.all, question.terms, limit) : NO_CATALOGUE
            const found = { ...catalogue, foods: catalogue.foods.map((food) => asFood("food", food)) }
            return results(question, found, foundInOwn(question, ownFoodsOf(own), catalogue.lookedFor, limit), limit)
          })
        )
    })
  })
)

import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../../platform/database/memory.ts"
import { customFoodsOf } from "../custom-foods/store.memory.ts"
import { asFood, type FoodKind } from "../foods/model.ts"
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
            const scanned = (wants("food") ? barcodeIds(question.barcode ?? "") : []).flatMap(
              (id) => foods.all.get(id)?.food ?? []
            )
            if (question.barcode !== undefined && scanned.length > 0) {
              return { foods: scanned.slice(0, limit).map((food) => asFood("food", food)), searchedFor: undefined }
            }
            const inCatalogue = wants("food") && question.barcode === undefined
            const catalogue = inCatalogue ? candidatesIn(foods.all, question.terms, limit) : NO_CATALOGUE
            const found = { ...catalogue, foods: catalogue.foods.map((food) => asFood("food", food)) }
            return results(question, found, foundInOwn(question, ownFoodsOf(own), catalogue.lookedFor, limit), limit)
          })
        )
    })
  })
)

import { Effect, HashMap, Layer } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { MemoryFoods, type ShelvedFood } from "../foods/catalogue.memory.ts"
import type { Food, FoodKind, Nutrition } from "../foods/model.ts"
import { nutritionOf, ofAmount } from "../foods/nutrition.ts"
import { customFoodKey, customFoods, type SavedMealItemRow, savedMeals } from "../foods/tables.memory.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import { correctionsBy } from "./corrections.ts"
import {
  FoodSearch,
  type FromCatalogue,
  listed,
  MOST_CANDIDATES,
  NO_CATALOGUE,
  results,
  vocabularyOf
} from "./store.ts"
import { holds, holdsWhole, replaced, type Term } from "./terms.ts"

interface Weighed extends Nutrition {
  readonly name: string
  readonly brandName: string | null
  readonly servingSize: number
  readonly servingUnit: string
  readonly servingText: string | null
}

const asFood = (kind: FoodKind, id: string, food: Weighed): Food => ({
  id,
  kind,
  name: food.name,
  brandName: food.brandName,
  serving: { size: food.servingSize, unit: food.servingUnit, text: food.servingText },
  perServing: ofAmount(food, food.servingSize),
  per100g: nutritionOf(food)
})

const plainFirst = (a: ShelvedFood, b: ShelvedFood) =>
  a.searchRank - b.searchRank || (a.food.id < b.food.id ? -1 : a.food.id > b.food.id ? 1 : 0)

const fromCatalogue = (foods: ReadonlyMap<string, ShelvedFood>, asked: ReadonlyArray<Term>): FromCatalogue<Food> => {
  const all = [...foods.values()]
  const correctionOf = correctionsBy(() => vocabularyOf(all))
  const lookedFor = asked.map((term) =>
    all.some(({ spellings }) => holds(spellings, term)) ? term.word : correctionOf(term.word)
  )
  const terms = asked.flatMap((term, index) => {
    const word = lookedFor[index]
    return word === undefined ? [] : [replaced(term, word)]
  })
  if (terms.length < asked.length) return { lookedFor, foods: [] }
  const having = (has: typeof holds) =>
    all.filter(({ spellings }) => terms.every((term) => has(spellings, term))).sort(plainFirst)
  const candidates = new Set([...having(holdsWhole), ...having(holds)].slice(0, MOST_CANDIDATES))
  return { lookedFor, foods: Array.from(candidates, ({ food }) => asFood("food", food.id, food)) }
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const foods = yield* MemoryFoods

    const portion = (userId: UserId, { foodKind, foodId, servings }: SavedMealItemRow): ReadonlyArray<Portion> => {
      const own = HashMap.get(memory.rows(customFoods), customFoodKey(userId, foodId))
      const food = foodKind === "food" ? foods.get(foodId)?.food : own._tag === "Some" ? own.value : undefined
      return food === undefined
        ? []
        : [{ servings, servingSize: food.servingSize, perServing: ofAmount(food, food.servingSize) }]
    }

    const customOf = (userId: UserId) =>
      HashMap.toEntries(memory.rows(customFoods)).flatMap(([key, row]) =>
        key.userId === userId ? [asFood("custom_food", key.foodId, row)] : []
      )
    const mealsOf = (userId: UserId) =>
      HashMap.toEntries(memory.rows(savedMeals)).flatMap(([key, row]) =>
        key.userId === userId
          ? [
              mealAsFood(
                { ...row, id: key.mealId },
                row.items.flatMap((item) => portion(userId, item))
              )
            ]
          : []
      )

    return FoodSearch.of({
      search: (userId, { terms, kind, limit }) =>
        Effect.sync(() => {
          const wants = (one: FoodKind) => kind === undefined || kind === one
          const own = [
            ...(wants("custom_food") ? customOf(userId) : []),
            ...(wants("saved_meal") ? mealsOf(userId) : [])
          ]
          if (terms === undefined) return listed(own, limit)
          if (terms.length === 0) return []
          return results(terms, wants("food") ? fromCatalogue(foods, terms) : NO_CATALOGUE, own, limit)
        })
    })
  })
)

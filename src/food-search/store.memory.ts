import { Effect, Layer } from "effect"
import { customFoodsOf } from "../custom-foods/store.memory.ts"
import { MemoryDatabase } from "../database/memory.ts"
import { asFood, type Food, type FoodKind } from "../foods/model.ts"
import { type IndexedFood, MemoryFoods } from "../foods/store.memory.ts"
import { mealsAsFoods } from "../saved-meals/store.memory.ts"
import { barcodeIds } from "./barcode.ts"
import {
  dispensable,
  type FromCatalogue,
  listed,
  lookUp,
  mostCandidates,
  NO_CATALOGUE,
  results,
  termsLookedFor
} from "./results.ts"
import { FoodSearch } from "./store.ts"
import { holds, holdsWhole, levelsOf, type Subset, type Term } from "./terms.ts"
import { isWantedBy } from "./wanted.ts"

const plainFirst = (a: IndexedFood, b: IndexedFood) =>
  a.searchRank - b.searchRank || (a.food.id < b.food.id ? -1 : a.food.id > b.food.id ? 1 : 0)

const foodOf = ({ food }: IndexedFood): Food => asFood("food", food)

const fromCatalogue = (
  foods: ReadonlyMap<string, IndexedFood>,
  terms: ReadonlyArray<Term>,
  limit: number
): FromCatalogue<Food> => {
  const all = [...foods.values()]
  const lookedFor = lookUp(terms, all)
  const looked = termsLookedFor(terms, lookedFor)
  const having = (subset: Subset, has: typeof holds) =>
    all
      .filter(({ spellings }) =>
        subset.every((index) => {
          const term = looked[index]
          return term !== undefined && has(spellings, term)
        })
      )
      .sort(plainFirst)
  const isWanted = isWantedBy(terms)
  const candidatesAtMost = mostCandidates(limit)
  const most = dispensable(terms, lookedFor)
  let first: FromCatalogue<Food> | undefined
  for (const [level, subsets] of levelsOf(terms, (index) => lookedFor[index] !== undefined).entries()) {
    if (first !== undefined && level > most) return first
    const found = subsets.map((subset) => {
      if (subset.length === 0) return []
      const candidates = new Set([...having(subset, holdsWhole), ...having(subset, holds)])
      return [...candidates].slice(0, level === 0 ? candidatesAtMost : candidatesAtMost / 2).map(foodOf)
    })
    if (found.flat().some(isWanted)) return { lookedFor, level, foods: found }
    if (found.some(({ length }) => length > 0)) first ??= { lookedFor, level, foods: found }
  }
  return first ?? { lookedFor, level: 0, foods: [] }
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const foods = yield* MemoryFoods
    const meals = yield* mealsAsFoods

    return FoodSearch.of({
      search: (userId, { question, kind, limit }) =>
        Effect.sync(() => {
          const wants = (one: FoodKind) => kind === undefined || kind === one
          const own = [
            ...(wants("custom_food") ? customFoodsOf(memory, userId).map((food) => asFood("custom_food", food)) : []),
            ...(wants("saved_meal") ? meals.all(userId) : [])
          ]
          if (question === undefined) return listed(own, limit)
          if (!wants("food")) return results(question, NO_CATALOGUE, own, limit)
          if (question.barcode !== undefined) {
            const scanned = barcodeIds(question.barcode).flatMap((id) => foods.get(id) ?? [])
            if (scanned.length > 0) return { foods: scanned.slice(0, limit).map(foodOf), searchedFor: undefined }
          }
          return results(question, fromCatalogue(foods, question.terms, limit), own, limit)
        })
    })
  })
)

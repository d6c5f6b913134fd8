import { Effect, Layer } from "effect"
import { customFoodsOf } from "../custom-foods/store.memory.ts"
import { MemoryDatabase } from "../database/memory.ts"
import { asFood, type Food, type FoodKind } from "../foods/model.ts"
import { type IndexedFood, MemoryFoods } from "../foods/store.memory.ts"
import { mealsAsFoods } from "../saved-meals/store.memory.ts"
import { correctionsBy } from "../text/corrections.ts"
import { type FromCatalogue, listed, MOST_CANDIDATES, NO_CATALOGUE, results, vocabularyOf } from "./results.ts"
import { FoodSearch } from "./store.ts"
import { holds, holdsWhole, replaced, type Term } from "./terms.ts"

const plainFirst = (a: IndexedFood, b: IndexedFood) =>
  a.searchRank - b.searchRank || (a.food.id < b.food.id ? -1 : a.food.id > b.food.id ? 1 : 0)

const fromCatalogue = (foods: ReadonlyMap<string, IndexedFood>, asked: ReadonlyArray<Term>): FromCatalogue<Food> => {
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
  return { lookedFor, foods: Array.from(candidates, ({ food }) => asFood("food", food)) }
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const foods = yield* MemoryFoods
    const meals = yield* mealsAsFoods

    return FoodSearch.of({
      search: (userId, { terms, kind, limit }) =>
        Effect.sync(() => {
          const wants = (one: FoodKind) => kind === undefined || kind === one
          const own = [
            ...(wants("custom_food") ? customFoodsOf(memory, userId).map((food) => asFood("custom_food", food)) : []),
            ...(wants("saved_meal") ? meals.all(userId) : [])
          ]
          if (terms === undefined) return listed(own, limit)
          if (terms.length === 0) return []
          return results(terms, wants("food") ? fromCatalogue(foods, terms) : NO_CATALOGUE, own, limit)
        })
    })
  })
)

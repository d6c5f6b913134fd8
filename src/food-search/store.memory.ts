import { Effect, Layer } from "effect"
import { customFoodsOf } from "../custom-foods/store.memory.ts"
import { MemoryDatabase } from "../database/memory.ts"
import { asFood, type Food, type FoodKind } from "../foods/model.ts"
import { type FoodsById, type IndexedFood, MemoryFoods } from "../foods/store.memory.ts"
import { mealsAsFoods } from "../saved-meals/store.memory.ts"
import { ascending } from "../text/ascending.ts"
import { oncePer } from "../values/once.ts"
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
import { holds, holdsWhole, levelsOf, type Subset, type Term, type Word } from "./terms.ts"
import { isWantedBy } from "./wanted.ts"

const plainFirst = (a: IndexedFood, b: IndexedFood) => a.searchRank - b.searchRank || ascending(a.food.id, b.food.id)

const foodOf = ({ food }: IndexedFood): Food => asFood("food", food)

/** The foods of a catalogue, plain ones first, and those that have each word or stem. */
interface Index {
  readonly all: ReadonlyArray<IndexedFood>
  readonly byWord: ReadonlyMap<string, ReadonlyArray<IndexedFood>>
}

const indexed = oncePer((foods: FoodsById): Index => {
  const all = [...foods.values()].sort(plainFirst)
  const byWord = new Map<string, Array<IndexedFood>>()
  for (const food of all) {
    for (const word of new Set([...food.spellings.words, ...food.spellings.stems])) {
      const having = byWord.get(word)
      if (having === undefined) byWord.set(word, [food])
      else having.push(food)
    }
  }
  return { all, byWord }
})

/** The only foods that can have the term: those with the first word of a way to say it. */
const candidatesFor = ({ byWord }: Index, { ways }: Term): ReadonlyArray<IndexedFood> => {
  const firsts = ways.flatMap(([first]) => first ?? [])
  const having = (first: Word) => byWord.get(first.stem) ?? []
  const beginning = ({ word, open }: Word) =>
    open ? byWord.keys().flatMap((known) => (known.startsWith(word) ? (byWord.get(known) ?? []) : [])) : []
  return [...new Set(firsts.flatMap((first) => [...having(first), ...beginning(first)]))].sort(plainFirst)
}

const fromCatalogue = (foods: FoodsById, terms: ReadonlyArray<Term>, limit: number): FromCatalogue<Food> => {
  const index = indexed(foods)
  const lookedFor = lookUp(terms, index.all, (term) => index.all.some(({ spellings }) => holds(spellings, term)))
  const looked = termsLookedFor(terms, lookedFor).map((term) => ({ term, candidates: candidatesFor(index, term) }))
  const having = (subset: Subset, has: typeof holds) => {
    const terms = subset.flatMap((index) => looked[index] ?? [])
    const [fewest = []] = terms.map(({ candidates }) => candidates).sort((a, b) => a.length - b.length)
    return fewest.filter(({ spellings }) => terms.every(({ term }) => has(spellings, term)))
  }
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
            const scanned = barcodeIds(question.barcode).flatMap((id) => foods.all.get(id) ?? [])
            return scanned.length > 0
              ? { foods: scanned.slice(0, limit).map(foodOf), searchedFor: undefined }
              : results(question, NO_CATALOGUE, own, limit)
          }
          return results(question, fromCatalogue(foods.all, question.terms, limit), own, limit)
        })
    })
  })
)

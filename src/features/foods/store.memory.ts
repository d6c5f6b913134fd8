import { Context, Effect, Layer, Option } from "effect"
import type { CatalogueFood } from "./catalogue-food.ts"
import { type Spellings, searchRankOf, searchWordsOf, spellingsOf } from "./label.ts"
import { asFood } from "./model.ts"
import { shippedFoods } from "./shipped.ts"
import { FoodCatalogue } from "./store.ts"

/** A food of the catalogue with its search words and search rank. */
export interface IndexedFood {
  readonly food: CatalogueFood
  readonly spellings: Spellings
  readonly searchRank: number
}

/** The foods of a catalogue by id. Immutable: a change creates another map. */
export type FoodsById = ReadonlyMap<string, IndexedFood>

/** The catalogue in memory, initially the foods that ship with Fettle. */
export class MemoryFoods extends Context.Tag("MemoryFoods")<MemoryFoods, { all: FoodsById }>() {}

const indexed = (food: CatalogueFood): IndexedFood => ({
  food,
  spellings: spellingsOf(searchWordsOf(food)),
  searchRank: searchRankOf(food)
})

let shipped: FoodsById | undefined

export const layerFoods = Layer.sync(MemoryFoods, () => {
  shipped ??= new Map(shippedFoods().map((food) => [food.id, indexed(food)]))
  return { all: shipped }
})

export const layer = Layer.effect(
  FoodCatalogue,
  Effect.map(MemoryFoods, (foods) =>
    FoodCatalogue.of({
      find: (id) =>
        Effect.sync(() => Option.map(Option.fromNullable(foods.all.get(id)), ({ food }) => asFood("food", food))),

      recall: () => undefined,

      put: (batch) =>
        Effect.sync(() => {
          const stored = { inserted: 0, updated: 0, unchanged: 0 }
          const all = new Map(foods.all)
          for (const food of batch) {
            const before = all.get(food.id)
            if (before === undefined) stored.inserted += 1
            else if (Bun.deepEquals(before.food, food)) stored.unchanged += 1
            else stored.updated += 1
            all.set(food.id, indexed(food))
          }
          foods.all = all
          return stored
        }),

      putShipped: () => Effect.succeed(false),

      analyze: Effect.void
    })
  )
)

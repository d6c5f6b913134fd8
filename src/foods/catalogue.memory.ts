import { Context, Effect, Layer, Option } from "effect"
import type { Checkpoint } from "../food-import/importer.ts"
import { type Spellings, spellingsOf } from "../food-search/terms.ts"
import type { CatalogueFood } from "./catalogue/food.ts"
import { shippedFoods } from "./catalogue/shipped.ts"
import { FoodCatalogue } from "./catalogue.ts"
import { labelOf, searchRankOf, searchWordsOf } from "./label.ts"

/** A food of the catalogue with what it is found by. */
export interface ShelvedFood {
  readonly food: CatalogueFood
  readonly spellings: Spellings
  readonly searchRank: number
}

/** The catalogue in memory, by id: at first, what comes with Fettle. */
export class MemoryFoods extends Context.Tag("MemoryFoods")<MemoryFoods, Map<string, ShelvedFood>>() {}

const shelved = (food: CatalogueFood): ShelvedFood => ({
  food,
  spellings: spellingsOf(searchWordsOf(food.name, food.brandName)),
  searchRank: searchRankOf(labelOf(food.name, food.brandName))
})

let shipped: ReadonlyArray<readonly [string, ShelvedFood]> | undefined

export const layerFoods = Layer.sync(MemoryFoods, () => {
  shipped ??= shippedFoods().map((food) => [food.id, shelved(food)])
  return new Map(shipped)
})

export const layer = Layer.effect(
  FoodCatalogue,
  Effect.map(MemoryFoods, (all) => {
    const checkpoints = new Map<string, Checkpoint>()
    const key = (kind: string, fileName: string) => `${kind} ${fileName}`
    return FoodCatalogue.of({
      put: (foods) =>
        Effect.sync(() => {
          const stored = { inserted: 0, updated: 0, unchanged: 0 }
          for (const food of foods) {
            const before = all.get(food.id)
            if (before === undefined) stored.inserted += 1
            else if (Bun.deepEquals(before.food, food)) stored.unchanged += 1
            else stored.updated += 1
            all.set(food.id, shelved(food))
          }
          return stored
        }),

      putShipped: () => Effect.succeed(false),

      settle: Effect.void,

      checkpoint: (kind, fileName) => Effect.sync(() => Option.fromNullable(checkpoints.get(key(kind, fileName)))),

      keepCheckpoint: (checkpoint) =>
        Effect.sync(() => void checkpoints.set(key(checkpoint.kind, checkpoint.identity.name), checkpoint)),

      dropCheckpoint: ({ kind, identity }) => Effect.sync(() => void checkpoints.delete(key(kind, identity.name)))
    })
  })
)

import { Context, type Effect, type Option } from "effect"
import type { CatalogueFood } from "./catalogue-food.ts"
import type { Food } from "./model.ts"

/** How many foods a write added, changed, and found the same. */
export interface Stored {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
}

/** The foods that all users share: those that come with Fettle, and those imported. */
export class FoodCatalogue extends Context.Tag("FoodCatalogue")<
  FoodCatalogue,
  {
    /** The food with this id; none where the catalogue has no such food. */
    readonly find: (id: string) => Effect.Effect<Option.Option<Food>>
    /** Stores foods with distinct ids, replacing those that have the same id; searches find them at once. */
    readonly put: (foods: ReadonlyArray<CatalogueFood>) => Effect.Effect<Stored>
    /**
     * Stores the shipped foods unless this version of them is stored already; true if it stored them. When several processes
     * ask at the same time, one stores them and the others wait. Foods of earlier versions stay, as meals may refer to them.
     */
    readonly putShipped: (shipped: {
      readonly version: string
      readonly foods: () => ReadonlyArray<CatalogueFood>
    }) => Effect.Effect<boolean>
    /** Refreshes the database's statistics; to be run after many foods were put. */
    readonly analyze: Effect.Effect<void>
  }
>() {}

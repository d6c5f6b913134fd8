import { Context, type Effect, type Option } from "effect"
import type { CatalogueFood } from "./catalogue-food.ts"
import type { Food } from "./model.ts"

/** How many foods a write added, changed and left unchanged. */
export interface Stored {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
}

/** A food, and the revision of the catalogue when it was read. It is out of date once the catalogue has another one. */
export interface RememberedFood {
  readonly food: Food
  readonly revision: string
}

/** The foods that all users share: those that come with Fettle, and those imported. */
export class FoodCatalogue extends Context.Tag("FoodCatalogue")<
  FoodCatalogue,
  {
    /** The food with this id, if the catalogue has it. */
    readonly find: (id: string) => Effect.Effect<Option.Option<Food>>
    /** The food with this id, if this process remembers it. The catalogue may have changed since. */
    readonly recall: (id: string) => RememberedFood | undefined
    /** Stores foods with distinct ids and replaces stored foods with the same ids. Searches find them at once. */
    readonly put: (foods: ReadonlyArray<CatalogueFood>) => Effect.Effect<Stored>
    /**
     * Stores the shipped foods unless this version of them is stored already; true if it stored them. When several processes
     * ask at the same time, one stores them and the others wait. Foods of earlier versions stay, as meals may refer to them.
     */
    readonly putShipped: (shipped: {
      readonly version: string
      readonly foods: Effect.Effect<ReadonlyArray<CatalogueFood>>
    }) => Effect.Effect<boolean>
    /** Refreshes the database's statistics. Call it after storing many foods. */
    readonly analyze: Effect.Effect<void>
  }
>() {}

import { Context, type Effect, type Option } from "effect"
import type { CatalogueFood } from "./catalogue-food.ts"
import type { Food } from "./model.ts"

/** How many foods a write added, changed and left unchanged. */
export interface Stored {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * A food, with the catalogue's revision when it was read. It is out of date once the catalogue has another revision.
 */
export interface RememberedFood {
  readonly food: Food
  readonly revision: string
}

/** The foods shared by all users: shipped with Fettle, or imported. */
export class FoodCatalogue extends Context.Tag("FoodCatalogue")<
  FoodCatalogue,
  {
    /** The food with this id, if the catalogue has it. */
    readonly find: (id: string) => Effect.Effect<Option.Option<Food>>
    /** The food with this id, if this process has it cached. The catalogue may have changed since. */
    readonly recall: (id: string) => RememberedFood | undefined
    /** Stores foods with distinct ids, replacing stored foods with the same ids. Searches find them at once. */
    readonly put: (foods: ReadonlyArray<CatalogueFood>) => Effect.Effect<Stored>
    /**
     * Stores the shipped foods unless this version of them is already stored; true if it stored them. If several
     * processes try at once, one stores them and the others wait. Foods of earlier versions stay, because meals may
     * refer to them.
     */
    readonly putShipped: (shipped: {
      readonly version: string
      readonly foods: Effect.Effect<ReadonlyArray<CatalogueFood>>
    }) => Effect.Effect<boolean>
    /** Refreshes the database's statistics. Call it after storing many foods. */
    readonly analyze: Effect.Effect<void>
  }
>() {}

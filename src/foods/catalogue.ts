import { Context, type Effect, type Option } from "effect"
import type { Stored } from "../food-import/import-foods.ts"
import type { Checkpoint, ImportKind } from "../food-import/importer.ts"
import type { CatalogueFood } from "./catalogue/food.ts"

/** The foods that are everybody's: those that come with Fettle, and those imported. */
export class FoodCatalogue extends Context.Tag("FoodCatalogue")<
  FoodCatalogue,
  {
    /** Stores foods, no id twice among them, each in place of the one that has its id; search finds them at once. */
    readonly put: (foods: ReadonlyArray<CatalogueFood>) => Effect.Effect<Stored>
    /**
     * Makes sure that this version of the shipped foods is stored, and says whether it had to be. However many processes
     * ask at the same time, one stores it and the others wait for that. Foods of an earlier version stay: meals may hold them.
     */
    readonly putShipped: (shipped: {
      readonly version: string
      readonly foods: () => ReadonlyArray<CatalogueFood>
    }) => Effect.Effect<boolean>
    /** Brings what the database knows about its foods up to date, after many were put. */
    readonly settle: Effect.Effect<void>
    /** Where the last import of a file of this name stands, if it has not come to its end. */
    readonly checkpoint: (kind: ImportKind, fileName: string) => Effect.Effect<Option.Option<Checkpoint>>
    readonly keepCheckpoint: (checkpoint: Checkpoint) => Effect.Effect<void>
    readonly dropCheckpoint: (checkpoint: Checkpoint) => Effect.Effect<void>
  }
>() {}

import { Context, type Effect } from "effect"
import type { Food, FoodKind } from "../foods/model.ts"
import type { UserId } from "../values/ids.ts"
import type { Term } from "./terms.ts"

export interface FoodQuery {
  /** The words to look for; undefined to list the user's own foods by name. */
  readonly terms: ReadonlyArray<Term> | undefined
  /** The only kind to find; undefined for all three. */
  readonly kind: FoodKind | undefined
  readonly limit: number
}

/** Searches catalogue foods, custom foods and saved meals. */
export class FoodSearch extends Context.Tag("FoodSearch")<
  FoodSearch,
  {
    /**
     * Foods of the catalogue and the user's own in whose name or brand every word of the query is, or begins, a word; best match
     * first. A word that no food has is taken for a misspelling of the nearest word that some food has.
     */
    readonly search: (userId: UserId, query: FoodQuery) => Effect.Effect<ReadonlyArray<Food>>
  }
>() {}

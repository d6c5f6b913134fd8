import { Context, type Effect } from "effect"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { UserId } from "../../values/ids.ts"
import type { Food, FoodKind } from "../foods/model.ts"
import type { Question } from "./query.ts"
import type { Results } from "./rank.ts"

export interface FoodQuery {
  /** What to look for; undefined to list the user's own foods by name. */
  readonly question: Question | undefined
  /** The only kind to find; undefined for all three. */
  readonly kind: FoodKind | undefined
  readonly limit: number
}

/** Searches catalogue foods, custom foods and saved meals. */
export class FoodSearch extends Context.Tag("FoodSearch")<
  FoodSearch,
  {
    /**
     * Foods of the catalogue and the user's own that have every term of the question in name or brand, best match first. A word
     * that no food has is taken for a misspelling of the nearest word that some food has. Where no food has all terms, those that
     * matter least are dropped. A barcode finds the food that has it.
     */
    readonly search: <E>(
      charge: Charge<E>,
      userId: UserId,
      query: FoodQuery
    ) => Effect.Effect<Charged<Results<Food>>, E>
  }
>() {}

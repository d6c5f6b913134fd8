import { Context, type Effect } from "effect"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { UserId } from "../../values/ids.ts"
import type { Food, FoodKind } from "../foods/model.ts"
import type { Question } from "./query.ts"
import type { Results } from "./rank.ts"

export interface FoodQuery {
  /** The question; undefined to list the user's own foods by name. */
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
     * Foods of the catalogue and the user's own that have every term of the question in name or brand, best match
     * first. A word that no food has is taken for a misspelling of the closest word that some food has. If no food has
     * all terms, the least important ones are dropped. A barcode finds its foods, the user's own first.
     */
    readonly search: <E>(
      charge: Charge<E>,
      userId: UserId,
      query: FoodQuery
    ) => Effect.Effect<Charged<Results<Food>>, E>
  }
>() {}

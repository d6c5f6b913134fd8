import { Effect } from "effect"
import { implement } from "../caller/handlers.ts"
import { ValidationFailed } from "../contract/errors.ts"
import { type Food, showFood } from "../foods/model.ts"
import { keepingJson } from "../values/json.ts"
import { oncePer } from "../values/once.ts"
import { FoodsApi } from "./definition.ts"
import type { Results } from "./results.ts"
import { FoodSearch } from "./store.ts"
import { questionOf } from "./terms.ts"

const DEFAULT_LIMIT = 20

const shownFood = oncePer(showFood)

/** Results and foods that a store remembers are shown once, too, and results are encoded once. */
const shown = oncePer(({ foods, searchedFor }: Results<Food>) =>
  keepingJson({ foods: foods.map(shownFood), ...(searchedFor === undefined ? {} : { searchedFor }) })
)

export const implementation = implement(
  FoodsApi,
  Effect.gen(function* () {
    const search = yield* FoodSearch

    return {
      search_foods: Effect.fnUntraced(function* ({ query = "", kind, limit = DEFAULT_LIMIT }, { user }) {
        const isBlank = query.trim() === ""
        if (isBlank && (kind === undefined || kind === "food")) {
          return yield* ValidationFailed.of({
            field: "query",
            message:
              "is required and must not be blank: pass words of the food's name, or kind custom_food or saved_meal to list the user's own"
          })
        }
        const question = isBlank ? undefined : questionOf(query)
        return shown(yield* search.search(user.id, { question, kind, limit }))
      })
    }
  })
)

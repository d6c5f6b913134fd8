import { Effect } from "effect"
import type { CallerRule } from "../caller/caller.ts"
import { implement } from "../caller/handlers.ts"
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

/** Without words, only the user's own foods can be listed. Values that are not text are reported by their own fields. */
const queryIsGiven: CallerRule = ({ query = "", kind = "food" }) => {
  if (typeof query !== "string" || query.trim() !== "" || kind !== "food") return []
  const message =
    "is required and must not be blank: pass words of the food's name, or kind custom_food or saved_meal to list the user's own"
  return [{ field: "query", message }]
}

export const implementation = implement(
  FoodsApi,
  Effect.gen(function* () {
    const search = yield* FoodSearch

    return {
      search_foods: Effect.fnUntraced(function* ({ query = "", kind, limit = DEFAULT_LIMIT }, { user }) {
        const question = query.trim() === "" ? undefined : questionOf(query)
        return shown(yield* search.search(user.id, { question, kind, limit }))
      })
    }
  }),
  { search_foods: queryIsGiven }
)

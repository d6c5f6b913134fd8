import { Effect } from "effect"
import { implement } from "../caller/handlers.ts"
import { ValidationFailed } from "../contract/errors.ts"
import { type Food, showFood } from "../foods/model.ts"
import { keepingJson } from "../values/json.ts"
import { FoodsApi } from "./definition.ts"
import type { Results } from "./results.ts"
import { FoodSearch } from "./store.ts"
import { questionOf } from "./terms.ts"

const DEFAULT_LIMIT = 20

const shown = ({ foods, searchedFor }: Results<Food>) => ({
  foods: foods.map(showFood),
  ...(searchedFor === undefined ? {} : { searchedFor })
})

/** Results that a store remembers are shown once, too, and encoded once. */
const shownBefore = new WeakMap<Results<Food>, ReturnType<typeof shown>>()

const shownOnce = (results: Results<Food>) => {
  const answer = shownBefore.get(results) ?? keepingJson(shown(results))
  shownBefore.set(results, answer)
  return answer
}

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
        return shownOnce(yield* search.search(user.id, { question, kind, limit }))
      })
    }
  })
)

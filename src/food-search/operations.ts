import { Effect } from "effect"
import { implement } from "../caller/handlers.ts"
import { ValidationFailed } from "../contract/errors.ts"
import { showFood } from "../foods/model.ts"
import { FoodsApi } from "./definition.ts"
import { FoodSearch } from "./store.ts"
import { questionOf } from "./terms.ts"

const DEFAULT_LIMIT = 20

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
        const { foods, searchedFor } = yield* search.search(user.id, { question, kind, limit })
        return { foods: foods.map(showFood), ...(searchedFor === undefined ? {} : { searchedFor }) }
      })
    }
  })
)

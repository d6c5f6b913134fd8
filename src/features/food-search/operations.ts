import { Effect } from "effect"
import { said } from "../../contract/broken-rule.ts"
import type { CallerRule } from "../../contract/handler/caller.ts"
import { charging, implement } from "../../contract/handler/handlers.ts"
import { jsonOf, keepingJson } from "../../values/json.ts"
import { oncePer } from "../../values/once.ts"
import { type Food, showFood } from "../foods/model.ts"
import { askedOf } from "./asked-amount.ts"
import { FoodsApi } from "./definition.ts"
import { PackagedFoods, withLookUp } from "./packaged.ts"
import { type Question, questionOf } from "./query.ts"
import type { Results } from "./rank.ts"
import { FoodSearch } from "./store.ts"

const DEFAULT_LIMIT = 20

/** How many results show their portions, which are more than half of an answer. */
const MOST_WITH_PORTIONS = 5

const shownFood = oncePer((food: Food) => keepingJson(showFood(food)))

const withoutPortions = oncePer((food: Food) => {
  const { portions: _, ...shown } = showFood(food)
  return keepingJson(shown)
})

/** A food with what the query's amount is of it. */
const shownAsked = (food: Food, question: Question | undefined) => {
  const asked = question && askedOf(food, question)
  return asked === undefined ? shownFood(food) : keepingJson({ ...showFood(food), asked })
}

/** Results, and foods that a store caches, are converted and encoded once. */
const shownWith = (mostWithPortions: number, question?: Question) =>
  oncePer((results: Results<Food>) => {
    const foods = results.foods.map((food, index) =>
      index === 0 ? shownAsked(food, question) : index < mostWithPortions ? shownFood(food) : withoutPortions(food)
    )
    const { searchedFor, leftOut } = results
    const words = {
      ...(searchedFor === undefined ? {} : { searchedFor }),
      ...(leftOut === undefined ? {} : { leftOut })
    }
    const more = searchedFor === undefined ? "" : `,${JSON.stringify(words).slice(1, -1)}`
    return keepingJson({ foods, ...words }, () => `{"foods":[${foods.map(jsonOf).join(",")}]${more}}`)
  })

const shownInFull = shownWith(Number.POSITIVE_INFINITY)
const shownInShort = shownWith(MOST_WITH_PORTIONS)
const shownFor = oncePer((question: Question) => shownWith(Number.POSITIVE_INFINITY, question))

/**
 * Without words, only the user's own foods can be listed. Values that are not text are reported by their own fields.
 */
const queryIsGiven: CallerRule = ({ query = "", kind = "food" }) => {
  if (typeof query !== "string" || query.trim() !== "" || kind !== "food") return []
  const advice = ": pass words of the food's name, or kind custom_food or saved_meal to list the user's own"
  return [said("query", "is required and must not be blank", { advice })]
}

export const implementation = implement(
  FoodsApi,
  Effect.gen(function* () {
    const { search } = yield* FoodSearch
    const { lookUp } = yield* PackagedFoods

    return {
      search_foods: charging(({ query = "", kind, limit = DEFAULT_LIMIT, portions = false }, { user }, charge) => {
        const question = query.trim() === "" ? undefined : questionOf(query)
        const shown = question?.hasAmount === true ? shownFor(question) : portions ? shownInFull : shownInShort
        const asked = { question, kind, limit }
        const found = search(charge, user.id, asked)
        const completed =
          lookUp === undefined || question?.barcode === undefined
            ? found
            : Effect.flatMap(found, (found) => withLookUp(search, lookUp, user.id, asked, found))
        return Effect.map(completed, (found) => found.map(shown))
      })
    }
  }),
  { search_foods: queryIsGiven }
)

/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import { askedIn } from "../diary/asked.ts"
import type { OutputOf, Visit } from "../frame/page.ts"
import type { Children } from "../frame/view.ts"

/** A form that searches for foods. It is a GET, so it changes nothing. */
export const FoodSearch = ({
  to,
  query,
  label,
  submit,
  children
}: {
  readonly to: string
  readonly query: string
  readonly label: string
  readonly submit: string
  readonly children?: Children
}) => (
  <form method="get" action={to} class="fields" data-find>
    {children}
    <div class="field">
      <label for="food-query">{label}</label>
      <input id="food-query" name="q" type="search" value={query} autocomplete="off" />
    </div>
    <button type="submit" class="quiet">
      {submit}
    </button>
  </form>
)

/** A food that a meal or recipe can be made of. */
export type Choice = OutputOf<"search_foods">["foods"][number]

/** What a search for foods found; undefined without one. */
export type Found =
  | {
      readonly foods: ReadonlyArray<Choice>
      /** Words of the query that no food has. */
      readonly leftOut?: ReadonlyArray<string>
      /** The amount of a food that the query asks for. */
      readonly askedOf: (food: Choice) => { readonly servings: number; readonly query: string } | undefined
    }
  | undefined

/** Most foods shown by a search on a page. */
const MOST = 10

/** Catalogue foods and custom foods for a query; undefined without one. */
export const findFoods = Effect.fnUntraced(function* (visit: Visit, query: string) {
  if (query.trim() === "") return undefined
  const { foods, ...found } = yield* visit.call("search_foods", { query, limit: MOST, portions: true })
  const servingsOf = askedIn(query)
  const askedOf = (food: Choice) => {
    const servings = servingsOf(food)
    return servings === undefined ? undefined : { servings, query }
  }
  return { ...found, askedOf, foods: foods.filter(({ kind }) => kind !== "saved_meal") }
})

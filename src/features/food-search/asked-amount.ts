import { Either } from "effect"
import { type Amount, servingsIn } from "../foods/amounts.ts"
import { type Food, type ShownAsked, shownAmount } from "../foods/model.ts"
import { roundedTimes } from "../foods/nutrition.ts"
import { type Portioned, pieceOf, portionWith } from "../foods/portions.ts"
import type { Question } from "./query.ts"

/** The amount in a query, in the words of a food's portions if it has one so; undefined if it has none. */
export const askedAmount = (food: Portioned, { amount, words }: Question): Amount | undefined => {
  const unit = amount?.unit ?? (amount && pieceOf(food, words)?.words)
  if (amount === undefined || unit === undefined) return undefined
  return { value: amount.value, unit: portionWith(food, unit, words)?.words ?? unit }
}

/** How many servings of a food the amount in a query is; undefined if it has none, or none that the food takes. */
export const askedServings = (food: Portioned, question: Question): number | undefined => {
  const amount = askedAmount(food, question)
  return amount && Either.getOrUndefined(servingsIn(food, amount))
}

/** What the amount in a query is of a food; undefined if the query has none, or none that the food takes. */
export const askedOf = (food: Food, question: Question): typeof ShownAsked.Type | undefined => {
  const servings = askedServings(food, question)
  return servings === undefined
    ? undefined
    : { ...shownAmount(servings, food.serving), servings, nutrition: roundedTimes(food.perServing, servings) }
}

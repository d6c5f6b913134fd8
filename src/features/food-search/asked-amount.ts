import { Either } from "effect"
import { servingsIn } from "../foods/amounts.ts"
import { type Food, type ShownAsked, shownAmount } from "../foods/model.ts"
import { roundedTimes } from "../foods/nutrition.ts"
import { type Portioned, pieceOf } from "../foods/portions.ts"
import type { Question } from "./query.ts"

/** How many servings of a food the amount in a query is; undefined if it has none, or none that the food takes. */
export const askedServings = (food: Portioned, { amount, words }: Question): number | undefined => {
  const unit = amount?.unit ?? (amount && pieceOf(food, words)?.words)
  if (amount === undefined || unit === undefined) return undefined
  return Either.getOrUndefined(servingsIn(food, { value: amount.value, unit }))
}

/** What the amount in a query is of a food; undefined if the query has none, or none that the food takes. */
export const askedOf = (food: Food, question: Question): typeof ShownAsked.Type | undefined => {
  const servings = askedServings(food, question)
  return servings === undefined
    ? undefined
    : { ...shownAmount(servings, food.serving), servings, nutrition: roundedTimes(food.perServing, servings) }
}

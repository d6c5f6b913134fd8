import { Either } from "effect"
import { servingsIn } from "../foods/amounts.ts"
import { type Food, type ShownAsked, shownAmount } from "../foods/model.ts"
import { roundedTimes } from "../foods/nutrition.ts"
import { pieceOf } from "../foods/portions.ts"
import type { AskedAmount } from "./amounts.ts"
import type { Question } from "./query.ts"

const servingsOf = (food: Food, { value, unit }: AskedAmount, question: Question): number | undefined => {
  const counted = unit ?? pieceOf(food, question.words)?.words
  if (counted === undefined) return undefined
  return Either.getOrUndefined(servingsIn(food, { value, unit: counted }))
}

/** What the amount in a query is of a food; undefined if the query has none, or none that the food takes. */
export const askedOf = (food: Food, question: Question): typeof ShownAsked.Type | undefined => {
  const servings = question.amount && servingsOf(food, question.amount, question)
  return servings === undefined
    ? undefined
    : { ...shownAmount(servings, food.serving), servings, nutrition: roundedTimes(food.perServing, servings) }
}

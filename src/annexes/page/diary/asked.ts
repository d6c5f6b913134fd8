import { askedAmount, askedServings } from "../../../features/food-search/asked-amount.ts"
import { questionOf } from "../../../features/food-search/query.ts"
import { type Amount, amountOf, type Measured, namedAmountOf, portionedOf, weightOf } from "./diary-amount.tsx"

/**
 * For each food that a search found, the servings that its query asks for: 200 g of any food in `200 g rice`. Undefined of
 * a food that does not take the amount, and without one.
 */
export const askedIn = (query: string): ((food: Measured) => number | undefined) => {
  if (query.trim() === "") return () => undefined
  const question = questionOf(query)
  return (food) => askedServings(portionedOf(food), question)
}

/** Whether words name an amount by weight or volume: 150 g onions. */
const NAMES_WEIGHT = /\d\s*(?:k?g|grams?|ml|l|litres?|liters?|oz|lbs?)\b/i

/**
 * The amount that was searched for: by weight or volume if the words say so, in the unit that they name if the food has
 * it, else as it was probably counted.
 */
export const askedAmountOf = (food: Measured, servings: number, query: string): Amount => {
  if (NAMES_WEIGHT.test(query)) return weightOf(food, servings)
  const said = askedAmount(portionedOf(food), questionOf(query))
  return (said && namedAmountOf(food, said, servings)) ?? amountOf(food, servings)
}

import { askedServings } from "../../../features/food-search/asked-amount.ts"
import { questionOf } from "../../../features/food-search/query.ts"
import { type Measured, portionedOf } from "./diary-amount.tsx"

/**
 * For each food that a search found, the servings that its query asks for: 200 g of any food in `200 g rice`. Undefined of
 * a food that does not take the amount, and without one.
 */
export const askedIn = (query: string): ((food: Measured) => number | undefined) => {
  if (query.trim() === "") return () => undefined
  const question = questionOf(query)
  return (food) => askedServings(portionedOf(food), question)
}

import { type Call, output } from "../../test/support/app.ts"
import { type FoundFood, itemsIn, servingsOf } from "./agent.ts"
import type { DescribedMeal } from "./describe.ts"

/** A meal according to the diary, beside its true values. */
export interface Estimate {
  readonly meal: DescribedMeal
  /** kcal. */
  readonly logged: number
  /** Grams of carbohydrate. */
  readonly loggedCarbs: number
  /** What was searched for, and the name of what was logged; null if nothing was found. */
  readonly foods: ReadonlyArray<readonly [string, string | null]>
}

/** Logs a meal from its description: searches each named food, takes the first result, and logs the stated amount. */
export const estimate = async (call: Call, meal: DescribedMeal): Promise<Estimate> => {
  let [logged, loggedCarbs] = [0, 0]
  const foods: Array<readonly [string, string | null]> = []
  for (const item of itemsIn(meal.meal_description)) {
    const { foods: found } = await output<{ foods: ReadonlyArray<FoundFood> }>(
      call("search_foods", { query: item.food, kind: "food", limit: 5 })
    )
    const [first] = found
    foods.push([item.food, first?.name ?? null])
    if (first === undefined) continue
    const { entry } = await output<{ entry: { nutrition: { calories: number; carbs: number } } }>(
      call("log_food_entry", { foodId: first.id, servings: servingsOf(item, first), mealType: "snack" })
    )
    logged += entry.nutrition.calories
    loggedCarbs += entry.nutrition.carbs
  }
  return { meal, logged, loggedCarbs, foods }
}

/** The value that `share` of all values do not exceed, interpolated between the two nearest ones. */
const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const [low = 0, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2)
  return low + (high - low) * (place % 1)
}

/** Whether carbohydrates are near enough for somebody who doses insulin by them: within 7.5 g or 20 %. */
const isNear = ({ meal, loggedCarbs }: Estimate): boolean =>
  Math.abs(loggedCarbs - meal.carb) <= Math.max(7.5, 0.2 * meal.carb)

const meanOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * How far estimates are from the truth: errors in kcal, the median also as a share of the meal, and the share of meals
 * within 20 %; the mean error in grams of carbohydrate, and the share of meals within 7.5 g or 20 %.
 */
export const errorsOf = (estimates: ReadonlyArray<Estimate>) => {
  const errors = estimates.map(({ meal, logged }) => Math.abs(logged - meal.energy))
  const shares = estimates.map(({ meal, logged }) => Math.abs(logged - meal.energy) / Math.max(meal.energy, 1))
  return {
    median: quantile(errors, 0.5),
    medianShare: quantile(shares, 0.5),
    mean: meanOf(errors),
    ninetieth: quantile(errors, 0.9),
    within20: shares.filter((share) => share <= 0.2).length / shares.length,
    meanCarbs: meanOf(estimates.map(({ meal, loggedCarbs }) => Math.abs(loggedCarbs - meal.carb))),
    nearCarbs: estimates.filter(isNear).length / estimates.length
  }
}

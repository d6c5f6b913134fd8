import { round } from "../../values/round.ts"

/** Energy in kcal, the rest in grams. */
export interface Nutrition {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

const map = (nutrition: Nutrition, change: (amount: number) => number): Nutrition => ({
  calories: change(nutrition.calories),
  protein: change(nutrition.protein),
  carbs: change(nutrition.carbs),
  fat: change(nutrition.fat),
  alcohol: change(nutrition.alcohol)
})

/** The nutrition fields of an object. */
export const nutritionOf = (thing: Nutrition): Nutrition => map(thing, (amount) => amount)

/** Multiplies by `factor`, unrounded. */
export const times = (nutrition: Nutrition, factor: number): Nutrition => map(nutrition, (amount) => amount * factor)

/** The nutrition of an amount in g or ml, computed from that of 100 g or ml, unrounded. */
export const ofAmount = (per100g: Nutrition, grams: number): Nutrition =>
  map(per100g, (amount) => (amount * grams) / 100)

/** The sum, unrounded. */
export const sumOf = (all: ReadonlyArray<Nutrition>): Nutrition =>
  all.reduce(
    (sum, { calories, protein, carbs, fat, alcohol }) => ({
      calories: sum.calories + calories,
      protein: sum.protein + protein,
      carbs: sum.carbs + carbs,
      fat: sum.fat + fat,
      alcohol: sum.alcohol + alcohol
    }),
    { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
  )

/** Nutrition as shown in answers, to 2 decimals. */
export const rounded = (nutrition: Nutrition): Nutrition => map(nutrition, (amount) => round(amount, 2))

import { round } from "../../values/round.ts"

/** Energy in kcal, the rest in grams. */
export interface Nutrition {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

/** Passes `by` on to `change`: lists have many amounts, and a closure costs more than the arithmetic. */
const map = (nutrition: Nutrition, change: (amount: number, by: number) => number, by: number): Nutrition => ({
  calories: change(nutrition.calories, by),
  protein: change(nutrition.protein, by),
  carbs: change(nutrition.carbs, by),
  fat: change(nutrition.fat, by),
  alcohol: change(nutrition.alcohol, by)
})

const product = (amount: number, factor: number): number => amount * factor
const percentage = (amount: number, percent: number): number => (amount * percent) / 100
const roundedProduct = (amount: number, factor: number): number => round(amount * factor, 2)

/** The nutrition fields of an object. */
export const nutritionOf = ({ calories, protein, carbs, fat, alcohol }: Nutrition): Nutrition => ({
  calories,
  protein,
  carbs,
  fat,
  alcohol
})

/** Multiplies by `factor`, unrounded. */
export const times = (nutrition: Nutrition, factor: number): Nutrition => map(nutrition, product, factor)

/** Multiplies by `factor`, then rounds to 2 decimals, as shown in answers. */
export const roundedTimes = (nutrition: Nutrition, factor: number): Nutrition => map(nutrition, roundedProduct, factor)

/** The nutrition of an amount in g or ml, computed from that of 100 g or ml, unrounded. */
export const ofAmount = (per100g: Nutrition, grams: number): Nutrition => map(per100g, percentage, grams)

/** The sum of two, unrounded. */
export const plus = (one: Nutrition, other: Nutrition): Nutrition => ({
  calories: one.calories + other.calories,
  protein: one.protein + other.protein,
  carbs: one.carbs + other.carbs,
  fat: one.fat + other.fat,
  alcohol: one.alcohol + other.alcohol
})

/** The sum, unrounded. */
export const sumOf = (all: ReadonlyArray<Nutrition>): Nutrition =>
  all.reduce(plus, { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 })

/** Nutrition as shown in answers, to 2 decimals. */
export const rounded = (nutrition: Nutrition): Nutrition => roundedTimes(nutrition, 1)

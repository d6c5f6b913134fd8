import { round } from "../../values/round.ts"

/** Nutrients that many sources do not state, in the order in which they are shown. */
export const DETAILS = ["fiber", "sugars", "saturatedFat", "sodium"] as const
export type Detail = (typeof DETAILS)[number]

/** Energy in kcal, the rest in grams. */
export interface Macros {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

/** Sodium is in milligrams, the other details in grams. A detail that is unknown is absent, because unknown is not 0. */
export type Nutrition = Macros & { readonly [Each in Detail]?: number }

/** Nutrition as it is stored: a detail that is unknown may also be null. */
export type StoredNutrition = Macros & { readonly [Each in Detail]?: number | null }

/** Passes `by` on to `change`: lists have many amounts, and a closure costs more than the arithmetic. */
const map = (nutrition: StoredNutrition, change: (amount: number, by: number) => number, by: number): Nutrition => {
  const changed: { -readonly [Each in keyof Nutrition]: Nutrition[Each] } = {
    calories: change(nutrition.calories, by),
    protein: change(nutrition.protein, by),
    carbs: change(nutrition.carbs, by),
    fat: change(nutrition.fat, by),
    alcohol: change(nutrition.alcohol, by)
  }
  const { fiber, sugars, saturatedFat, sodium } = nutrition
  if (fiber != null) changed.fiber = change(fiber, by)
  if (sugars != null) changed.sugars = change(sugars, by)
  if (saturatedFat != null) changed.saturatedFat = change(saturatedFat, by)
  if (sodium != null) changed.sodium = change(sodium, by)
  return changed
}

const product = (amount: number, factor: number): number => amount * factor
const percentage = (amount: number, percent: number): number => (amount * percent) / 100
const roundedProduct = (amount: number, factor: number): number => round(amount * factor, 2)

/** The nutrition fields of an object, without the details. */
export const macrosOf = ({ calories, protein, carbs, fat, alcohol }: Macros): Macros => ({
  calories,
  protein,
  carbs,
  fat,
  alcohol
})

/** The details of an object that are known. */
export const detailsOf = (
  nutrition: {
    readonly [Each in Detail]?: number | null | undefined
  }
): { readonly [Each in Detail]?: number } => {
  const known: { [Each in Detail]?: number } = {}
  for (const detail of DETAILS) {
    const amount = nutrition[detail]
    if (amount != null) known[detail] = amount
  }
  return known
}

/** The nutrition fields of an object. */
export const nutritionOf = (nutrition: StoredNutrition): Nutrition => ({
  ...macrosOf(nutrition),
  ...detailsOf(nutrition)
})

/** Multiplies by `factor`, unrounded. */
export const times = (nutrition: StoredNutrition, factor: number): Nutrition => map(nutrition, product, factor)

/** Multiplies by `factor`, then rounds to 2 decimals, as shown in answers. */
export const roundedTimes = (nutrition: StoredNutrition, factor: number): Nutrition =>
  map(nutrition, roundedProduct, factor)

/** The nutrition of an amount in g or ml, computed from that of 100 g or ml, unrounded. */
export const ofAmount = (per100g: StoredNutrition, grams: number): Nutrition => map(per100g, percentage, grams)

const plus = (one: Macros, other: Macros): Macros => ({
  calories: one.calories + other.calories,
  protein: one.protein + other.protein,
  carbs: one.carbs + other.carbs,
  fat: one.fat + other.fat,
  alcohol: one.alcohol + other.alcohol
})

const NOTHING: Macros = { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }

/** What is known of a sum of nutrition. */
interface Known {
  /** A detail that no part knows is absent. */
  readonly sum: Nutrition
  /** The details that some part does not know. */
  readonly unknown: ReadonlyArray<Detail>
}

const knownOf = (all: ReadonlyArray<Nutrition>): Known => {
  const details: { [Each in Detail]?: number } = {}
  const unknown: Array<Detail> = []
  for (const detail of DETAILS) {
    const amounts = all.flatMap((each) => each[detail] ?? [])
    if (amounts.length < all.length) unknown.push(detail)
    if (amounts.length > 0) details[detail] = amounts.reduce((sum, amount) => sum + amount, 0)
  }
  return { sum: { ...all.reduce<Macros>(plus, NOTHING), ...details }, unknown }
}

/** The sum of what is known, unrounded. */
export const knownSumOf = (all: ReadonlyArray<Nutrition>): Nutrition => knownOf(all).sum

/** The sum, unrounded. A detail that some part does not know is absent. */
export const sumOf = (all: ReadonlyArray<Nutrition>): Nutrition => {
  const { sum, unknown } = knownOf(all)
  return unknown.length === 0 ? sum : { ...macrosOf(sum), ...detailsOf(without(sum, unknown)) }
}

const without = (nutrition: Nutrition, details: ReadonlyArray<Detail>): { readonly [Each in Detail]?: number } =>
  Object.fromEntries(DETAILS.flatMap((each) => (details.includes(each) ? [] : [[each, nutrition[each]]])))

/** What was eaten: the sum of what is known. */
export interface Eaten extends Nutrition {
  /** The details that some food does not know. Absent if there are none, or if no food knows any. */
  readonly partial?: ReadonlyArray<Detail>
}

/** What was eaten: `sum` is of what is known, and some food does not know the details in `unknown`. */
export const eatenOf = (sum: Nutrition, unknown: ReadonlyArray<Detail>): Eaten =>
  unknown.length === 0 || DETAILS.every((detail) => sum[detail] === undefined) ? sum : { ...sum, partial: unknown }

/** The sum of what is known of foods, to 2 decimals. */
export const eatenIn = (foods: ReadonlyArray<Nutrition>): Eaten => {
  const { sum, unknown } = knownOf(foods)
  return eatenOf(rounded(sum), unknown)
}

/** The mean of days on which something was eaten, to 2 decimals. A day that knows nothing of a detail makes it partial. */
export const meanOf = (days: ReadonlyArray<Eaten>): Eaten => {
  const { sum, unknown } = knownOf(days)
  const partial = DETAILS.filter((each) => unknown.includes(each) || days.some((day) => day.partial?.includes(each)))
  return eatenOf(roundedTimes(sum, 1 / days.length), partial)
}

/** Whether some food that was eaten does not know a detail. */
export const isPartialIn = (eaten: Eaten, detail: Detail): boolean =>
  eaten[detail] === undefined || eaten.partial?.includes(detail) === true

/** Nutrition as shown in answers, to 2 decimals. */
export const rounded = (nutrition: StoredNutrition): Nutrition => roundedTimes(nutrition, 1)

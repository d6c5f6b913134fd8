import { round } from "../../values/round.ts"

/** Nutrients that many sources do not state, in the order in which they are shown. */
export const DETAILS = ["fiber", "sugars", "saturatedFat", "sodium"] as const
export type Detail = (typeof DETAILS)[number]

/** The macronutrients that somebody who logs calories alone does not state, in the order in which they are shown. */
export const MACRONUTRIENTS = ["protein", "carbs", "fat"] as const
export type Macronutrient = (typeof MACRONUTRIENTS)[number]

/** Energy in kcal, the rest in grams. */
export interface Macros {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

/** Sodium is in milligrams, the other details in grams. A detail that is unknown is absent, because unknown is not 0. */
export type Nutrition = Macros & { readonly [Each in Detail]?: number } & {
  /** The macronutrients that are unknown: each is a number all the same, 0. Absent if there are none. */
  readonly unknown?: ReadonlyArray<Macronutrient>
}

/** Nutrition as it is stored: a detail that is unknown may also be null. */
export type StoredNutrition = Macros & { readonly [Each in Detail]?: number | null }

/** Nutrition of a diary entry as it is stored: null for what is unknown. */
export type StoredEaten = Omit<StoredNutrition, Macronutrient> & { readonly [Each in Macronutrient]: number | null }

/** Nutrition that is being filled in, field by field: lists have many, and copies are slow. */
type Changing = { -readonly [Each in keyof Nutrition]: Nutrition[Each] }

/** Passes `by` on to `change`: lists have many amounts, and a closure costs more than the arithmetic. */
const map = (
  nutrition: StoredEaten & Pick<Nutrition, "unknown">,
  change: (amount: number, by: number) => number,
  by: number
): Nutrition => {
  const changed: Changing = {
    calories: change(nutrition.calories, by),
    protein: change(nutrition.protein ?? 0, by),
    carbs: change(nutrition.carbs ?? 0, by),
    fat: change(nutrition.fat ?? 0, by),
    alcohol: change(nutrition.alcohol, by)
  }
  const { fiber, sugars, saturatedFat, sodium } = nutrition
  if (fiber != null) changed.fiber = change(fiber, by)
  if (sugars != null) changed.sugars = change(sugars, by)
  if (saturatedFat != null) changed.saturatedFat = change(saturatedFat, by)
  if (sodium != null) changed.sodium = change(sodium, by)
  if (nutrition.unknown !== undefined) changed.unknown = nutrition.unknown
  return changed
}

const same = (amount: number): number => amount
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

const knownIn = <Name extends string>(
  names: ReadonlyArray<Name>,
  amounts: { readonly [Each in Name]?: number | null | undefined }
): { readonly [Each in Name]?: number } => {
  const known: { [Each in Name]?: number } = {}
  for (const name of names) {
    const amount = amounts[name]
    if (amount != null) known[name] = amount
  }
  return known
}

/** The details of an object that are known. */
export const detailsOf = (nutrition: { readonly [Each in Detail]?: number | null | undefined }) =>
  knownIn(DETAILS, nutrition)

const BESIDE_CALORIES = [...MACRONUTRIENTS, "alcohol", ...DETAILS] as const

/** All that is known of an object but its calories. */
export const besideCaloriesOf = (
  nutrition: {
    readonly [Each in (typeof BESIDE_CALORIES)[number]]?: number | null | undefined
  }
) => knownIn(BESIDE_CALORIES, nutrition)

/** `unknown`, if any are. */
export const unknownOf = (unknown: ReadonlyArray<Macronutrient>): Pick<Nutrition, "unknown"> =>
  unknown.length === 0 ? {} : { unknown }

/** The nutrition fields of an object. */
export const nutritionOf = (nutrition: StoredEaten): Nutrition => {
  const known = map(nutrition, same, 1)
  const { protein, carbs, fat } = nutrition
  return protein === null || carbs === null || fat === null
    ? { ...known, unknown: MACRONUTRIENTS.filter((each) => nutrition[each] === null) }
    : known
}

/** Nutrition with null for each amount that is unknown. */
export const storedOf = (nutrition: Nutrition): Required<StoredEaten> => {
  const { calories, protein, carbs, fat, alcohol, unknown = [] } = nutrition
  return {
    calories,
    protein: unknown.includes("protein") ? null : protein,
    carbs: unknown.includes("carbs") ? null : carbs,
    fat: unknown.includes("fat") ? null : fat,
    alcohol,
    fiber: nutrition.fiber ?? null,
    sugars: nutrition.sugars ?? null,
    saturatedFat: nutrition.saturatedFat ?? null,
    sodium: nutrition.sodium ?? null
  }
}

/** Multiplies by `factor`, unrounded. */
export const times = (nutrition: Nutrition, factor: number): Nutrition => map(nutrition, product, factor)

/** Multiplies by `factor`, then rounds to 2 decimals, as shown in answers. */
export const roundedTimes = (nutrition: StoredEaten & Pick<Nutrition, "unknown">, factor: number): Nutrition =>
  map(nutrition, roundedProduct, factor)

/** The nutrition of an amount in g or ml, computed from that of 100 g or ml, unrounded. */
export const ofAmount = (per100g: StoredNutrition, grams: number): Nutrition => map(per100g, percentage, grams)

/** What is known of a sum of nutrition. */
interface Known {
  /** A detail that no part knows is absent. */
  readonly sum: Nutrition
  /** The details that some part does not know. */
  readonly details: ReadonlyArray<Detail>
  /** The macronutrients that some part does not know. */
  readonly macronutrients: ReadonlyArray<Macronutrient>
}

const NONE: ReadonlyArray<Macronutrient> = []

const knownOf = (all: ReadonlyArray<Nutrition>): Known => {
  const sum: Changing = { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
  const unknown = new Set<Summed>()
  for (const part of all) {
    sum.calories += part.calories
    sum.protein += part.protein
    sum.carbs += part.carbs
    sum.fat += part.fat
    sum.alcohol += part.alcohol
    for (const detail of DETAILS) {
      const amount = part[detail]
      if (amount === undefined) unknown.add(detail)
      else sum[detail] = (sum[detail] ?? 0) + amount
    }
    for (const each of part.unknown ?? NONE) unknown.add(each)
  }
  return {
    sum,
    details: DETAILS.filter((each) => unknown.has(each)),
    macronutrients: MACRONUTRIENTS.filter((each) => unknown.has(each))
  }
}

/** The sum of what is known, unrounded. */
export const knownSumOf = (all: ReadonlyArray<Nutrition>): Nutrition => knownOf(all).sum

/** The sum, unrounded. A detail that some part does not know is absent. */
export const sumOf = (all: ReadonlyArray<Nutrition>): Nutrition => {
  const { sum, details, macronutrients } = knownOf(all)
  if (details.length === 0 && macronutrients.length === 0) return sum
  return { ...macrosOf(sum), ...detailsOf(without(sum, details)), ...unknownOf(macronutrients) }
}

const without = (nutrition: Nutrition, details: ReadonlyArray<Detail>): { readonly [Each in Detail]?: number } =>
  Object.fromEntries(DETAILS.flatMap((each) => (details.includes(each) ? [] : [[each, nutrition[each]]])))

/** A nutrient whose sum may be partial. */
export type Summed = Macronutrient | Detail
export const SUMMED = [...MACRONUTRIENTS, ...DETAILS] as const

/** What was eaten: the sum of what is known. */
export interface Eaten extends Omit<Nutrition, "unknown"> {
  /** What some food does not know. Details are left out if no food knows any. Absent if there are none. */
  readonly partial?: ReadonlyArray<Summed>
}

/** What was eaten: `sum` is of what is known, and some food does not know what is in `unknown`. */
export const eatenOf = (sum: Omit<Nutrition, "unknown">, unknown: ReadonlyArray<Summed>): Eaten => {
  if (unknown.length === 0) return sum
  const hasDetails = DETAILS.some((detail) => sum[detail] !== undefined)
  const partial = SUMMED.filter((each) => unknown.includes(each) && (hasDetails || isMacronutrient(each)))
  return partial.length === 0 ? sum : { ...sum, partial }
}

const isMacronutrient = (each: Summed): boolean => MACRONUTRIENTS.some((macronutrient) => macronutrient === each)

/** The sum of what is known of foods, to 2 decimals. */
export const eatenIn = (foods: ReadonlyArray<Nutrition>): Eaten => {
  const { sum, details, macronutrients } = knownOf(foods)
  return eatenOf(rounded(sum), [...macronutrients, ...details])
}

/** The mean of days on which something was eaten, to 2 decimals. A day that knows nothing of a detail makes it partial. */
export const meanOf = (days: ReadonlyArray<Eaten>): Eaten => {
  const { sum, details } = knownOf(days)
  const partial = [...details, ...days.flatMap((day) => day.partial ?? [])]
  return eatenOf(roundedTimes(sum, 1 / days.length), partial)
}

/** Whether some food that was eaten does not know a nutrient. */
export const isPartialIn = (eaten: Eaten, nutrient: Summed): boolean =>
  eaten[nutrient] === undefined || eaten.partial?.includes(nutrient) === true

/** Nutrition as shown in answers, to 2 decimals. */
export const rounded = (nutrition: StoredNutrition): Nutrition => roundedTimes(nutrition, 1)

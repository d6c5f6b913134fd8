import { type DateTime, Schema } from "effect"
import type { Fault } from "../../contract/broken-rule.ts"
import { present } from "../../contract/fields.ts"
import { type Barcode, barcodeOf, printedBarcode } from "../../values/barcode.ts"
import { itemIds } from "../../values/item-id.ts"
import { positiveUpTo } from "../../values/positive.ts"
import { round } from "../../values/round.ts"
import { Text, trimmed } from "../../values/text.ts"
import {
  isWeighed,
  type MeasuredFood,
  ShownItem,
  showItems,
  shownDetails,
  shownMakes,
  shownNutrition
} from "../foods/model.ts"
import { DETAILS, type Detail, detailsOf, type Macros as Energy, ofAmount, rounded } from "../foods/nutrition.ts"
import { makesOf, type Recipe } from "../foods/recipe.ts"

export const customFoodIds = itemIds("cfood")

export const FoodName = trimmed({ min: 1, max: 200 })
export const BrandName = trimmed({ min: 0, max: 100 })
export const ServingText = trimmed({ min: 0, max: 100 })

/** A barcode as printed, or blank for none. */
export const PrintedBarcode = Text.pipe(
  Schema.filter((text) => text.trim() === "" || barcodeOf(text) !== undefined, {
    message: () => "must be the 8, 12, 13 or 14 digits of a barcode, with a right check digit",
    jsonSchema: {}
  })
)

/** In g or ml. */
export const LARGEST_SERVING = 10_000
export const ServingSize = positiveUpTo(LARGEST_SERVING)

/** A food created by the user. */
export interface CustomFood extends MeasuredFood {
  /** g or ml; foods created in other parts of the product may have other units, such as pieces. */
  readonly servingUnit: string
  readonly servingText: string
  readonly recipe: Recipe | null
  /** By which scans and searches find it. Null or absent if it has none. */
  readonly barcode?: Barcode | null
  readonly createdAt: DateTime.Utc
}

type Macros = Omit<Energy, "calories">

/** Details as given: absent if unknown. */
export type Details = { readonly [Each in Detail]?: number | undefined }

/** kcal from macros in grams, by the general Atwater factors and 7 for alcohol. */
export const caloriesOf = ({ protein, carbs, fat, alcohol }: Macros): number =>
  4 * protein + 4 * carbs + 9 * fat + 7 * alcohol

/** Most grams of macros, each and in total, per 100 g or 100 ml. Liquids may be denser than water. */
export const MOST_GRAMS = { g: 100, ml: 150 } as const

/**
 * Allows for errors of binary fractions, but not for any value that a person writes: 33.3 + 33.3 + 33.4 is slightly
 * over 100.
 */
export const TOLERANCE_GRAMS = 1e-9

const MACROS = ["protein", "carbs", "fat", "alcohol"] as const satisfies ReadonlyArray<keyof Macros>

/** Nutrients per 100 g or ml, calculated from those of one serving of `servingSize` g or ml, unrounded. */
export const perHundred = ({ protein, carbs, fat, alcohol, ...details }: Macros & Details, servingSize: number) => {
  const convert = (amount: number) => (amount * 100) / servingSize
  return {
    protein: convert(protein),
    carbs: convert(carbs),
    fat: convert(fat),
    alcohol: convert(alcohol),
    ...Object.fromEntries(Object.entries(detailsOf(details)).map(([detail, amount]) => [detail, convert(amount)]))
  }
}

/** Most milligrams of sodium per 100 g or ml: table salt has 38,758. */
export const MOST_SODIUM = 40_000

/** The faults of each detail for a unit. Values that are not numbers are reported by their own fields. */
export const boundFaults = (given: Readonly<Record<string, unknown>>): ReadonlyArray<Fault> => {
  const { perServing, servingSize, servingSizeUnit } = given
  const unit = servingSizeUnit === "ml" ? "ml" : "g"
  if (perServing === true && !(typeof servingSize === "number" && servingSize > 0)) return []
  const factor = perServing === true ? 100 / Number(servingSize) : 1
  return DETAILS.flatMap((field) => {
    const amount = given[field]
    const [most, of] = field === "sodium" ? ([MOST_SODIUM, "mg"] as const) : ([MOST_GRAMS[unit], "grams"] as const)
    if (typeof amount !== "number" || amount * factor <= most + TOLERANCE_GRAMS) return []
    return [{ field, rule: { is: "too much", most, of, per: unit, received: `${round(amount * factor, 2)}` } }]
  })
}

/** The faults of macros for a unit. Values that are not numbers are reported by their own fields. */
export const macroFaults = (given: Readonly<Record<string, unknown>>): ReadonlyArray<Fault> => {
  const { perServing, servingSize, servingSizeUnit } = given
  const unit = servingSizeUnit === "g" ? "g" : "ml"
  const most = MOST_GRAMS[unit]
  const isPerServing = perServing === true
  if (isPerServing && !(typeof servingSize === "number" && servingSize > 0)) return []
  const size = isPerServing ? Number(servingSize) : 100
  const perHundred = (amount: number) => (amount * 100) / size
  const isTooMuch = (amount: number) => perHundred(amount) > most + TOLERANCE_GRAMS
  const amounts = MACROS.flatMap((macro) => {
    const amount = given[macro]
    return typeof amount === "number" && amount > 0 ? [[macro, amount] as const] : []
  })
  const received = (amount: number) =>
    isPerServing
      ? `${amount} per serving of ${size} ${unit}, which is ${round(perHundred(amount), 2)}`
      : `${amount}. Pass perServing true where they are of one serving`
  const tooMuch = amounts.filter(([, amount]) => isTooMuch(amount))
  if (tooMuch.length > 0) {
    return tooMuch.map(([field, amount]) => ({
      field,
      rule: { is: "too much", most, of: "grams", per: unit, received: received(amount) }
    }))
  }
  const total = amounts.reduce((sum, [, amount]) => sum + amount, 0)
  if (!isTooMuch(total)) return []
  const all = { most, of: "grams", per: unit, together: MACROS, received: received(round(total, 10)) } as const
  return MACROS.map((field) => ({ field, rule: { is: "too much", ...all } }))
}

const grams = (of: string) => Schema.Number.annotations({ description: `${of}.` })

/** A custom food as shown in answers. */
export const ShownCustomFood = Schema.Struct({
  id: Schema.String.annotations({ description: "customFoodId for log_food_entry." }),
  name: Schema.String.annotations({ description: "Name." }),
  brandName: present(Schema.String.annotations({ description: "Brand, if any." })),
  protein: grams("Grams"),
  carbs: grams("Grams"),
  fat: grams("Grams"),
  alcohol: grams("Grams"),
  calories: grams("kcal"),
  ...shownDetails,
  perServing: present(
    Schema.Struct(shownNutrition).annotations({ description: "The same of one serving, to compare with a label." })
  ),
  servingSize: Schema.Number.annotations({ description: "Size of one serving." }),
  servingSizeUnit: Schema.String.annotations({ description: "g or ml; foods made elsewhere may have others." }),
  servingSizeText: Schema.String.annotations({ description: "Label of one serving." }),
  barcode: present(Schema.String.annotations({ description: "As printed, if any." })),
  items: present(Schema.Array(ShownItem).annotations({ description: "Of a recipe." })),
  ...shownMakes
})
export type ShownCustomFood = typeof ShownCustomFood.Type

export const show = (food: Omit<CustomFood, "createdAt">): ShownCustomFood => ({
  id: food.id,
  name: food.name,
  ...(food.brandName === null ? {} : { brandName: food.brandName }),
  protein: round(food.protein, 2),
  carbs: round(food.carbs, 2),
  fat: round(food.fat, 2),
  alcohol: round(food.alcohol, 2),
  calories: round(food.calories, 2),
  ...detailsOf(rounded(food)),
  ...(isWeighed(food.servingUnit) ? { perServing: rounded(ofAmount(food, food.servingSize)) } : {}),
  servingSize: food.servingSize,
  servingSizeUnit: food.servingUnit,
  servingSizeText: food.servingText,
  ...(food.barcode == null ? {} : { barcode: printedBarcode(food.barcode) }),
  ...(food.recipe === null ? {} : { items: showItems(food.recipe), ...makesOf(food.recipe) })
})

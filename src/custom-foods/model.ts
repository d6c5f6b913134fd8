import { type DateTime, Schema } from "effect"
import type { FieldError } from "../contract/errors.ts"
import { present } from "../contract/operation.ts"
import type { MeasuredFood } from "../foods/model.ts"
import type { Nutrition } from "../foods/nutrition.ts"
import { itemIds } from "../values/item-id.ts"
import { round } from "../values/round.ts"

export const customFoodIds = itemIds("cfood")

/** A food of the user's own. */
export interface CustomFood extends MeasuredFood {
  /** g or ml; foods made elsewhere in the product may be counted in other units, such as pieces. */
  readonly servingUnit: string
  readonly servingText: string
  readonly createdAt: DateTime.Utc
}

type Macros = Omit<Nutrition, "calories">

/** kcal of macros in grams, by the general Atwater factors and 7 for alcohol. */
export const caloriesOf = ({ protein, carbs, fat, alcohol }: Macros): number =>
  4 * protein + 4 * carbs + 9 * fat + 7 * alcohol

/** The most grams of macros, each and together, in 100 g or 100 ml: liquids may be denser than water. */
export const MOST_GRAMS = { g: 100, ml: 150 } as const

const MACROS = ["protein", "carbs", "fat", "alcohol"] as const satisfies ReadonlyArray<keyof Macros>

/** The faults of the macros given for a unit. Macros that are not numbers are reported by their own fields. */
export const macroFaults = (given: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
  const unit = given.servingSizeUnit === "g" ? "g" : "ml"
  const most = MOST_GRAMS[unit]
  const amounts = MACROS.map((macro) => [macro, given[macro] ?? 0] as const)
  const tooMuch = amounts.filter(([, amount]) => typeof amount === "number" && amount > most)
  if (tooMuch.length > 0) {
    return tooMuch.map(([field, amount]) => ({
      field,
      message: `must be at most ${most} grams per 100 ${unit}; received ${amount}: convert from the label's serving`
    }))
  }
  const total = round(
    amounts.reduce((sum, [, amount]) => sum + (typeof amount === "number" && amount > 0 ? amount : 0), 0),
    6
  )
  if (total <= most) return []
  const message = `protein, carbs, fat and alcohol together must be at most ${most} grams per 100 ${unit}; received ${total}`
  return MACROS.map((field) => ({ field, message }))
}

export const isWeighed = (unit: string): unit is "g" | "ml" => unit === "g" || unit === "ml"

const grams = (of: string) => Schema.Number.annotations({ description: `${of}.` })

/** A custom food as an answer shows it. */
export const ShownCustomFood = Schema.Struct({
  id: Schema.String.annotations({ description: "customFoodId for log_food_entry." }),
  name: Schema.String.annotations({ description: "Name." }),
  brandName: present(Schema.String.annotations({ description: "Brand, if any." })),
  protein: grams("Grams"),
  carbs: grams("Grams"),
  fat: grams("Grams"),
  alcohol: grams("Grams"),
  calories: grams("kcal"),
  servingSize: Schema.Number.annotations({ description: "Its size." }),
  servingSizeUnit: Schema.String.annotations({ description: "g or ml; others for foods made elsewhere." }),
  servingSizeText: Schema.String.annotations({ description: "Its label." })
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
  servingSize: food.servingSize,
  servingSizeUnit: food.servingUnit,
  servingSizeText: food.servingText
})

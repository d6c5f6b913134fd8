import { type DateTime, Schema } from "effect"
import { FoodKind, type Nutrition } from "../foods/model.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { round } from "../values/round.ts"

export const MealType = Schema.Literal("breakfast", "lunch", "dinner", "snack")
export type MealType = typeof MealType.Type

/**
 * Something eaten on a day. `food` and `perServing` are the food's as they were when it was logged, so that later edits of
 * the food never rewrite history; nutrition is unrounded.
 */
export interface DiaryEntry {
  readonly id: string
  readonly date: ActivityDay
  readonly mealType: MealType
  readonly servings: number
  readonly food: {
    readonly id: string
    readonly kind: FoodKind
    readonly name: string
    readonly brandName: string | null
  }
  readonly perServing: Nutrition
  readonly createdAt: DateTime.Utc
}

/** Where an entry stands in the order of the diary: by date, then time of creation, then id. */
export type Position = Pick<DiaryEntry, "date" | "createdAt" | "id">

const amount = (description: string) => Schema.Number.annotations({ description })

/** An entry as an answer shows it. */
export const ShownEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "Pass to update_food_entry or delete_food_entry." }),
  date: ActivityDay.annotations({ description: "Activity Day of the entry." }),
  mealType: MealType.annotations({ description: "Meal it belongs to." }),
  servings: amount("How many of the food's servings."),
  food: Schema.Struct({
    id: Schema.String.annotations({ description: "Id of the food." }),
    kind: FoodKind.annotations({ description: "Which kind of id that is." }),
    name: Schema.String.annotations({ description: "Name when it was logged." }),
    brandName: Schema.optionalWith(Schema.String.annotations({ description: "Brand when it was logged." }), {
      exact: true
    })
  }).annotations({ description: "The food, as it was when it was logged." }),
  nutrition: Schema.Struct({
    calories: amount("kcal."),
    protein: amount("Grams."),
    carbs: amount("Grams."),
    fat: amount("Grams."),
    alcohol: amount("Grams.")
  }).annotations({ description: "Totals for these servings, to 2 decimals." })
})
export type ShownEntry = typeof ShownEntry.Type

/** Nutrition of `servings` servings, unrounded. */
export const timesServings = (perServing: Nutrition, servings: number): Nutrition => ({
  calories: perServing.calories * servings,
  protein: perServing.protein * servings,
  carbs: perServing.carbs * servings,
  fat: perServing.fat * servings,
  alcohol: perServing.alcohol * servings
})

/** Nutrition as answers show it, to 2 decimals. */
export const roundNutrition = (nutrition: Nutrition): Nutrition => ({
  calories: round(nutrition.calories, 2),
  protein: round(nutrition.protein, 2),
  carbs: round(nutrition.carbs, 2),
  fat: round(nutrition.fat, 2),
  alcohol: round(nutrition.alcohol, 2)
})

export const show = ({ id, date, mealType, servings, food, perServing }: DiaryEntry): ShownEntry => ({
  id,
  date,
  mealType,
  servings,
  food: {
    id: food.id,
    kind: food.kind,
    name: food.name,
    ...(food.brandName === null ? {} : { brandName: food.brandName })
  },
  nutrition: roundNutrition(timesServings(perServing, servings))
})

import { Schema } from "effect"
import { optional, present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { itemIds } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { Count } from "../../values/number.ts"
import { positiveUpTo } from "../../values/positive.ts"
import { FoodName, MOST_SODIUM } from "../custom-foods/model.ts"
import {
  type Food,
  FoodKind,
  ShownAmount,
  ShownServing,
  shownAmount,
  shownNutrition,
  showServing
} from "../foods/model.ts"
import {
  type Eaten,
  eatenIn,
  MACRONUTRIENTS,
  meanOf,
  type Nutrition,
  roundedTimes,
  SUMMED,
  unknownOf
} from "../foods/nutrition.ts"
import type { Portioned } from "../foods/portions.ts"
import { MOST_SERVINGS } from "../foods/recipe.ts"

export const MealType = Schema.Literal("breakfast", "lunch", "dinner", "snack")
export type MealType = typeof MealType.Type

export const entryIds = itemIds("entry")

/** The number of servings of an entry. */
export const Servings = positiveUpTo(MOST_SERVINGS)

/**
 * Food eaten on a day. `food`, `serving` and `perServing` (unrounded) are copies made when it was logged, so that later
 * changes to the food do not affect it.
 */
export const DiaryEntry = Schema.Struct({
  id: Schema.String,
  date: ActivityDay,
  mealType: MealType,
  servings: Schema.Number,
  /** The amount that these servings were given as. */
  said: present(Schema.Struct({ value: Schema.Number, unit: Schema.String })),
  food: Schema.Struct({
    id: Schema.String,
    kind: FoodKind,
    name: Schema.String,
    brandName: Schema.NullOr(Schema.String)
  }),
  /** Null in entries logged before servings were stored. */
  serving: Schema.NullOr(
    Schema.Struct({ size: Schema.Number, unit: Schema.String, text: Schema.NullOr(Schema.String) })
  ),
  perServing: Schema.Struct({
    calories: Schema.Number,
    protein: Schema.Number,
    carbs: Schema.Number,
    fat: Schema.Number,
    alcohol: Schema.Number,
    fiber: present(Schema.Number),
    sugars: present(Schema.Number),
    saturatedFat: present(Schema.Number),
    sodium: present(Schema.Number),
    unknown: present(Schema.Array(Schema.Literal(...MACRONUTRIENTS)))
  }),
  createdAt: Schema.DateTimeUtcFromNumber
})
export type DiaryEntry = typeof DiaryEntry.Type

/** The part of a food that an entry copies. */
export type EatenFood = Pick<Food, "id" | "name" | "brandName" | "serving" | "measures" | "perServing">

/** The position of an entry in the diary, which is sorted by date, creation time and id. */
export type Position = Pick<DiaryEntry, "date" | "createdAt" | "id">

const amount = (description: string) => Schema.Number.annotations({ description })

/** The nutrition of a day, as shown in answers. */
export const ShownTotals = Schema.Struct({
  date: ActivityDay.annotations({ description: "The Activity Day." }),
  ...shownNutrition,
  partial: present(
    Schema.Array(Schema.Literal(...SUMMED)).annotations({
      description: "Nutrients that some entry of the day does not know: their sums are of the others."
    })
  )
})

const { date: _, ...ofDays } = ShownTotals.fields

/** The mean of the days with entries, as shown in answers. */
export const ShownMean = Schema.Struct({
  days: Count.annotations({ description: "How many days have entries: the mean is of these." }),
  ...ofDays
})

/** The mean of a range of more than one day; absent without entries. */
export const showMean = (from: ActivityDay, to: ActivityDay, totals: ReadonlyArray<Eaten>) =>
  from === to || totals.length === 0 ? {} : { mean: { days: totals.length, ...meanOf(totals) } }

/** An entry as shown in answers. */
export const ShownEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "Its id." }),
  date: ActivityDay.annotations({ description: "Its Activity Day." }),
  mealType: MealType.annotations({ description: "Its meal." }),
  servings: amount("How many."),
  amount: present(ShownAmount.annotations({ description: "What they weigh or hold, if known: check it for slips." })),
  said: present(
    Schema.Struct({
      value: amount("How many."),
      unit: Schema.String.annotations({ description: "Of what." })
    }).annotations({
      description: "The amount as it was given, if not as servings."
    })
  ),
  food: Schema.Struct({
    id: Schema.String.annotations({ description: "Its id." }),
    kind: FoodKind.annotations({ description: "Its kind." }),
    name: Schema.String.annotations({ description: "Its name." }),
    brandName: present(Schema.String.annotations({ description: "Its brand, if any." }))
  }).annotations({ description: "As it was when logged." }),
  serving: present(ShownServing.annotations({ description: "One serving, if known." })),
  nutrition: Schema.Struct(shownNutrition).annotations({ description: "Totals for these servings, to 2 decimals." }),
  unknown: present(
    Schema.Array(Schema.Literal(...MACRONUTRIENTS)).annotations({ description: "Macros not known, 0 in nutrition." })
  )
})
export type ShownEntry = typeof ShownEntry.Type

/** What is known of the nutrition of entries, each rounded as in answers. */
export const eaten = (entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>): Eaten =>
  eatenIn(entries.map(({ perServing, servings }) => roundedTimes(perServing, servings)))

/**
 * What is known of the portions of an entry's food: its serving as it was logged, and the measures of `food`, the food as it
 * is now. Undefined if the entry counts servings only.
 */
export const portionsOf = ({ food: { kind }, serving }: DiaryEntry, food: Food | undefined): Portioned | undefined => {
  if (serving === null || kind === "saved_meal" || serving.unit === "serving") return undefined
  const isAlike = kind === "food" && food?.serving.unit === serving.unit
  if (!isAlike) return { serving, measures: [] }
  const { size, text } = food.serving
  return { serving, measures: [...(text === null ? [] : [{ text, size }]), ...food.measures] }
}

export const show = ({ id, date, mealType, servings, said, food, serving, perServing }: DiaryEntry): ShownEntry => ({
  id,
  date,
  mealType,
  servings,
  ...shownAmount(servings, serving),
  ...(said === undefined ? {} : { said }),
  food: {
    id: food.id,
    kind: food.kind,
    name: food.name,
    ...(food.brandName === null ? {} : { brandName: food.brandName })
  },
  ...(serving === null ? {} : { serving: showServing(serving) }),
  ...shownEaten(roundedTimes(perServing, servings))
})

/** Most entries know their macronutrients, and are not copied for those that do not. */
const shownEaten = (eaten: Nutrition): Pick<ShownEntry, "nutrition" | "unknown"> => {
  if (eaten.unknown === undefined) return { nutrition: eaten }
  const { unknown, ...nutrition } = eaten
  return { nutrition, unknown }
}

/** The nutrition of each day in some entries, which are in order. */
export const totalsByDay = (entries: ReadonlyArray<ShownEntry>): ReadonlyArray<typeof ShownTotals.Type> => {
  const days = new Map<ActivityDay, Array<Nutrition>>()
  for (const { date, nutrition, unknown } of entries) {
    const eaten = unknown === undefined ? nutrition : { ...nutrition, unknown }
    const day = days.get(date)
    if (day === undefined) days.set(date, [eaten])
    else day.push(eaten)
  }
  return Array.from(days, ([date, foods]) => ({ date, ...eatenIn(foods) }))
}

/** The field for a food's id, for each kind of food. */
export const FOOD_ID_FIELDS = ["foodId", "customFoodId", "savedMealId"] as const
export const KIND_OF_FIELD = {
  foodId: "food",
  customFoodId: "custom_food",
  savedMealId: "saved_meal"
} as const satisfies Record<(typeof FOOD_ID_FIELDS)[number], FoodKind>

/** The fields that identify what was eaten. A call sets exactly one. */
export const FOOD_FIELDS = [...FOOD_ID_FIELDS, "quickAdd", "sameAs"] as const

/** A meal of a day. */
export const SameAs = Schema.Struct({
  date: ActivityDay.annotations({ description: "Its day." }),
  mealType: MealType.annotations({ description: "Its meal." })
})

/** Most kcal or grams in one serving of a quick add. */
const MOST_QUICK = 100_000

const QuickAmount = Schema.Number.pipe(
  Schema.filter((value) => value >= 0 && value <= MOST_QUICK, {
    ...must({ be: "number", min: 0, max: MOST_QUICK }),
    jsonSchema: { minimum: 0, maximum: MOST_QUICK }
  })
)

const QuickSodium = Schema.Number.pipe(
  Schema.filter((value) => value >= 0 && value <= MOST_SODIUM, {
    ...must({ be: "number", min: 0, max: MOST_SODIUM }),
    jsonSchema: { minimum: 0, maximum: MOST_SODIUM }
  })
)

const QuickGrams = optional(QuickAmount.annotations({ description: "Grams." }))

/**
 * A food given only by its values, and stored only in its entry. Calories are in kcal and taken as given, sodium is in
 * milligrams, and the rest in grams. Whatever is left out is unknown, but alcohol, which is then 0.
 */
export const QuickAdd = Schema.Struct({
  name: FoodName.annotations({ description: "Its name." }),
  calories: QuickAmount.annotations({ description: "kcal." }),
  protein: QuickGrams,
  carbs: QuickGrams,
  fat: QuickGrams,
  alcohol: QuickGrams,
  fiber: QuickGrams,
  sugars: QuickGrams,
  saturatedFat: QuickGrams,
  sodium: optional(QuickSodium.annotations({ description: "Milligrams." }))
})

/** The ids of foods that exist only in entries. */
export const quickFoodIds = itemIds("qfood")
export const isQuickFood = (id: string): boolean => id.startsWith("qfood_")

export const isImportedFood = (id: string): boolean => id.startsWith("ifood_")

/** Whether a food exists only in entries: a quick add, or an imported food. */
export const isOnlyInEntries = (id: string): boolean => isQuickFood(id) || isImportedFood(id)

/** A quick add as the food of an entry. Its id cannot be used to find it. Imported entries have the same serving. */
export const quickFood = (id: string, { name, calories, ...given }: typeof QuickAdd.Type): EatenFood => ({
  id,
  name,
  brandName: null,
  serving: { size: 1, unit: "serving", text: null },
  measures: [],
  perServing: {
    ...{ calories, protein: 0, carbs: 0, fat: 0, alcohol: 0, ...given },
    // Without energy there is nothing that could be unknown.
    ...unknownOf(calories === 0 ? [] : MACRONUTRIENTS.filter((each) => given[each] === undefined))
  }
})

/** The entry used in examples of operations. */
export const shownExample = {
  id: "entry_7h2m9x4c1k8t5w3a",
  date: "2026-03-14",
  mealType: "breakfast",
  servings: 2,
  amount: { value: 100, unit: "g" },
  food: { id: "food_sr28_01123", kind: "food", name: "Egg, whole, raw, fresh" },
  serving: { size: 50, unit: "g", text: "1 large" },
  nutrition: {
    calories: 143,
    protein: 12.56,
    carbs: 0.72,
    fat: 9.51,
    alcohol: 0,
    fiber: 0,
    sugars: 0.37,
    saturatedFat: 3.13,
    sodium: 142
  }
} as const satisfies typeof ShownEntry.Encoded

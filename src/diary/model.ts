import { type DateTime, Schema } from "effect"
import { present } from "../contract/operation.ts"
import { FoodKind, type Serving, ShownServing, showServing } from "../foods/model.ts"
import { type Nutrition, rounded, sumOf, times } from "../foods/nutrition.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { itemIds } from "../values/item-id.ts"
import { positiveUpTo } from "../values/positive.ts"

export const MealType = Schema.Literal("breakfast", "lunch", "dinner", "snack")
export type MealType = typeof MealType.Type

export const entryIds = itemIds("entry")

/** How many servings an entry has. */
export const Servings = positiveUpTo(10_000)

/**
 * Something eaten on a day. `food`, `serving` and `perServing` (unrounded) are copies made when it was logged, so that
 * later changes of the food leave it as it is.
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
  /** Null in entries logged before servings were stored. */
  readonly serving: Serving | null
  readonly perServing: Nutrition
  readonly createdAt: DateTime.Utc
}

/** The position of an entry in the diary, which is ordered by date, creation time and id. */
export type Position = Pick<DiaryEntry, "date" | "createdAt" | "id">

const amount = (description: string) => Schema.Number.annotations({ description })

const nutrients = {
  calories: amount("kcal."),
  protein: amount("Grams."),
  carbs: amount("Grams."),
  fat: amount("Grams."),
  alcohol: amount("Grams.")
}

/** The nutrition of a day, as shown in answers. */
export const ShownTotals = Schema.Struct({
  date: ActivityDay.annotations({ description: "The Activity Day." }),
  ...nutrients
})

/** An entry as shown in answers. */
export const ShownEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "Its id." }),
  date: ActivityDay.annotations({ description: "Its Activity Day." }),
  mealType: MealType.annotations({ description: "Its meal." }),
  servings: amount("How many."),
  food: Schema.Struct({
    id: Schema.String.annotations({ description: "Its id." }),
    kind: FoodKind.annotations({ description: "Its kind." }),
    name: Schema.String.annotations({ description: "Its name." }),
    brandName: present(Schema.String.annotations({ description: "Its brand, if any." }))
  }).annotations({ description: "As it was when logged." }),
  serving: present(ShownServing.annotations({ description: "One serving, if known." })),
  nutrition: Schema.Struct(nutrients).annotations({ description: "Totals for these servings, to 2 decimals." })
})
export type ShownEntry = typeof ShownEntry.Type

/** The nutrition of entries together, each rounded as in answers. */
export const eaten = (entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>): Nutrition =>
  rounded(sumOf(entries.map(({ perServing, servings }) => rounded(times(perServing, servings)))))

export const show = ({ id, date, mealType, servings, food, serving, perServing }: DiaryEntry): ShownEntry => ({
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
  ...(serving === null ? {} : { serving: showServing(serving) }),
  nutrition: rounded(times(perServing, servings))
})

/** The nutrition of each day of some entries, which are in order. */
export const totalsByDay = (entries: ReadonlyArray<ShownEntry>): ReadonlyArray<typeof ShownTotals.Type> =>
  Array.from(
    Map.groupBy(entries, ({ date }) => date),
    ([date, ofDay]) => ({ date, ...rounded(sumOf(ofDay.map(({ nutrition }) => nutrition))) })
  )

/** The fields for a food's id, one for each kind of food. A call sets exactly one. */
export const FOOD_ID_FIELDS = ["foodId", "customFoodId", "savedMealId"] as const
export const KIND_OF_FIELD = {
  foodId: "food",
  customFoodId: "custom_food",
  savedMealId: "saved_meal"
} as const satisfies Record<(typeof FOOD_ID_FIELDS)[number], FoodKind>

/** The entry in the examples of operations. */
export const shownExample = {
  id: "entry_7h2m9x4c1k8t5w3a",
  date: "2026-03-14",
  mealType: "breakfast",
  servings: 2,
  food: { id: "food_sr28_01123", kind: "food", name: "Egg, whole, raw, fresh" },
  serving: { size: 50, unit: "g", text: "1 large" },
  nutrition: { calories: 143, protein: 12.56, carbs: 0.72, fat: 9.51, alcohol: 0 }
} as const satisfies typeof ShownEntry.Encoded

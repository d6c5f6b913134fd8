import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { round } from "../../values/round.ts"
import { type Measure, readMeasures } from "./measures.ts"
import { macrosOf, type Nutrition, nutritionOf, ofAmount, rounded, type StoredNutrition } from "./nutrition.ts"
import { type Makes, makesOf, type Recipe } from "./recipe.ts"
import { attributionOf } from "./sources.ts"

export const FoodKind = Schema.Literal("food", "custom_food", "saved_meal")
export type FoodKind = typeof FoodKind.Type

/** A food measured in g or ml. Nutrition is per 100 g, or per 100 ml if the serving's unit is ml, unrounded. */
export interface MeasuredFood extends StoredNutrition, Known {
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** Size of one serving, in `servingUnit`. */
  readonly servingSize: number
  readonly servingUnit: string
  /** Household measure of one serving, such as `1 large`. */
  readonly servingText: string | null
  /** Its other household measures, in `servingUnit`, as a list or as stored text. Absent if it has none. */
  readonly measures?: ReadonlyArray<Measure> | string
  /** A recipe's items; null or absent if the food is not a recipe. */
  readonly recipe?: Recipe | null
}

/** What searches know of a catalogue food besides its name. Null or absent where there is nothing to know. */
export interface Known {
  /** How its source describes it, if that is not its name. */
  readonly description?: string | null
  /** Other names by which people know it, separated by `|`. */
  readonly also?: string | null
  /** The id of the food that searches show in its place, because both are the same as eaten. */
  readonly sameAs?: string | null
}

/**
 * Whether a serving's unit is a weight or a volume. Meals, and foods created in other parts of the product, have other
 * units.
 */
export const isWeighed = (unit: string): unit is "g" | "ml" => unit === "g" || unit === "ml"

/** One serving of a food: its size in a unit, and its household measure, if any. */
export interface Serving {
  readonly size: number
  readonly unit: string
  readonly text: string | null
}

/** A food in a saved meal or recipe. Items of a recipe include the ids with which it can be saved again. */
export const ShownItem = Schema.Struct({
  foodId: present(Schema.String.annotations({ description: "Its id, of a recipe's catalogue food." })),
  customFoodId: present(Schema.String.annotations({ description: "Its id, of a recipe's custom food." })),
  name: Schema.String.annotations({ description: "Name of the food." }),
  servings: Schema.Number.annotations({ description: "How many of its servings." })
})
export type ShownItem = typeof ShownItem.Type

/** How much a recipe makes, as shown in answers. */
export const shownMakes = {
  makesServings: present(Schema.Number.annotations({ description: "Servings that a recipe makes." })),
  makesGrams: present(Schema.Number.annotations({ description: "What it weighs when done, if that was given." })),
  makesMl: present(Schema.Number.annotations({ description: "What it holds when done, if that was given." }))
}

/** The items of a recipe as shown in answers. */
export const showItems = ({ items }: Recipe): ReadonlyArray<ShownItem> =>
  items.map(({ foodKind, foodId, name, servings }) => ({
    ...(foodKind === "food" ? { foodId } : { customFoodId: foodId }),
    name,
    servings
  }))

/**
 * A food of any kind, as searches return it and diary entries copy it. Nutrition is unrounded; answers round it to 2
 * decimals.
 */
export interface Food extends Known {
  readonly id: string
  readonly kind: FoodKind
  readonly name: string
  readonly brandName: string | null
  readonly serving: Serving
  /** Other household measures, in the unit of the serving. */
  readonly measures: ReadonlyArray<Measure>
  /** The items of a saved meal or recipe: foods by name, with the number of servings. */
  readonly items?: ReadonlyArray<ShownItem>
  /** How much a recipe makes. */
  readonly makes?: Makes
  readonly perServing: Nutrition
  readonly per100g: Nutrition
}

const knownOf = ({ description, also, sameAs }: Known): Known => ({
  ...(description == null ? {} : { description }),
  ...(also == null ? {} : { also }),
  ...(sameAs == null ? {} : { sameAs })
})

/** A catalogue food or custom food, with the nutrition of one serving computed. */
export const asFood = (kind: "food" | "custom_food", food: MeasuredFood): Food => ({
  id: food.id,
  kind,
  name: food.name,
  brandName: food.brandName,
  serving: { size: food.servingSize, unit: food.servingUnit, text: food.servingText },
  measures: typeof food.measures === "string" ? readMeasures(food.measures) : (food.measures ?? []),
  ...(food.recipe == null ? {} : { items: showItems(food.recipe), makes: makesOf(food.recipe) }),
  perServing: ofAmount(food, food.servingSize),
  per100g: nutritionOf(food),
  ...(kind === "food" ? knownOf(food) : {})
})

const grams = Schema.Number.annotations({ description: "Grams." })

/** Macros as shown in answers. */
export const shownMacros = {
  calories: Schema.Number.annotations({ description: "kcal." }),
  protein: grams,
  carbs: grams,
  fat: grams,
  alcohol: grams
}

const ifKnown = present(Schema.Number.annotations({ description: "Grams; absent if unknown." }))

/** Details as shown in answers. */
export const shownDetails = {
  fiber: ifKnown,
  sugars: ifKnown,
  saturatedFat: ifKnown,
  sodium: present(Schema.Number.annotations({ description: "Milligrams; absent if unknown." }))
}

/** Nutrition as shown in answers. */
export const shownNutrition = { ...shownMacros, ...shownDetails }

/** A serving as shown in answers. */
export const ShownServing = Schema.Struct({
  size: Schema.Number.annotations({ description: "Size of one serving." }),
  unit: Schema.String.annotations({ description: "g or ml; meal for a saved meal." }),
  text: present(Schema.String.annotations({ description: "Household measure, such as 1 large." }))
})

export const showServing = ({ size, unit, text }: Serving): typeof ShownServing.Type => ({
  size,
  unit,
  ...(text === null ? {} : { text })
})

const ShownPortion = Schema.Struct({
  text: Schema.String.annotations({ description: "Household measure." }),
  size: Schema.Number.annotations({ description: "Its size." }),
  unit: Schema.String.annotations({ description: "g or ml." }),
  servings: Schema.Number.annotations({ description: "The servings to log it as." })
})

/** Most portions of a food in an answer. */
const MOST_PORTIONS = 6

/**
 * Rounds servings to 4 decimals, or to 4 significant digits if that is finer: a slice of radish is 0.008621 of a cup.
 */
const shownServings = (servings: number) => round(servings, Math.max(4, 3 - Math.floor(Math.log10(servings))))

/** The household measures of a food, its serving first, each with the number of servings to log it as. */
const portionsOf = ({ serving: { size, unit, text }, measures }: Food): ReadonlyArray<typeof ShownPortion.Type> =>
  [...(text === null ? [] : [{ text, size }]), ...measures]
    .slice(0, MOST_PORTIONS)
    .map((measure) => ({ ...measure, unit, servings: shownServings(measure.size / size) }))

/** What servings weigh or hold, as shown in answers. */
export const ShownAmount = Schema.Struct({
  value: Schema.Number.annotations({ description: "How much." }),
  unit: Schema.Literal("g", "ml").annotations({ description: "g or ml." })
})

/** What servings weigh or hold, to 2 decimals. Meals, and foods counted by the piece, have no amount. */
export const shownAmount = (
  servings: number,
  serving: Serving | null
): { readonly amount?: typeof ShownAmount.Type } => {
  if (serving === null) return {}
  const { size, unit } = serving
  return isWeighed(unit) ? { amount: { value: round(size * servings, 2), unit } } : {}
}

/** What the amount in a query is of a food. */
export const ShownAsked = Schema.Struct({
  amount: present(ShownAmount.annotations({ description: "What it weighs or holds, if known." })),
  servings: Schema.Number.annotations({ description: "The servings to log it as." }),
  nutrition: Schema.Struct(shownNutrition).annotations({ description: "Its nutrition." })
})

/** A food as shown in answers. */
export const ShownFood = Schema.Struct({
  id: Schema.String.annotations({
    description: "For log_food_entry: foodId of a food, customFoodId of a custom_food, savedMealId of a saved_meal."
  }),
  kind: FoodKind.annotations({ description: "Catalogue food, the user's custom food, or meal the user saved." }),
  name: Schema.String.annotations({ description: "Name." }),
  brandName: present(Schema.String.annotations({ description: "Brand, if any." })),
  description: present(Schema.String.annotations({ description: "The USDA's own name, if it differs." })),
  source: present(Schema.String.annotations({ description: "Whom to credit, with the licence." })),
  serving: ShownServing.annotations({ description: "What servings: 1 means in log_food_entry." }),
  portions: present(
    Schema.Array(ShownPortion).annotations({ description: "Household measures of a catalogue food, at most 6." })
  ),
  items: present(Schema.Array(ShownItem).annotations({ description: "Foods of a saved meal or recipe, in order." })),
  ...shownMakes,
  asked: present(ShownAsked.annotations({ description: "What the query's amount of the first food is." })),
  perServing: Schema.Struct(shownNutrition).annotations({ description: "Nutrition of one serving." }),
  per100g: Schema.Struct(shownMacros).annotations({
    description: "Nutrition of 100 g; of 100 ml where serving.unit is ml."
  })
})
export type ShownFood = typeof ShownFood.Type

/** Converts a food to its form in answers, with nutrition to 2 decimals. */
export const showFood = (food: Food): ShownFood => {
  const portions = food.kind === "food" ? portionsOf(food) : []
  const source = food.kind === "food" ? attributionOf(food.id) : undefined
  return {
    id: food.id,
    kind: food.kind,
    name: food.name,
    ...(food.brandName === null ? {} : { brandName: food.brandName }),
    ...(food.description == null ? {} : { description: food.description }),
    ...(source === undefined ? {} : { source }),
    serving: showServing(food.serving),
    ...(portions.length === 0 ? {} : { portions }),
    ...(food.items === undefined ? {} : { items: food.items }),
    ...food.makes,
    perServing: rounded(food.perServing),
    per100g: macrosOf(rounded(food.per100g))
  }
}

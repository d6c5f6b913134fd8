import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ItemId } from "../../values/item-id.ts"
import { positiveUpTo } from "../../values/positive.ts"
import { Text } from "../../values/text.ts"

/** Most servings of a food in an entry or a recipe. */
export const MOST_SERVINGS = 10_000

/** The number of a food's servings in a recipe. */
export const ItemServings = positiveUpTo(MOST_SERVINGS)

/** The number of servings that a recipe makes. */
export const MakesServings = positiveUpTo(10_000)

/** What a finished dish weighs or holds, in g or ml. */
export const MakesAmount = positiveUpTo(1_000_000)

export const MOST_ITEMS = 100

/** A food in a recipe: how many of its servings, the amount as it was given, and its name when the recipe was saved. */
export const RecipeItem = Schema.Struct({
  foodKind: Schema.Literal("food", "custom_food"),
  foodId: ItemId,
  name: Text,
  servings: ItemServings,
  said: present(Schema.Struct({ value: positiveUpTo(1_000_000), unit: Text }))
})
export type RecipeItem = typeof RecipeItem.Type

/**
 * The items of a recipe. Together they make `makesServings` servings, and weigh or hold `makesGrams` or `makesMl` when done;
 * without either, as much as they weigh together.
 */
export const Recipe = Schema.Struct({
  makesServings: MakesServings,
  makesGrams: present(MakesAmount),
  makesMl: present(MakesAmount),
  items: Schema.Array(RecipeItem).pipe(Schema.minItems(1), Schema.maxItems(MOST_ITEMS))
})
export type Recipe = typeof Recipe.Type

/** How much a recipe makes. */
export type Makes = Omit<Recipe, "items">

/** How much a recipe makes, as shown in answers. */
export const makesOf = ({ makesServings, makesGrams, makesMl }: Makes): Makes => ({
  makesServings,
  ...(makesGrams === undefined ? {} : { makesGrams }),
  ...(makesMl === undefined ? {} : { makesMl })
})

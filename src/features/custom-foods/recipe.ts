import { Effect, Either, Option } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { ValidationFailed } from "../../contract/errors.ts"
import type { UserId } from "../../values/ids.ts"
import { round } from "../../values/round.ts"
import { countedIn, faultIn, type Named } from "../foods/amounts.ts"
import { asFood, type Food, isWeighed } from "../foods/model.ts"
import { type Nutrition, nutritionOf, sumOf, times } from "../foods/nutrition.ts"
import { type Makes, makesOf, type Recipe } from "../foods/recipe.ts"
import { FoodCatalogue } from "../foods/store.ts"
import { LARGEST_SERVING, MOST_GRAMS, TOLERANCE_GRAMS } from "./model.ts"
import { CustomFoodStore } from "./store.ts"

/** An item of a recipe in an input: exactly one of the ids. */
export interface GivenItem extends Named {
  readonly foodId?: string
  readonly customFoodId?: string
}

interface Portion {
  readonly food: Food
  readonly servings: number
  readonly said: Named["amount"]
}

/**
 * The current foods of the items. Fails with a fault for each item that the user does not have, or whose weight is
 * unknown.
 */
const portionsOf = (userId: UserId, id: string | undefined, items: ReadonlyArray<GivenItem>) =>
  Effect.gen(function* () {
    const catalogue = yield* FoodCatalogue
    const customFoods = yield* CustomFoodStore
    const faults: Array<Fault> = []
    const portions: Array<Portion> = []
    const hints: Array<string> = []
    for (const [at, { foodId, customFoodId, ...named }] of items.entries()) {
      const found =
        customFoodId === undefined
          ? yield* catalogue.find(foodId ?? "")
          : Option.map(yield* customFoods.find(userId, customFoodId), (food) => asFood("custom_food", food))
      const field = `items[${at}].${customFoodId === undefined ? "foodId" : "customFoodId"}`
      if (customFoodId !== undefined && customFoodId === id) faults.push(said(field, "is the recipe itself"))
      else if (Option.isNone(found)) {
        const advice = `: ${customFoodId ?? foodId}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId`
        faults.push(said(field, "there is no such food", { advice }))
      } else if (!isWeighed(found.value.serving.unit)) {
        const { name, serving } = found.value
        faults.push(said(field, `${name} is counted by ${serving.unit}, so that its weight is not known`))
      } else {
        const counted = countedIn(found.value, named)
        if (Either.isLeft(counted)) faults.push(faultIn(`items[${at}].amount`, counted.left))
        else {
          const { servings, hint } = counted.right
          portions.push({ food: found.value, servings, said: named.amount })
          if (hint !== undefined) hints.push(`${found.value.name}: ${hint}`)
        }
      }
    }
    if (faults.length > 0) return yield* ValidationFailed.of(...faults)
    return { portions, hints }
  })

/** The fault of a finished dish that is lighter than what is in it: cooking takes water away, and no more. */
const tooLight = (total: Nutrition, weight: number, unit: "g" | "ml"): ReadonlyArray<Fault> => {
  const { protein, carbs, fat, alcohol } = total
  const solid = protein + carbs + fat + alcohol
  if (solid <= (weight * MOST_GRAMS[unit]) / 100 + TOLERANCE_GRAMS) return []
  const field = unit === "g" ? "makesGrams" : "makesMl"
  const text = `must be more: the items hold ${round(solid, 2)} g of protein, carbs, fat and alcohol`
  return [said(field, text, { received: weight })]
}

/**
 * Computes a recipe's values as a food: the nutrition per 100 g of all its items at present, and a serving of its weight
 * divided by `makesServings`, to 4 decimals. Its weight is that of the finished dish if `makes` states it, else that of all
 * items: 1 ml counts as 1 g, and if all items are in ml, so is the recipe. Calories are those of the items. `id` is the
 * recipe's id if it already exists. Fails with a fault for each invalid item, or for a weight that cannot be.
 */
export const composed = Effect.fnUntraced(function* (
  userId: UserId,
  id: string | undefined,
  items: ReadonlyArray<GivenItem>,
  makes: Makes
) {
  const { portions, hints } = yield* portionsOf(userId, id, items)
  const done = makes.makesGrams ?? makes.makesMl
  const weight = done ?? portions.reduce((sum, { food, servings }) => sum + food.serving.size * servings, 0)
  const isInMl = done === undefined ? portions.every(({ food }) => food.serving.unit === "ml") : done === makes.makesMl
  const servingUnit = isInMl ? "ml" : "g"
  const servingSize = round(weight / makes.makesServings, 4)
  if (!(servingSize > 0 && servingSize <= LARGEST_SERVING && Number.isFinite(100 / weight))) {
    const text = `makes servings of ${servingSize} ${servingUnit}; one may have more than 0 and at most ${LARGEST_SERVING} ${servingUnit}`
    return yield* ValidationFailed.of(said("makesServings", text))
  }
  const total = sumOf(portions.map(({ food, servings }) => times(food.perServing, servings)))
  const light = done === undefined ? [] : tooLight(total, done, servingUnit)
  if (light.length > 0) return yield* ValidationFailed.of(...light)
  const recipe: Recipe = {
    ...makesOf(makes),
    items: portions.map(({ food: { id: foodId, kind, name }, servings, said }) => ({
      foodKind: kind === "food" ? "food" : "custom_food",
      foodId,
      name,
      servings,
      ...(said === undefined ? {} : { said })
    }))
  }
  return { ...nutritionOf(times(total, 100 / weight)), servingSize, servingUnit, recipe, hints }
})

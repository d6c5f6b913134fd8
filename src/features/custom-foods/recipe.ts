import { Effect, Either, Option } from "effect"
import { type FieldError, ValidationFailed } from "../../contract/errors.ts"
import type { UserId } from "../../values/ids.ts"
import { round } from "../../values/round.ts"
import { countedIn, faultIn, type Named } from "../foods/amounts.ts"
import { asFood, type Food, isWeighed } from "../foods/model.ts"
import { nutritionOf, sumOf, times } from "../foods/nutrition.ts"
import type { Recipe } from "../foods/recipe.ts"
import { FoodCatalogue } from "../foods/store.ts"
import { LARGEST_SERVING } from "./model.ts"
import { CustomFoodStore } from "./store.ts"

/** An item of a recipe in an input: exactly one of the ids. */
export interface GivenItem extends Named {
  readonly foodId?: string
  readonly customFoodId?: string
}

interface Portion {
  readonly food: Food
  readonly servings: number
}

/**
 * The current foods of the items. Fails with a fault for each item that the user does not have, or whose weight is
 * unknown.
 */
const portionsOf = (userId: UserId, id: string | undefined, items: ReadonlyArray<GivenItem>) =>
  Effect.gen(function* () {
    const catalogue = yield* FoodCatalogue
    const customFoods = yield* CustomFoodStore
    const faults: Array<FieldError> = []
    const portions: Array<Portion> = []
    const hints: Array<string> = []
    for (const [at, { foodId, customFoodId, ...named }] of items.entries()) {
      const found =
        customFoodId === undefined
          ? yield* catalogue.find(foodId ?? "")
          : Option.map(yield* customFoods.find(userId, customFoodId), (food) => asFood("custom_food", food))
      const field = `items[${at}].${customFoodId === undefined ? "foodId" : "customFoodId"}`
      if (customFoodId !== undefined && customFoodId === id) faults.push({ field, message: "is the recipe itself" })
      else if (Option.isNone(found)) {
        const message = `there is no such food: ${customFoodId ?? foodId}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId`
        faults.push({ field, message })
      } else if (!isWeighed(found.value.serving.unit)) {
        const { name, serving } = found.value
        faults.push({ field, message: `${name} is counted by ${serving.unit}, so that its weight is not known` })
      } else {
        const counted = countedIn(found.value, named)
        if (Either.isLeft(counted)) faults.push(faultIn(`items[${at}].amount`, counted.left))
        else {
          const { servings, hint } = counted.right
          portions.push({ food: found.value, servings })
          if (hint !== undefined) hints.push(`${found.value.name}: ${hint}`)
        }
      }
    }
    if (faults.length > 0) return yield* ValidationFailed.of(...faults)
    return { portions, hints }
  })

/**
 * Computes a recipe's values as a food: the nutrition per 100 g of all its items at present, and a serving of the
 * weight of all items divided by `makesServings`, to 4 decimals. 1 ml counts as 1 g; if all items are in ml, so is the
 * recipe. Calories are those of the items. `id` is the recipe's id if it already exists. Fails with a fault for each
 * invalid item.
 */
export const composed = Effect.fnUntraced(function* (
  userId: UserId,
  id: string | undefined,
  items: ReadonlyArray<GivenItem>,
  makesServings: number
) {
  const { portions, hints } = yield* portionsOf(userId, id, items)
  const weight = portions.reduce((sum, { food, servings }) => sum + food.serving.size * servings, 0)
  const servingSize = round(weight / makesServings, 4)
  if (!(servingSize > 0 && servingSize <= LARGEST_SERVING && Number.isFinite(100 / weight))) {
    const message = `makes servings of ${servingSize} g; one may have more than 0 and at most ${LARGEST_SERVING} g`
    return yield* ValidationFailed.of({ field: "makesServings", message })
  }
  const total = sumOf(portions.map(({ food, servings }) => times(food.perServing, servings)))
  const recipe: Recipe = {
    makesServings,
    items: portions.map(({ food: { id: foodId, kind, name }, servings }) => ({
      foodKind: kind === "food" ? "food" : "custom_food",
      foodId,
      name,
      servings
    }))
  }
  return {
    ...nutritionOf(times(total, 100 / weight)),
    servingSize,
    servingUnit: portions.every(({ food }) => food.serving.unit === "ml") ? "ml" : "g",
    recipe,
    hints
  }
})

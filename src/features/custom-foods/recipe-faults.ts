import { type Fault, said } from "../../contract/broken-rule.ts"
import { isFields, withEach, without } from "../../contract/ignoring.ts"
import type { Given } from "../../contract/rule.ts"
import { choiceFaults, eitherFaults } from "../foods/amounts.ts"
import { DETAILS } from "../foods/nutrition.ts"
import { MOST_ITEMS } from "../foods/recipe.ts"

/** Fields that are derived from a recipe's items. */
const FOLLOWING = ["protein", "carbs", "fat", "alcohol", ...DETAILS, "perServing", "servingSize", "servingSizeUnit"]
/** Fields that only a recipe has beside its items. */
const MAKES = ["makesServings", "makesGrams", "makesMl"]
/** Fields required for a food that is not a recipe. */
const NEEDED = ["protein", "carbs", "fat", "servingSize", "servingSizeUnit"]

/**
 * The faults between the fields of a food that may be a recipe. Values of a wrong type are reported by their own
 * fields.
 */
export const recipeFaults = (given: Given): ReadonlyArray<Fault> => {
  const { items } = given
  if (items === undefined) {
    return [
      ...NEEDED.filter((field) => !(field in given)).map((field) => ({
        field,
        rule: { is: "missing" as const, unless: ", unless items are given" }
      })),
      ...MAKES.filter((field) => field in given).map((field) => said(field, "goes with items, which were left out"))
    ]
  }
  const following = FOLLOWING.filter((field) => field in given).map((field) =>
    said(field, "follows from items; leave it out")
  )
  // A longer list is refused as a whole.
  const ids = (Array.isArray(items) ? items.slice(0, MOST_ITEMS) : []).flatMap((item: unknown, at) => {
    if (!isFields(item)) return []
    const named = [item.foodId, item.customFoodId].filter((id) => id !== undefined && id !== null).length
    return [
      ...(named === 1 ? [] : choiceFaults(["foodId", "customFoodId"], named === 0 ? "none" : "both", `items[${at}].`)),
      ...eitherFaults(item, true, `items[${at}].`)
    ]
  })
  const isTwice = "makesGrams" in given && "makesMl" in given
  const makes = ["makesGrams", "makesMl"]
  const isBoth = { is: "choice", how: "at most one", fields: makes, received: "both", isOptional: true } as const
  const twice = makes.map((field) => ({ field, rule: isBoth }))
  return [...following, ...ids, ...(isTwice ? twice : [])]
}

/**
 * A food as given, without the names of its items. Answers show the names, so that items can be saved again as they are
 * shown. Anything that is not a food is returned as it is.
 */
export const withoutItemNames = (food: unknown): unknown =>
  isFields(food) ? withEach(food, "items", (item) => without(item, ["name"])) : food

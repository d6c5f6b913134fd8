import type { FieldError } from "../../contract/errors.ts"
import { isFields, withEach, without } from "../../contract/ignoring.ts"
import type { Given } from "../../contract/rule.ts"
import { eitherFaults } from "../foods/amounts.ts"
import { DETAILS } from "../foods/nutrition.ts"

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
export const recipeFaults = (given: Given): ReadonlyArray<FieldError> => {
  const { items } = given
  if (items === undefined) {
    return [
      ...NEEDED.filter((field) => !(field in given)).map((field) => ({
        field,
        message: "is required and was left out, unless items are given"
      })),
      ...MAKES.filter((field) => field in given).map((field) => ({
        field,
        message: "goes with items, which were left out"
      }))
    ]
  }
  const following = FOLLOWING.filter((field) => field in given).map((field) => ({
    field,
    message: "follows from items; leave it out"
  }))
  const ids = (Array.isArray(items) ? items : []).flatMap((item: unknown, at) => {
    if (!isFields(item)) return []
    const named = [item.foodId, item.customFoodId].filter((id) => id !== undefined && id !== null).length
    const message = `exactly one of foodId and customFoodId must be given; received ${named === 0 ? "none" : "both"}`
    return [
      ...(named === 1 ? [] : ["foodId", "customFoodId"].map((field) => ({ field: `items[${at}].${field}`, message }))),
      ...eitherFaults(item, true, `items[${at}].`)
    ]
  })
  const isTwice = "makesGrams" in given && "makesMl" in given
  const twice = ["makesGrams", "makesMl"].map((field) => ({
    field,
    message: "at most one of makesGrams and makesMl may be given; received both"
  }))
  return [...following, ...ids, ...(isTwice ? twice : [])]
}

/**
 * A food as given, without the names of its items. Answers show the names, so that items can be saved again as they are
 * shown. Anything that is not a food is returned as it is.
 */
export const withoutItemNames = (food: unknown): unknown =>
  isFields(food) ? withEach(food, "items", (item) => without(item, ["name"])) : food

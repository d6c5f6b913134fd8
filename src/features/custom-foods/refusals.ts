import { LimitExceeded, NotFound } from "../../contract/errors.ts"
import { CustomFoodInUse } from "./in-use.ts"
import type { FoodInUse, Uses } from "./store.ts"

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`
const describeUses = ({ foodEntries, savedMeals }: Uses) =>
  [
    ...(foodEntries > 0 ? [count(foodEntries, "diary entry", "diary entries")] : []),
    ...(savedMeals > 0 ? [count(savedMeals, "saved meal", "saved meals")] : [])
  ].join(" and ")

export const noFood = (id: string) =>
  new NotFound({
    message: `There is no custom food ${id}. search_foods with kind custom_food lists the user's own foods.`,
    people: null
  })

export const cannotReplace = ({ name, servingUnit, uses }: FoodInUse) =>
  new CustomFoodInUse({
    message: `${name} is counted by ${servingUnit} and used by ${describeUses(uses)}, which would change with it. Create a new custom food instead: call save_custom_food without id.`,
    people: `${name} is counted by ${servingUnit} and used by ${describeUses(uses)}, which would change with it. Create a new custom food instead.`,
    details: uses
  })

/** Explains what prevents a deletion. Entries are the person's history, and saved meals are changed elsewhere. */
export const cannotDelete = ({ name, uses }: FoodInUse) => {
  const used = `${name} is still used by ${describeUses(uses)}.`
  return new CustomFoodInUse({
    message: `${used} ${
      uses.savedMeals > 0
        ? "A saved meal needs it, so keep it"
        : "Ask the person before you delete those entries (delete_food_entry): they are their history. Otherwise keep the food"
    }; save_custom_food with its id corrects it.`,
    people: uses.savedMeals > 0 ? `${used} A saved meal needs it, so keep it.` : used,
    details: uses
  })
}

export const noRoom = (limit: number, current: number) =>
  new LimitExceeded({
    message: `The user holds ${current} custom foods and may hold ${limit}. Delete one with delete_custom_food, or replace one by passing its id.`,
    people: null,
    details: { limit, current }
  })

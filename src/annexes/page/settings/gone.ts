import { NotFound } from "../../../contract/errors.ts"
import type { UnknownAccount } from "../../../features/accounts/store.ts"
import type { TooManyFoods, UnknownFood } from "../../../features/saved-meals/save-meal.ts"
import { fieldFault } from "../frame/page.ts"

/** A user, or an item of theirs, that has been deleted or never belonged to them. */
export const gone = ({ what }: UnknownAccount) =>
  new NotFound({ message: `You have no such ${what} any more. Reload the page to see what is there.` })

export const noSuchFood = ({ id }: UnknownFood) =>
  new NotFound({
    message: `Neither the catalogue nor your custom foods have the food ${id}. Search for it again.`,
    people: null
  })

/** What a form reports if a meal cannot be saved with these foods. */
export const mealRefusals = {
  UnknownFood: noSuchFood,
  TooManyFoods: ({ message }: TooManyFoods) => fieldFault("q", message)
}

export const RECIPE_GONE = "You have no such recipe any more. The list of recipes shows what is there."

export const noSuchRecipe = () => new NotFound({ message: RECIPE_GONE })

export const MEAL_GONE = "You have no such meal any more. The list of saved meals shows what is there."

export const noSuchMeal = () => new NotFound({ message: MEAL_GONE })

export const OWN_FOOD_GONE = "You have no such food any more. The list of foods shows what is there."

export const noSuchOwnFood = () => new NotFound({ message: OWN_FOOD_GONE })

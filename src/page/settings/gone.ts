import type { UnknownAccount } from "../../accounts/store.ts"
import { NotFound } from "../../contract/errors.ts"
import type { UnknownFood } from "../../saved-meals/save-meal.ts"

/** A user, or something of theirs, that was deleted meanwhile, or never was theirs. */
export const gone = ({ what }: UnknownAccount) =>
  new NotFound({ message: `You have no such ${what} any more. Reload the page to see what is there.` })

export const noSuchFood = ({ id }: UnknownFood) =>
  new NotFound({ message: `Neither the catalogue nor your custom foods have the food ${id}. Search for it again.` })

export const noSuchMeal = () =>
  new NotFound({ message: "You have no such meal any more. The list of saved meals shows what is there." })

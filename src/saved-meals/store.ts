import { Context, type Effect, type Option } from "effect"
import type { Food } from "../foods/model.ts"
import type { UserId } from "../values/ids.ts"
import type { SavedMeal } from "./model.ts"

/** The meals a user saved. */
export class SavedMealStore extends Context.Tag("SavedMealStore")<
  SavedMealStore,
  {
    readonly add: (userId: UserId, meal: SavedMeal) => Effect.Effect<void>
    /** The meal as a food, with the current values of its items' foods; none if the user has no such meal. */
    readonly findFood: (userId: UserId, id: string) => Effect.Effect<Option.Option<Food>>
  }
>() {}

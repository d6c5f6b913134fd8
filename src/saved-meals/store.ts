import { Context, type Effect } from "effect"
import type { UserId } from "../values/ids.ts"
import type { SavedMeal } from "./model.ts"

/** The meals a user saved; as foods they are found in the FoodStore. */
export class SavedMealStore extends Context.Tag("SavedMealStore")<
  SavedMealStore,
  {
    readonly add: (userId: UserId, meal: SavedMeal) => Effect.Effect<void>
  }
>() {}

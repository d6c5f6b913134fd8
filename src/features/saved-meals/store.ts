import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../../values/ids.ts"
import type { Food } from "../foods/model.ts"
import type { EditableMeal, SavedMeal } from "./model.ts"

/** The meals a user saved. */
export class SavedMealStore extends Context.Tag("SavedMealStore")<
  SavedMealStore,
  {
    /** Adds a meal. Runs several statements, so call it in a transaction. */
    readonly add: (userId: UserId, meal: SavedMeal) => Effect.Effect<void>
    /** The user's meals, oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<EditableMeal>>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<EditableMeal>>
    /**
     * Replaces a meal, keeping its creation time; returns false if the user has no such meal. Runs several statements,
     * so call it in a transaction.
     */
    readonly replace: (userId: UserId, meal: Omit<SavedMeal, "createdAt">) => Effect.Effect<boolean>
    /** Removes a meal. Diary entries keep their copies. Returns false if the user has no such meal. */
    readonly remove: (userId: UserId, id: string) => Effect.Effect<boolean>
    /** The meal as a food, with the current values of its items' foods; none if the user has no such meal. */
    readonly findFood: (userId: UserId, id: string) => Effect.Effect<Option.Option<Food>>
  }
>() {}

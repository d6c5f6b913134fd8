import { Context, Data, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../../contract/handler/answer.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { CustomFood } from "./model.ts"

/** The diary entries and saved meals that refer to a custom food. */
export interface Uses {
  /** The number of them. */
  readonly foodEntries: number
  /** The number of them. */
  readonly savedMeals: number
  /** The latest entries by date, at most {@link MOST_NAMED}. */
  readonly entries: ReadonlyArray<{ readonly id: string; readonly date: ActivityDay }>
}

/** The user has no custom food with this id. */
export class NoSuchFood extends Data.TaggedError("NoSuchFood") {}

/** The food cannot be changed or deleted, as diary entries or saved meals refer to it. */
export class FoodInUse extends Data.TaggedError("FoodInUse")<{
  readonly name: string
  readonly servingUnit: string
  readonly uses: Uses
}> {}

/** The user has reached the limit of custom foods. */
export class TooManyFoods extends Data.TaggedError("TooManyFoods")<{ readonly held: number }> {}

/** The foods that users made. */
export class CustomFoodStore extends Context.Tag("CustomFoodStore")<
  CustomFoodStore,
  {
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<CustomFood>>
    /** The user's foods that are no recipes, by name. */
    readonly measured: (userId: UserId) => Effect.Effect<ReadonlyArray<CustomFood>>
    /** The user's recipes, oldest first. */
    readonly recipes: (userId: UserId) => Effect.Effect<ReadonlyArray<CustomFood>>
    /** Adds a food, and keeps the answer with it. Fails if the user already has `most` foods. */
    readonly add: <A>(
      userId: UserId,
      food: CustomFood,
      most: number,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, TooManyFoods | KeyTaken>
    /**
     * Replaces the food with this id, which keeps its time of creation, and keeps the answer along with it. Fails with FoodInUse where the
     * food was counted in a unit other than g and ml and something refers to it: replacing it would change what those servings mean.
     */
    readonly replace: <A>(
      userId: UserId,
      food: Omit<CustomFood, "createdAt">,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, NoSuchFood | FoodInUse | KeyTaken>
    /** Deletes a food and returns its name. Fails with FoodInUse if something refers to it. */
    readonly delete: (userId: UserId, id: string) => Effect.Effect<string, NoSuchFood | FoodInUse>
  }
>() {}

import { Context, Data, type Effect, type Option } from "effect"
import type { Answer, Kept, KeyTaken } from "../../contract/handler/answer.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Food } from "../foods/model.ts"
import type { RecipeItem } from "../foods/recipe.ts"
import type { CustomFood } from "./model.ts"

/** The diary entries and saved meals that refer to a custom food. */
export interface Uses {
  readonly foodEntries: number
  readonly savedMeals: number
  /** The latest entries by date, at most {@link MOST_NAMED}. */
  readonly entries: ReadonlyArray<{ readonly id: string; readonly date: ActivityDay }>
}

/** The user has no custom food with this id. */
export class NoSuchFood extends Data.TaggedError("NoSuchFood") {}

/** The food cannot be changed or deleted because diary entries or saved meals refer to it. */
export class FoodInUse extends Data.TaggedError("FoodInUse")<{
  readonly name: string
  readonly servingUnit: string
  readonly uses: Uses
}> {}

/** The user has reached the limit of custom foods. */
export class TooManyFoods extends Data.TaggedError("TooManyFoods")<{ readonly held: number }> {}

/** The food of an item. */
export type FoodOfItem = Pick<RecipeItem, "foodKind" | "foodId">

/** The foods that users have created. */
export class CustomFoodStore extends Context.Tag("CustomFoodStore")<
  CustomFoodStore,
  {
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<CustomFood>>
    /** The current foods of a saved meal's or recipe's items, in any order and each once; those deleted are missing. */
    readonly itemFoods: (userId: UserId, items: ReadonlyArray<FoodOfItem>) => Effect.Effect<ReadonlyArray<Food>>
    /** The user's foods other than recipes, by name. */
    readonly measured: (userId: UserId) => Effect.Effect<ReadonlyArray<CustomFood>>
    /** The user's recipes, oldest first. */
    readonly recipes: (userId: UserId) => Effect.Effect<ReadonlyArray<CustomFood>>
    /** Adds a food, and stores the answer with it. Fails if the user already has `most` foods. */
    readonly add: <A>(
      userId: UserId,
      food: CustomFood,
      most: number,
      answer: Answer<A>
    ) => Effect.Effect<Kept<A>, TooManyFoods | KeyTaken>
    /**
     * Replaces the food with this id, keeping its time of creation, and stores the answer with it. Fails with FoodInUse
     * if the food's unit is not g or ml and something refers to it, because replacing it would change what those
     * servings mean.
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

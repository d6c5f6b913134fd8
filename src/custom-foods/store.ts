import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../values/ids.ts"
import type { CustomFood } from "./model.ts"

/** How much of the user's data refers to a food. */
export interface Uses {
  readonly foodEntries: number
  readonly savedMeals: number
}

/** The foods of the user's own. */
export class CustomFoodStore extends Context.Tag("CustomFoodStore")<
  CustomFoodStore,
  {
    readonly count: (userId: UserId) => Effect.Effect<number>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<CustomFood>>
    /** Adds a food, or replaces the one with its id, which keeps its time of creation. */
    readonly save: (userId: UserId, food: CustomFood) => Effect.Effect<void>
    /** The diary entries and the saved meals that refer to the food. */
    readonly uses: (userId: UserId, id: string) => Effect.Effect<Uses>
    readonly delete: (userId: UserId, id: string) => Effect.Effect<void>
  }
>() {}

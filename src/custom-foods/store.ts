import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../values/ids.ts"
import type { CustomFood } from "./model.ts"

/** The foods of the user's own. */
export class CustomFoodStore extends Context.Tag("CustomFoodStore")<
  CustomFoodStore,
  {
    readonly count: (userId: UserId) => Effect.Effect<number>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<CustomFood>>
    /** Adds a food, or replaces the one with its id, which keeps its time of creation. */
    readonly save: (userId: UserId, food: CustomFood) => Effect.Effect<void>
    readonly delete: (userId: UserId, id: string) => Effect.Effect<void>
  }
>() {}

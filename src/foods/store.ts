import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../values/ids.ts"
import type { Food, FoodKind } from "./model.ts"

/** Every food a user can log: the catalogue's, their own, and their saved meals. */
export class FoodStore extends Context.Tag("FoodStore")<
  FoodStore,
  {
    /** The food as it is now; none where the id is unknown, another user's, or of another kind. */
    readonly find: (userId: UserId, kind: FoodKind, id: string) => Effect.Effect<Option.Option<Food>>
  }
>() {}

import { Context, type Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import type { Uses } from "./store.ts"

/**
 * Finds in memory what refers to a custom food, within the transaction that changes the food. The diary provides the
 * layer, as it knows both diary entries and saved meals. In SQL, the functions that change custom foods look this up
 * themselves.
 */
export class CustomFoodUses extends Context.Tag("CustomFoodUses")<
  CustomFoodUses,
  {
    readonly find: (userId: UserId, customFoodId: string) => Effect.Effect<Uses>
  }
>() {}

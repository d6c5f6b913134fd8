import { Context, type Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import type { Uses } from "./store.ts"

/**
 * Finds what refers to a custom food in memory, within the transaction that changes the food. The layer is the diary's, which knows both
 * diary entries and saved meals. In SQL the functions that change custom foods look by themselves.
 */
export class CustomFoodUses extends Context.Tag("CustomFoodUses")<
  CustomFoodUses,
  {
    readonly find: (userId: UserId, customFoodId: string) => Effect.Effect<Uses>
  }
>() {}

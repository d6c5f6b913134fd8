import { Context, type Effect } from "effect"
import type { UserId } from "../values/ids.ts"

/** How many diary entries and saved meals refer to a custom food. */
export interface Uses {
  readonly foodEntries: number
  readonly savedMeals: number
}

/** Counts what refers to a custom food. Its layers belong to the diary, which knows both diary entries and saved meals. */
export class CustomFoodUses extends Context.Tag("CustomFoodUses")<
  CustomFoodUses,
  {
    readonly count: (userId: UserId, customFoodId: string) => Effect.Effect<Uses>
  }
>() {}

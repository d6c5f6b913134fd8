import { DateTime, Effect } from "effect"
import { GoalStore } from "../../../../features/goals/store.ts"

/** Removes goals that were deleted more than a day ago; until then, the deletion can be undone. */
export const forgetDeletedGoals = Effect.gen(function* () {
  const now = yield* DateTime.now
  yield* (yield* GoalStore).forgetDiscarded(DateTime.subtract(now, { days: 1 }))
})

import { DateTime, Effect } from "effect"
import { GoalStore } from "../goals/store.ts"

/** Forgets goals that were deleted more than a day ago; until then, their deletion can be undone. */
export const forgetDeletedGoals = Effect.gen(function* () {
  const now = yield* DateTime.now
  yield* (yield* GoalStore).forgetDiscarded(DateTime.subtract(now, { days: 1 }))
})

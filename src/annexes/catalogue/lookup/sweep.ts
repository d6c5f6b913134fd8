import { Clock, Effect } from "effect"
import { LookupStore } from "./store.ts"

/** Deletes the look-ups that nobody needs to know of any more. */
export const sweepLookups = Effect.gen(function* () {
  const store = yield* LookupStore
  yield* store.sweep(yield* Clock.currentTimeMillis)
})

import { type Cause, Effect, Schedule } from "effect"
import { sweepApps } from "../features/connected-apps/connected-apps.ts"
import { forgetDeletedGoals } from "../features/goal-keeping/forgetting.ts"
import { sweepUploads } from "../features/history/upload-folder.ts"
import { Idempotency } from "./idempotency.ts"

const warned = (what: string) => (cause: Cause.Cause<unknown>) =>
  Effect.logWarning(`Expired ${what} could not be swept`, cause)

const hourly = <R>(sweep: Effect.Effect<void, never, R>) =>
  Effect.forkScoped(Effect.repeat(sweep, Schedule.spaced("1 hour")))

/** Deletes expired data every hour, while the scope is open. Failures are logged, and do not stop later runs. */
export const sweepHourly = Effect.gen(function* () {
  const { sweep } = yield* Idempotency
  yield* hourly(
    sweep.pipe(
      Effect.catchAllCause(warned("idempotency keys")),
      Effect.zipRight(Effect.catchAllCause(sweepApps, warned("codes and tokens of apps"))),
      Effect.zipRight(Effect.catchAllCause(forgetDeletedGoals, warned("copies of deleted goals")))
    )
  )
  yield* hourly(Effect.catchAllCause(sweepUploads, warned("uploads")))
})

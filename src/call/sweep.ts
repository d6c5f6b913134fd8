import { type Cause, Effect, Schedule } from "effect"
import { sweepApps } from "../connected-apps/connected-apps.ts"
import { sweepUploads } from "../history/upload-folder.ts"
import { Idempotency } from "./idempotency.ts"

const warned = (what: string) => (cause: Cause.Cause<unknown>) =>
  Effect.logWarning(`Expired ${what} could not be swept`, cause)

/**
 * Deletes what has expired, every hour for as long as the scope is open. A failure is logged, and the next run takes
 * place.
 */
export const sweepHourly = Effect.flatMap(Idempotency, ({ sweep }) =>
  sweep.pipe(
    Effect.catchAllCause(warned("idempotency keys")),
    Effect.zipRight(Effect.catchAllCause(sweepApps, warned("codes and tokens of apps"))),
    Effect.zipRight(Effect.catchAllCause(sweepUploads, warned("uploads"))),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
)

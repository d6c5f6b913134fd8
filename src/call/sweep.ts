import { Effect, Schedule } from "effect"

/** Runs a sweep, which deletes expired data. A failure is logged with `what` it was to delete, and stops nothing else. */
export const sweepOf = <E, R>(what: string, sweep: Effect.Effect<void, E, R>): Effect.Effect<void, never, R> =>
  Effect.catchAllCause(sweep, (cause) => Effect.logWarning(`Expired ${what} could not be swept`, cause))

/** Runs this sweep every hour, while the scope is open. */
export const sweepHourly = <R>(sweep: Effect.Effect<unknown, never, R>) =>
  Effect.forkScoped(Effect.repeat(sweep, Schedule.spaced("1 hour")))

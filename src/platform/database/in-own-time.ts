import { Cause, Effect } from "effect"
import { isWorthRepeatingInOwnTime } from "./repeats.ts"
import { isSqlError } from "./sql-state.ts"
import { renewDeadline } from "./work.ts"

/** How long background work keeps repeating what failed because of the database's load, in milliseconds. */
const OWN_MILLIS = 30_000

/** Runs work in the database, and repeats it while its failure justifies that. */
export const repeated = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  isWorthIt: (error: unknown) => Promise<boolean>
): Effect.Effect<A, E, R> =>
  Effect.catchAllCause(work, (cause) => {
    const error = Cause.squash(cause)
    if (!isSqlError(error)) return Effect.failCause(cause)
    return Effect.if(
      Effect.promise(() => isWorthIt(error.cause)),
      { onTrue: () => repeated(work, isWorthIt), onFalse: () => Effect.failCause(cause) }
    )
  })

/**
 * Repeats work for which nobody waits for up to 30 seconds, while it loses to other transactions or the database is too
 * slow to answer. A response may be lost, so it may run again although it has taken effect.
 */
export const repeatedInOwnTime = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const until = performance.now() + OWN_MILLIS
    return repeated(work, (error) => isWorthRepeatingInOwnTime(error, until))
  })

/** The same for work of a request, which gets its full time at each attempt. */
export const repeatedWithTime = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  repeatedInOwnTime(Effect.zipRight(renewDeadline, work))

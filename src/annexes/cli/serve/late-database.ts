import { Clock, Effect, Layer, Option, Schedule } from "effect"
import { Narrator } from "../../../platform/telemetry/log/narrator.ts"
import type { CannotStart } from "../../../values/cannot-start.ts"

/**
 * How long a start waits for a database that is not available yet, and the pause between two attempts, in milliseconds.
 */
const WAIT_MILLIS = 30_000
const PAUSE_MILLIS = 500

/**
 * Prints once what the start is waiting for; the narrator continues to print the time. A restarted worker has no
 * narrator, and logs it.
 */
const announce = (awaited: string) => {
  const text = `Waiting up to ${WAIT_MILLIS / 1000} seconds for ${awaited}`
  return Effect.flatMap(
    Effect.serviceOption(Narrator),
    Option.match({ onNone: () => Effect.logWarning(text), onSome: ({ say }) => say(text) })
  )
}

/** Builds the layer again every half second while its database is not available yet, for up to 30 seconds. */
export const awaitingDatabase = <A, R>(layer: Layer.Layer<A, CannotStart, R>): Layer.Layer<A, CannotStart, R> =>
  Layer.unwrapScoped(
    Effect.map(Clock.currentTimeMillis, (since) => {
      let isAnnounced = false
      const again = Schedule.spaced(PAUSE_MILLIS).pipe(
        Schedule.whileInputEffect((error: CannotStart) =>
          Effect.gen(function* () {
            const isLate = (yield* Clock.currentTimeMillis) - since >= WAIT_MILLIS
            if (error.awaits === undefined || isLate) return false
            if (!isAnnounced) yield* announce(error.awaits)
            isAnnounced = true
            return true
          })
        )
      )
      return Layer.retry(layer, again)
    })
  )

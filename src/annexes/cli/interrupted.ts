import { Effect } from "effect"

/** The exit code of a command that Ctrl-C ended, as in shells. */
const INTERRUPTED = 130

/** For work that continues when its command is repeated; prints that if it is interrupted. */
export const continues = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(work, () =>
    Effect.sync(() => {
      console.error("fettle: interrupted; run the same command again to continue")
      process.exitCode = INTERRUPTED
    })
  )

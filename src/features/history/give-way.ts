import { Effect } from "effect"

/** How long work may hold up the requests beside it, in milliseconds. */
const SLICE = 2

const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Makes an effect for work to run between its steps: once 2 ms have passed since the last turn, it waits until what else is due has run.
 * `Effect.yieldNow` lets only other fibers run, but no connection.
 */
export const makeGiveWay = (): Effect.Effect<void> => {
  let since = performance.now()
  const taken = Effect.map(turn, () => {
    since = performance.now()
  })
  return Effect.suspend(() => (performance.now() - since < SLICE ? Effect.void : taken))
}

/** Longest rest, in milliseconds: a step that waited for others need not be followed by as long a wait. */
const LONGEST_REST = 50

/** The same for what devices send, for which nobody waits: on a machine that is overloaded, they must not take most of it. */
export const LONGEST_REST_OF_DEVICES = 1000

/**
 * A step of work in the database, and then a rest as long as it took, up to `longest` ms: steps that follow each other at once would
 * keep one of the database's processors from everybody else.
 */
export const unhurried = <A, E, R>(step: Effect.Effect<A, E, R>, longest = LONGEST_REST): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const begun = performance.now()
    const rest = Effect.async<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Math.min(performance.now() - begun, longest))
      return Effect.sync(() => clearTimeout(timer))
    })
    return Effect.zipLeft(step, rest)
  })

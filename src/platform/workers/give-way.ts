import { Effect } from "effect"

/** How long work may hold up requests, in milliseconds. */
const SLICE = 2

const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Makes an effect for long work to run between its steps: once 2 ms have passed since the last pause, it waits until
 * everything else that is due has run. `Effect.yieldNow` lets other fibers run, but not connections.
 */
export const makeGiveWay = (): Effect.Effect<void> => {
  let since = performance.now()
  const taken = Effect.map(turn, () => {
    since = performance.now()
  })
  return Effect.suspend(() => (performance.now() - since < SLICE ? Effect.void : taken))
}

/**
 * The same as `items.map`, giving way between items. For figures over years, which would otherwise hold up every other
 * call.
 */
export const mapGivingWay = <A, B>(items: ReadonlyArray<A>, of: (item: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  Effect.suspend(() => {
    const giveWay = makeGiveWay()
    return Effect.forEach(items, (item) => Effect.map(giveWay, () => of(item)))
  })

/** Longest rest, in milliseconds: after a step that waited for others, an equally long rest is not needed. */
const LONGEST_REST = 50

/**
 * The same for data from devices, for which nobody waits: on an overloaded machine, it must not take most of the
 * capacity.
 */
export const LONGEST_REST_OF_DEVICES = 1000

/**
 * Runs a step of work in the database, then rests for as long as it took, up to `longest` ms. Steps without rests would
 * keep one of the database's processors from everyone else.
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

import { Effect } from "effect"

/** How long work may hold up requests, in milliseconds. */
const SLICE = 1

const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Makes an effect for long work to run between its steps: once 1 ms has passed since the last pause, it waits until
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

/** Longest rest of data from devices, for which nobody waits: on an overloaded machine, it must not take most of the capacity. */
const LONGEST_REST_OF_DEVICES = 1000
/** The share of the time of its work that data from devices rests while nobody calls this process. */
const SHARE_ALONE = 0.1
/** For how long after a request others count as being served, in milliseconds. */
const RECENTLY = 1000

let calledAt = Number.NEGATIVE_INFINITY

/** Notes that somebody calls this process. */
export const noteCall = (): void => {
  calledAt = performance.now()
}

const restingAfter = <A, E, R>(step: Effect.Effect<A, E, R>, restOf: (worked: number) => number) =>
  Effect.suspend(() => {
    const begun = performance.now()
    const rest = Effect.async<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), restOf(performance.now() - begun))
      return Effect.sync(() => clearTimeout(timer))
    })
    return Effect.zipLeft(step, rest)
  })

/**
 * Runs a step of work in the database, then rests for as long as it took, up to 50 ms. Steps without rests would keep one
 * of the database's processors from everyone else.
 */
export const unhurried = <A, E, R>(step: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  restingAfter(step, (worked) => Math.min(worked, LONGEST_REST))

/**
 * The same for a step with data from devices, which rests up to a second; but only a tenth of its time while nobody has
 * called this process for a second. Those whom other processes serve share the database alone, which has its rest while
 * this process decides on what to write.
 */
export const unhurriedBesideCalls = <A, E, R>(step: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  restingAfter(step, (worked) => {
    const isCalled = performance.now() - calledAt < RECENTLY
    return Math.min(isCalled ? worked : worked * SHARE_ALONE, LONGEST_REST_OF_DEVICES)
  })

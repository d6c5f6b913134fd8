import { Duration, Effect, FiberHandle, Schema } from "effect"

/** How long fewer workers than expected may serve before the crew is late. A restart takes a second or two. */
const LATE_AFTER = Duration.seconds(10)

/** The workers of one port: the expected number, and how many serve. */
export const Crew = Schema.Struct({
  expected: Schema.Int,
  serving: Schema.Int,
  /** Whether fewer than expected have served for 10 seconds. */
  isLate: Schema.Boolean
})
export type Crew = typeof Crew.Type

/** Counts the serving workers, and passes each change to `onChange`. Logs when the crew becomes late. */
export const makeCrew = Effect.fn("makeCrew")(function* (expected: number, onChange: (crew: Crew) => void) {
  const run = yield* FiberHandle.makeRuntime<never>()
  let crew: Crew = { expected, serving: 0, isLate: false }
  const set = (change: Partial<Crew>): void => {
    crew = { ...crew, ...change }
    onChange(crew)
  }
  const becomeLate = Effect.suspend(() => {
    if (crew.isLate) return Effect.void
    set({ isLate: true })
    return Effect.annotateLogs(
      Effect.logError(
        `For ${Duration.toSeconds(LATE_AFTER)} seconds, not all workers have served, so /ready answers 503. The lines above show how they ended`
      ),
      { expected, serving: crew.serving }
    )
  })
  return {
    /** Sets the number of workers that serve now. */
    count: (serving: number): void => {
      if (serving === expected) {
        set({ serving, isLate: false })
        // This replaces the wait for an outage that is over.
        run(Effect.void)
      } else {
        set({ serving })
        run(Effect.delay(becomeLate, LATE_AFTER), { onlyIfMissing: true })
      }
    }
  }
})

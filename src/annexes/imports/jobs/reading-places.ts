import { Effect } from "effect"

/** Most bytes of a small file. Most exports of strength apps are smaller. */
const SMALL_BYTES = 500_000

/** How many large files this process has read at once, and how many small ones, each by a process of its own. */
const [LARGE_AT_ONCE, SMALL_AT_ONCE] = [2, 1]

/** Processor time that reading may take: for any file, for each megabyte, and at most, in seconds. */
const [SECONDS, SECONDS_PER_MB, MOST_SECONDS] = [10, 10, 900]

/**
 * Most processor time for reading a file of this size, in whole seconds. A megabyte takes up to 0.5 s, and may unpack to
 * 20.
 */
export const mostWorkOf = (bytes: number): number =>
  Math.min(MOST_SECONDS, Math.ceil(SECONDS + (SECONDS_PER_MB * bytes) / 1_000_000))

/**
 * Bounds how many files are read at once. Small files wait only for small ones, which are quickly read or refused, so
 * that a few large ones do not hold up everybody.
 */
export const makeReadingPlaces = () => {
  const large = Effect.unsafeMakeSemaphore(LARGE_AT_ONCE)
  const small = Effect.unsafeMakeSemaphore(SMALL_AT_ONCE)
  return (bytes: number) => (bytes > SMALL_BYTES ? large : small).withPermits(1)
}

import { heapStats } from "bun:jsc"
import { expect, test } from "bun:test"
import { makeShared } from "../../../src/values/text/copies.ts"

test("equal texts share one string until enough are kept; further ones are returned all the same", () => {
  const shared = makeShared(1)
  expect(["oat milk", "oat milk", "rice", ""].map(shared)).toEqual(["oat milk", "oat milk", "rice", ""])
})

const MEGABYTE = 1_000_000

/** Megabytes of memory in use after the ends of 50 texts of a megabyte each were kept. */
const megabytesKeeping = (keep: (text: string) => string): number => {
  // What earlier tests of the process have left may go only with a further collection.
  const used = (most = Number.POSITIVE_INFINITY): number => {
    Bun.gc(true)
    const { heapSize, extraMemorySize } = heapStats()
    const now = (heapSize + extraMemorySize) / MEGABYTE
    return now < most - 1 ? used(now) : now
  }
  const before = used()
  const kept = Array.from({ length: 50 }, (_, index) =>
    keep(`${Buffer.alloc(MEGABYTE, 97 + index).toString()} end ${index}`.slice(-30))
  )
  const after = used()
  expect(kept).toHaveLength(50)
  return after - before
}

test("a copy does not keep the text that it was cut from in memory, as a slice does", () => {
  expect(megabytesKeeping((slice) => slice)).toBeGreaterThan(25)
  expect(megabytesKeeping(makeShared(1000))).toBeLessThan(10)
})

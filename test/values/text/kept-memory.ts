/*
 * Prints how much memory stays in use once the ends of texts are kept, in a process that does nothing else: as slices, and as
 * copies.
 */
import { heapStats } from "bun:jsc"
import { makeShared } from "../../../src/values/text/copies.ts"

const MEGABYTE = 1_000_000

const used = (): number => {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return (heapSize + extraMemorySize) / MEGABYTE
}

/** Megabytes in use after the ends of 50 texts of a megabyte each were kept. */
const megabytesKeeping = (keep: (text: string) => string): number => {
  const before = used()
  const kept = Array.from({ length: 50 }, (_, index) =>
    keep(`${Buffer.alloc(MEGABYTE, 97 + index).toString()} end ${index}`.slice(-30))
  )
  const after = used()
  if (kept.length !== 50) throw new Error("Not all are kept")
  return after - before
}

console.log(JSON.stringify([megabytesKeeping((slice) => slice), megabytesKeeping(makeShared(1000))]))

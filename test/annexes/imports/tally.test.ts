import { expect, test } from "bun:test"
import { makeTally } from "../../../src/annexes/imports/rows/tally.ts"

test("a report lists the first 1,000 lines of each kind, and counts all", () => {
  const first = makeTally()
  const place = (line: number) => ({ file: "a.csv", line })
  for (let line = 1; line <= 1500; line++) {
    first.leaveOut(place(line), 1, "it is no row")
    first.leaveOut(place(line), 2, "rows of a kind that is not kept")
  }
  // The counts from reading the file continue in the process that writes.
  const tally = makeTally(JSON.parse(JSON.stringify(first.tallied())))
  for (let line = 1; line <= 1500; line++) {
    tally.leaveOut(place(line), 1, "x".repeat(10_000))
    tally.warn("y".repeat(10_000))
  }
  tally.count("new", 3)
  expect(tally.counts().rows).toEqual({ read: 6003, new: 3, unchanged: 0, changed: 0, merged: 0, leftOut: 6000 })
  expect(tally.leftOut()).toHaveLength(2000)
  expect(tally.leftOut()[1]).toEqual({ file: "a.csv", line: 1, reason: "rows of a kind that is not kept (2 rows)" })
  expect(tally.warnings()).toHaveLength(1002)
  expect(tally.warnings().slice(1000)).toEqual([
    "3000 more rows were left out, but are not listed.",
    "500 more warnings are not listed."
  ])
  expect(JSON.stringify([tally.leftOut(), tally.warnings()]).length).toBeLessThan(2_000_000)
})

import { expect, test } from "bun:test"
import { closeSync, openSync } from "node:fs"
import { areFilesScarce } from "../../../src/surfaces/server/open-files.ts"

/** The number that the system would give the next file: all below are taken. */
const nextFile = () => {
  const descriptor = openSync("/dev/null", "r")
  closeSync(descriptor)
  return descriptor
}

test("files are scarce once no more than an eighth of them is free", () => {
  const taken = nextFile()
  expect(taken).toBeGreaterThan(2)
  const all = Math.ceil((taken * 8) / 7)
  expect([all - 1, all + 8].map(areFilesScarce)).toEqual([true, false])
  expect(areFilesScarce(taken + 100_000)).toBe(false)
})

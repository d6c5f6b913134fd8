import { expect, test } from "bun:test"
import { join } from "node:path"
import { makeShared } from "../../../src/values/text/copies.ts"
import { runToEnd } from "../../support/process.ts"

test("equal texts share one string until enough are kept; further ones are returned all the same", () => {
  const shared = makeShared(1)
  expect(["oat milk", "oat milk", "rice", ""].map(shared)).toEqual(["oat milk", "oat milk", "rice", ""])
})

test("a copy does not keep the text that it was cut from in memory, as a slice does", async () => {
  const command = [process.execPath, join(import.meta.dir, "kept-memory.ts")]
  const { stdout } = await runToEnd(command, { cwd: import.meta.dir, env: {} })
  const [slices, copies] = JSON.parse(stdout)
  expect(slices).toBeGreaterThan(25)
  expect(copies).toBeLessThan(10)
})

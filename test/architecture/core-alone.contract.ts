import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { copyOfCore, coreTestsIn, PARITY } from "./core-copy.ts"

/** What every call passes through, the API's features, REST and MCP. */
const TESTED = ["call", "contract", "features", "surfaces/http", "surfaces/mcp"].map((room) => `test/${room}`)

/** Search over foods has most of the test command's questions; they say nothing of the seam. */
const NOT_AGAIN = "test/features/food-search"

const TESTS = [PARITY, ...TESTED.flatMap(coreTestsIn).filter((path) => !path.startsWith(NOT_AGAIN))]

let core: Awaited<ReturnType<typeof copyOfCore>>
beforeAll(async () => {
  core = await copyOfCore(TESTS)
})
afterAll(() => core.remove())

// The test command has core-alone.test.ts, which compiles the core, and runs the first of these tests alone.
describe("the core without annexes", () => {
  test("has tests for every step of a call, for REST and for MCP", () => {
    for (const folder of TESTED) expect(TESTS.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(0)
  })

  test("passes them over the stores in memory and the embedded database", async () => {
    const { exitCode, output } = await core.test()
    expect(output.match(/^\(fail\).*/gm)).toBeNull()
    expect(exitCode).toBe(0)
    expect(output).toContain("(memory)")
    expect(output).toContain("(embedded)")
  })
})

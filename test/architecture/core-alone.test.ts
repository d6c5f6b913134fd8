import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/api.ts"
import { copyOfCore, coreTestsIn, PARITY } from "./core-copy.ts"

let core: Awaited<ReturnType<typeof copyOfCore>>
beforeAll(async () => {
  core = await copyOfCore([PARITY])
})
afterAll(() => core.remove())

// `bun run test:core` runs all of its tests.
describe("the core without annexes", () => {
  test("needs none of them to be tested", () => expect(coreTestsIn("test/every-operation")).toContain(PARITY))

  test("compiles", async () => {
    expect(await core.compile()).toEqual({ exitCode: 0, output: "" })
  })

  test("serves the 22 operations, in memory and on the embedded database", async () => {
    const { exitCode, output } = await core.test()
    expect(output.match(/^\(fail\).*/gm)).toBeNull()
    expect(exitCode).toBe(0)
    expect(operations).toHaveLength(22)
    for (const { name } of operations)
      for (const stores of ["memory", "embedded"])
        expect(output).toContain(`(pass) REST and MCP agree (${stores}) > ${name} `)
  })
})

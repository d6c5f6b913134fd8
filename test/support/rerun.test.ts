import { describe, expect, test } from "bun:test"
import { filesToRerun, outcomeOf, withoutFiles } from "./rerun.ts"

const OUTPUT = `bun test v1.4.5 2x PARALLEL

test/one.test.ts:
(pass) holds [0.05ms]
error: expect(received).toBe(expected)
(fail) does not hold [0.76ms]

test/two.test.ts:
(pass) holds

`
const REPEATED = `1 tests failed:
(fail) does not hold [0.76ms]

`
const COUNTS = " 2 pass\n 1 fail\n 3 expect() calls\n"

describe("a failed file is rerun", () => {
  test("by its name, even if failures are repeated at the end", () => {
    for (const output of [OUTPUT + COUNTS, OUTPUT + REPEATED + COUNTS]) {
      const outcome = outcomeOf(output)
      expect(outcome).toEqual({ failedFiles: ["test/one.test.ts"], isWhole: true, passed: 2, failed: 1 })
      expect(filesToRerun(outcome)).toEqual(["test/one.test.ts"])
    }
  })

  test("but not if something other than a test failed", () => {
    expect(filesToRerun(outcomeOf(`${OUTPUT} 2 pass\n 2 fail\n`))).toEqual([])
    expect(filesToRerun(outcomeOf(`${OUTPUT + COUNTS} 1 error\n`))).toEqual([])
  })

  test("nor if many files failed, or none did", () => {
    const many = ["a", "b", "c"].map((name) => `${name}.test.ts:\n(fail) it\n`).join("\n")
    expect(filesToRerun(outcomeOf(`${many}\n 3 fail\n`))).toEqual([])
    expect(filesToRerun(outcomeOf("a.test.ts:\n(pass) it\n\n 1 pass\n 0 fail\n"))).toEqual([])
  })

  test("with the same options", () => {
    const args = ["--parallel=2", "--timeout", "6000", "--preload", "./service.ts", "./a.test.ts", "test/folder"]
    expect(withoutFiles(args)).toEqual(["--parallel=2", "--timeout", "6000", "--preload", "./service.ts"])
  })
})

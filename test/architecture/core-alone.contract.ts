import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { specifiersIn } from "./imports.ts"

const ROOT = join(import.meta.dir, "../..")

/** The tests that run on the core alone: what every call passes through, the API's features, REST and MCP. */
const TESTED = ["call", "contract", "features", "surfaces/http", "surfaces/mcp"].map((room) => `test/${room}`)

/** Search over foods has most of the test command's questions; they say nothing of the seam. */
const NOT_AGAIN = "test/features/food-search"

const isOfAnnex = (path: string) => /^(?:src|test)\/annexes\//.test(path)

/** What builds and measures the service is no part of the copy. */
const isBeside = (path: string) => /^(?:bench|scripts|docs)\//.test(path)

/** The files of the repository that a file imports. */
const importsOf = (path: string): ReadonlyArray<string> =>
  specifiersIn(readFileSync(join(ROOT, path), "utf8"))
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => relative(ROOT, join(ROOT, dirname(path), specifier)))
    .filter((imported) => isCode(imported) && existsSync(join(ROOT, imported)))

const known = new Map<string, boolean>()

/** Whether a file needs no annex, except those that `annexes.ts` lists. */
const isOfCore = (path: string): boolean => {
  const before = known.get(path)
  if (before !== undefined) return before
  known.set(path, true)
  const ofCore = !isOfAnnex(path) && !isBeside(path) && (path === "src/annexes.ts" || importsOf(path).every(isOfCore))
  known.set(path, ofCore)
  return ofCore
}

const isCode = (path: string) => /\.tsx?$/.test(path)

const under = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))

/** `annexes.ts` with an empty list. */
const withoutAnnexes = (text: string): string =>
  text
    .replaceAll(/^import .* from "\.\/annexes\/.*\n/gm, "")
    .replace(/export const annexes = .*/, "export const annexes: ReadonlyArray<Annex<never>> = []")

let copy = ""
const tests = TESTED.flatMap(under).filter(
  (path) => path.endsWith(".test.ts") && !path.startsWith(NOT_AGAIN) && isOfCore(path)
)

const run = (command: ReadonlyArray<string>) => {
  // No PostgreSQL answers there: the stores in memory and the embedded database are tested.
  const env = { ...process.env, TEST_DATABASE_URL: "postgres://postgres@127.0.0.1:1/none", REQUIRE_POSTGRES: undefined }
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: copy, env })
  return { exitCode, output: stdout.toString() + stderr.toString() }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "fettle-core-"))
  for (const path of ["src", "test"].flatMap(under)) {
    const isCopied = isCode(path) ? isOfCore(path) : !isOfAnnex(path)
    if (!isCopied || readdirIfAny(path) || /^test\/(?:browser|faults|judges)\//.test(path)) continue
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  for (const name of ["migrations", "package.json", "bunfig.toml"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  const tsconfig: { include: ReadonlyArray<string> } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"))
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ ...tsconfig, include: ["src", ...tests] }))
  writeFileSync(join(copy, "src/annexes.ts"), withoutAnnexes(readFileSync(join(ROOT, "src/annexes.ts"), "utf8")))
  writeFileSync(join(copy, "src/main.ts"), "export {}\n")
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const readdirIfAny = (path: string): boolean => {
  try {
    readdirSync(join(ROOT, path))
    return true
  } catch {
    return false
  }
}

describe("the core without annexes", () => {
  test("compiles", () => {
    expect(run([process.execPath, "x", "tsc", "--noEmit"])).toEqual({ exitCode: 0, output: "" })
  })

  test("has tests for every step of a call, for REST and for MCP", () => {
    for (const folder of TESTED) expect(tests.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(0)
  })

  test("passes its tests over the stores in memory and the embedded database, and serves the 22 operations", () => {
    const { exitCode, output } = run([
      process.execPath,
      "test",
      "--parallel=2",
      "--no-isolate",
      "--timeout",
      "60000",
      ...tests
    ])
    expect(output.match(/^\(fail\).*/gm)).toBeNull()
    expect(exitCode).toBe(0)
    expect(output).toContain("(memory)")
    expect(output).toContain("(embedded)")
  })
})

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fillFolder } from "../support/stores.ts"
import { specifiersIn } from "./imports.ts"

const ROOT = join(import.meta.dir, "../..")

/** Calls every operation over REST and MCP. */
export const PARITY = "test/every-operation/parity.test.ts"

const isOfAnnex = (path: string) => /^(?:src|test)\/annexes\//.test(path)

/** What builds and measures the service is no part of the copy. */
const isBeside = (path: string) => /^(?:bench|scripts|docs)\//.test(path)

const isCode = (path: string) => /\.tsx?$/.test(path)

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

/** The files and folders under a folder of the repository. */
const under = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))

/** The tests under a folder that need no annex. */
export const coreTestsIn = (folder: string): ReadonlyArray<string> =>
  under(folder).filter((path) => path.endsWith(".test.ts") && isOfCore(path))

/** `annexes.ts` with an empty list. */
const withoutAnnexes = (text: string): string =>
  text
    .replaceAll(/^import .* from "\.\/annexes\/.*\n/gm, "")
    .replace(/export const annexes = .*/, "export const annexes: ReadonlyArray<Annex<never>> = []")

const makeFolder = (tests: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-core-"))
  for (const path of ["src", "test"].flatMap(under)) {
    const isCopied = isCode(path) ? isOfCore(path) : !isOfAnnex(path)
    if (!isCopied || statSync(join(ROOT, path)).isDirectory()) continue
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  for (const name of ["migrations", "package.json", "bunfig.toml"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const tsconfig: object = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...tsconfig, include: ["src", ...tests] }))
  writeFileSync(join(folder, "src/annexes.ts"), withoutAnnexes(readFileSync(join(ROOT, "src/annexes.ts"), "utf8")))
  writeFileSync(join(folder, "src/main.ts"), "export {}\n")
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  return folder
}

/** A copy of the source and the tests of the core, with an empty list of annexes. */
export const copyOfCore = async (tests: ReadonlyArray<string>) => {
  const folder = makeFolder(tests)
  const template = join(folder, "template")
  await fillFolder(template)
  /** Runs Bun there. No PostgreSQL answers: the stores in memory and the embedded database are tested. */
  const bun = async (...args: ReadonlyArray<string>) => {
    const env = {
      ...process.env,
      TEST_TEMPLATE_FOLDER: template,
      TEST_DATABASE_URL: "postgres://postgres@127.0.0.1:1/none",
      REQUIRE_POSTGRES: undefined
    }
    const child = Bun.spawn([process.execPath, ...args], { cwd: folder, env, stdout: "pipe", stderr: "pipe" })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { exitCode: await child.exited, output: stdout + stderr }
  }
  return {
    // Each further checker of types checks for itself what it needs of the same files: four take 1.7 times the CPU time.
    compile: () => bun("x", "tsc", "--noEmit", "--checkers", "1"),
    test: () =>
      bun(
        "test",
        `--parallel=${Math.min(tests.length, 2)}`,
        "--no-isolate",
        "--timings=test/timings.json",
        "--timeout",
        "60000",
        ...tests
      ),
    remove: () => rm(folder, { recursive: true, force: true })
  }
}

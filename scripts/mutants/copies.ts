import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Mutant, mutantsOf, mutated, switchable } from "./sites.ts"

const ROOT = join(import.meta.dir, "../..")

/** Every mutant of the code, in the order of paths and texts. */
export const allMutants = (): ReadonlyArray<Mutant> =>
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => `src/${name}`)
    .sort()
    .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), "utf8")))

/** Lends a copy of the checkout, in which files may be changed. */
export const withCopy = async <A>(use: (copy: string) => Promise<A>): Promise<A> => {
  const copy = mkdtempSync(join(tmpdir(), "fettle-mutants-"))
  try {
    for (const name of readdirSync(ROOT)) {
      if (name === "node_modules") symlinkSync(join(ROOT, name), join(copy, name))
      else if (name !== ".git" && name !== "dist") cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    }
    return await use(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const inCopy = (copy: string, path: string, change: (text: string) => string) =>
  writeFileSync(join(copy, path), change(readFileSync(join(copy, path), "utf8")))

/** Makes a change to a copy, runs something, and takes the change back. */
export const withMutant = async <A>(copy: string, mutant: Mutant, use: () => Promise<A>): Promise<A> => {
  const original = readFileSync(join(ROOT, mutant.path), "utf8")
  inCopy(copy, mutant.path, () => mutated(original, mutant))
  try {
    return await use()
  } finally {
    inCopy(copy, mutant.path, () => original)
  }
}

/** Makes the mutants of a copy ones that can be switched on and off, and its tests ones that do so, the quickest first. */
export const makeSwitchable = (copy: string, mutants: ReadonlyArray<Mutant>): void => {
  const runtime = `import ${JSON.stringify(join(copy, "scripts/mutants/switches.js"))}\n`
  const placeOf = new Map(mutants.map((mutant, place) => [mutant, place]))
  for (const [path, ofFile] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const places = new Map(ofFile.map((mutant) => [mutant, placeOf.get(mutant) ?? 0]))
    inCopy(copy, path, (text) => runtime + switchable(path, text, places))
  }
  const wrapped = join(copy, "scripts/mutants/tests.ts")
  for (const name of readdirSync(join(copy, "test"), { recursive: true, encoding: "utf8" })) {
    if (/\.tsx?$/.test(name))
      inCopy(copy, `test/${name}`, (text) => text.replace('} from "bun:test"', `} from ${JSON.stringify(wrapped)}`))
  }
  inCopy(copy, "bunfig.toml", (text) => text.replace("preload = [", `preload = [${JSON.stringify(wrapped)}, `))
  inCopy(copy, "test/timings.json", (text) =>
    text.replace(/(?<=\.tsx?": )\d+/g, (time) => String(Math.round(1e7 / (Number(time) + 1))))
  )
}

/** How tests went. */
export interface Outcome {
  readonly passed: boolean
  /** The names of the tests that failed, or what else went wrong. */
  readonly failed: ReadonlyArray<string>
  /** The names by file. */
  readonly tests: ReadonlyMap<string, ReadonlySet<string>>
}

/** The name of the test that a line of `bun test` reports, if it failed. */
const nameOfFailed = (line: string): string | undefined =>
  line.startsWith("(fail) ") ? line.slice(7).replace(/ \[[\d.]+m?s\]$/, "") : undefined

/** Runs Bun in a copy, for at most so many seconds: a changed loop may not end. */
export const runIn = async (copy: string, args: ReadonlyArray<string>, seconds: number): Promise<Outcome> => {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: seconds * 1000,
    killSignal: "SIGKILL"
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const passed = (await child.exited) === 0
  const tests = new Map<string, Set<string>>()
  let file = ""
  for (const line of `${output}\n${errors}`.split("\n")) {
    file = /^(test\/\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file
    const name = nameOfFailed(line)
    if (name !== undefined) tests.set(file, (tests.get(file) ?? new Set()).add(name))
  }
  const failed = [...tests.values()].flatMap((names) => [...names])
  const reason = child.signalCode === null ? errors.trim().split("\n").slice(-4).join(" ") : "took too long"
  return { passed, failed: passed || failed.length > 0 ? failed : [reason], tests }
}

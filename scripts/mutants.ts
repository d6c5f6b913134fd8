import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Mutant, mutantsOf, mutated } from "./mutants/sites.ts"

/**
 * Draws small changes to the code, and names those that no test notices:
 *
 *     bun scripts/mutants.ts SEED COUNT [--whole]
 *
 * Each runs the tests of its folder over all stores, in copies of this checkout. With `--whole`, those that survive run the
 * whole test command, which takes minutes each. The seed is any text; the same one draws the same changes of the same code.
 */

const ROOT = join(import.meta.dir, "..")
const [seed, count] = [process.argv[2] ?? "", Number(process.argv[3])]
if (seed === "" || !(count > 0)) throw new Error("Usage: bun scripts/mutants.ts SEED COUNT [--whole]")
const isWhole = process.argv.includes("--whole")
/** Seconds after which tests count as failed: a changed loop may not end. */
const [PATIENCE, WHOLE_PATIENCE] = [300, 900]

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator with the constants of Numerical Recipes). */
const randomFrom = (seed: string) => {
  let state = Bun.hash.crc32(seed)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8")

const drawn = (): ReadonlyArray<Mutant> => {
  const random = randomFrom(seed)
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => `src/${name}`)
    .sort()
  const all = files.flatMap((path) => mutantsOf(path, read(path)))
  return Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1)
  ).flat()
}

const hasTests = (folder: string) =>
  existsSync(join(ROOT, folder)) &&
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".test.ts"))

/** The nearest folder of tests: that of `src/features/diary/model.ts` is `test/features/diary`. */
const testsOf = (path: string): string => {
  const folder = dirname(path)
  const tests = folder.replace(/^src/, "test")
  return hasTests(tests) ? tests : testsOf(folder)
}

/** A copy of the checkout, in which files may be changed. */
const copyOfCheckout = () => {
  const copy = mkdtempSync(join(tmpdir(), "fettle-mutants-"))
  for (const name of readdirSync(ROOT)) {
    if (name === "node_modules") symlinkSync(join(ROOT, name), join(copy, name))
    else if (name !== ".git") cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  return copy
}

const passes = async (copy: string, args: ReadonlyArray<string>, seconds: number): Promise<boolean> => {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: copy,
    stdio: ["ignore", "ignore", "ignore"],
    timeout: seconds * 1000,
    killSignal: "SIGKILL"
  })
  return (await child.exited) === 0
}

/** Whether the tests of a folder pass in a copy without changes, because otherwise they would seem to notice any. */
const sound = new Map<string, boolean>()

const checkSound = async (copy: string, tests: string) => {
  if (!sound.has(tests)) sound.set(tests, await passes(copy, testing(tests), PATIENCE))
  if (sound.get(tests) !== true) throw new Error(`${tests} does not pass without a change`)
}

const testing = (tests: string) => ["test", "--bail", "--timeout", "60000", tests]

const mutants = drawn()
const survivors: Array<string> = []
const noticed = { byFolder: 0, byWhole: 0 }

const judge = async (copy: string, mutant: Mutant) => {
  const { path, line, was, becomes } = mutant
  const source = read(path)
  const place = join(copy, path)
  const tests = testsOf(path)
  await checkSound(copy, tests)
  writeFileSync(place, mutated(source, mutant))
  const isUnseen = await passes(copy, testing(tests), PATIENCE)
  const isSurvivor = isUnseen && (!isWhole || (await passes(copy, ["test/run.ts", "--bail"], WHOLE_PATIENCE)))
  writeFileSync(place, source)
  if (!isUnseen) noticed.byFolder++
  else if (!isSurvivor) noticed.byWhole++
  else {
    const named = `${path}:${line}  ${JSON.stringify(was.slice(0, 80))} → ${JSON.stringify(becomes.slice(0, 80))}`
    survivors.push(named)
    console.log(named)
  }
  const judged = noticed.byFolder + noticed.byWhole + survivors.length
  console.error(`${judged} of ${mutants.length} judged, ${survivors.length} unnoticed`)
}

const waiting = [...mutants]
const work = async () => {
  const copy = copyOfCheckout()
  try {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await judge(copy, next)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

await Promise.all(Array.from({ length: isWhole ? 1 : Math.min(availableParallelism(), 4) }, work))
const share = ((100 * survivors.length) / mutants.length).toFixed(1)
console.log(
  `${mutants.length} drawn by ${seed}: ${noticed.byFolder} noticed by the tests of their folder, ${isWhole ? `${noticed.byWhole} by others, ` : ""}${survivors.length} by none (${share} %)`
)

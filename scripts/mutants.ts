import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { allMutants, makeSwitchable, runIn, withCopy, withMutant } from "./mutants/copies.ts"
import { type Alone, aloneIn, drawnIn, type Placed, triedIn } from "./mutants/found.ts"
import type { Mutant } from "./mutants/sites.ts"

/**
 * Draws small changes to the code, and names those that no test notices:
 *
 *     bun scripts/mutants.ts draw FOLDER SEED COUNT
 *     bun scripts/mutants.ts try FOLDER [FILE…]
 *     bun test/share.ts bun scripts/mutants.ts alone FOLDER [SECONDS]
 *
 * `draw` chooses changes, as often as it is called, each time by another seed: any text, which draws the same changes of the
 * same code. `try` runs the test command once over a copy of the code in which the changes can be switched on and off; each
 * test is repeated with those that make a difference to it. With files of tests, it runs these, with what is not noticed
 * yet. `alone` starts tests with what `try` cannot notice: a change that is made while a module is loaded or tests are
 * prepared, tests that pass only once, and answers that a process keeps. It tries each change with the quickest files of
 * tests that together take so many seconds; called again with more, it tries more. Each prints what is not noticed.
 */

const ROOT = join(import.meta.dir, "..")
if (process.argv.length < 4)
  throw new Error("Usage: bun scripts/mutants.ts draw|try|alone FOLDER [SEED COUNT|FILE…|SECONDS]")
const [task, folder = "", ...rest] = process.argv.slice(2)
/** What it takes to start tests, in seconds. */
const START = 2
/** Seconds after which tests are ended; a loop that no longer ends is noticed. */
const PATIENCE = 300
/** How many changes are tried at once. */
const TRIED_AT_ONCE = 2

/**
 * Numbers from 0 to below 1, the same for the same seed (a linear congruential generator with the constants of Numerical
 * Recipes).
 */
const randomFrom = (seed: string) => {
  let state = Bun.hash.crc32(seed)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
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

const draw = (seed: string, count: number): void => {
  const random = randomFrom(seed)
  const all = [...allMutants()]
  const drawn = Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1)
  ).flat()
  mkdirSync(folder, { recursive: true })
  const placed = drawn.map((mutant): Placed => ({ ...mutant, seed, tests: testsOf(mutant.path) }))
  writeFileSync(join(folder, "mutants.json"), JSON.stringify([...drawnIn(folder), ...placed]))
}

/** Runs tests over a copy in which the mutants can be switched; what each test reports is added to the folder. */
const tryIn = (files: ReadonlyArray<string>) =>
  withCopy(async (copy) => {
    const mutants = drawnIn(folder)
    const noticed = join(folder, "noticed")
    if (!existsSync(noticed)) writeFileSync(noticed, new Uint8Array(2 * mutants.length))
    makeSwitchable(copy, mutants)
    const child = Bun.spawn([process.execPath, "test/run.ts", ...files], {
      cwd: copy,
      env: { ...process.env, MUTANTS_FOLDER: folder },
      stdio: ["ignore", "ignore", "pipe"]
    })
    const output = await new Response(child.stderr).text()
    writeFileSync(join(folder, "output.txt"), output)
    await child.exited
    if (triedIn(folder).length === 0) throw new Error(`No test ran:\n${output.slice(-2000)}`)
  })

/** A file of tests that may notice a mutant, and how many seconds it takes. */
interface Candidate {
  readonly file: string
  readonly seconds: number
}

/** What was found of each mutant, by the notes in the folder. */
const found = () => {
  const tried = triedIn(folder)
  const alone = aloneIn(folder)
  const secondsOf = new Map(
    [...Map.groupBy(tried, ({ file }) => file)].map(([file, tests]) => [
      file,
      tests.reduce((sum, { seconds }) => sum + seconds, 0)
    ])
  )
  return drawnIn(folder).map((mutant, place) => {
    const counting = tried.filter(({ isRepeatable, found }) => isRepeatable && found.includes(place))
    const isNear = (file: string) => file.startsWith(`${mutant.tests}/`)
    const asked = tried.filter(({ ran }) => ran.includes(place))
    // What a test passes with here may be noticed by a process that begins with it: some answers are kept.
    const reached = tried.filter(({ before, ran }) => before.includes(place) || ran.includes(place))
    const files = [...new Set(reached.map(({ file }) => file))]
    const left = files
      .map((file): Candidate => ({ file, seconds: secondsOf.get(file) ?? 0 }))
      .toSorted((one, other) => Number(isNear(other.file)) - Number(isNear(one.file)) || one.seconds - other.seconds)
    const switched = counting.some(({ file }) => isNear(file)) ? "folder" : counting.length > 0 ? "others" : "never"
    const later = alone.get(place)
    const noticed = switched === "never" ? (later?.noticed ?? "never") : switched
    return { mutant, place, noticed, asked: asked.length, left, untried: later?.untried ?? left.length }
  })
}

const named = ({ path, line, was, becomes }: Mutant) =>
  `${path}:${line}  ${JSON.stringify(was.slice(0, 80))} → ${JSON.stringify(becomes.slice(0, 80))}`

/** Tries the quickest files first, more at a time as none notices; only tests that pass without the mutant notice it. */
const tryAlone = async (
  copy: string,
  { mutant, place, left }: ReturnType<typeof found>[number],
  budget: number,
  passesUnchanged: (args: ReadonlyArray<string>) => Promise<boolean>
): Promise<Alone> => {
  let [seconds, next, size] = [budget, 0, 1]
  while (next < left.length) {
    const some = left.slice(next, next + size)
    seconds -= START + some.reduce((sum, each) => sum + each.seconds, 0)
    if (seconds < 0 && next > 0) break
    // The embedded database is the slowest, and runs what PostgreSQL runs.
    const pattern = ["--test-name-pattern", "^(?!.*\\(embedded\\))"]
    const args = ["test", "--timeout", "60000", ...pattern, ...some.map(({ file }) => `./${file}`)]
    const { passed, failed, tests } = await withMutant(copy, mutant, () => runIn(copy, args, PATIENCE))
    if (!passed && (await passesUnchanged(args))) {
      const isNear = [...tests.keys()].some((file) => file.startsWith(`${mutant.tests}/`))
      return { place, noticed: isNear ? "folder" : "others", by: failed, untried: 0 }
    }
    next += size
    size *= 3
  }
  return { place, noticed: "never", by: [], untried: Math.max(0, left.length - next) }
}

const alone = (budget: number) =>
  withCopy(async (unchanged) => {
    const asked = new Map<string, Promise<boolean>>()
    const passesUnchanged = (args: ReadonlyArray<string>): Promise<boolean> => {
      const key = args.join(" ")
      const known = asked.get(key) ?? runIn(unchanged, args, PATIENCE).then(({ passed }) => passed)
      asked.set(key, known)
      return known
    }
    const waiting = found().filter(({ noticed, untried }) => noticed === "never" && untried > 0)
    const work = () =>
      withCopy(async (copy) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const judged = await tryAlone(copy, next, budget, passesUnchanged)
          console.log(judged.noticed.padEnd(7), named(next.mutant))
          appendFileSync(join(folder, "alone.jsonl"), `${JSON.stringify(judged)}\n`)
        }
      })
    await Promise.all(Array.from({ length: TRIED_AT_ONCE }, work))
  })

const report = (): void => {
  for (const [seed, ofSeed] of Map.groupBy(found(), ({ mutant }) => mutant.seed)) {
    const by = (noticed: Alone["noticed"]) => ofSeed.filter((each) => each.noticed === noticed)
    for (const { mutant, asked, untried } of by("never"))
      console.log(`${named(mutant)}: ${asked} tests tell it apart${untried > 0 ? `, ${untried} files untried` : ""}`)
    console.log(
      `${ofSeed.length} drawn by ${seed}: ${by("folder").length} noticed by the tests of their folder, ` +
        `${by("others").length} by others, ${by("never").length} by none`
    )
  }
}

if (task === "draw") draw(rest[0] ?? "", Number(rest[1]))
else if (task === "try") await tryIn(rest)
else if (task === "alone") await alone(Number(rest[0] ?? 20))
report()

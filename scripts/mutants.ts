import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { allMutants, runIn, withCopy, withMutants } from "./mutants/copies.ts"
import { candidatesBy, runWatched } from "./mutants/reach.ts"
import type { Mutant } from "./mutants/sites.ts"

/**
 * Draws small changes to the code, and names those that no test notices:
 *
 *     bun scripts/mutants.ts watch FOLDER
 *     bun test/share.ts bun scripts/mutants.ts draw FOLDER SEED COUNT
 *     bun scripts/mutants.ts whole FOLDER SEED
 *
 * `watch` runs the test command once, and notes in the folder which expressions each test file ran. `draw` tries each
 * change with the test files that ran it: those of its own folder, then others while they are quick. `whole` runs the test
 * command with all changes that were not noticed, and tries each of them alone with the files that fail. Only a file that
 * passes without a change notices one; if it does not, or takes too long, the change is unclear. The seed is any text; the
 * same one draws the same changes of the same code.
 */

const ROOT = join(import.meta.dir, "..")
if (process.argv.length < 4) throw new Error("Usage: bun scripts/mutants.ts watch|draw|whole FOLDER [SEED] [COUNT]")
const [task, folder = "", seed = "", count = "0"] = process.argv.slice(2)
/** Seconds of processor time that the tests of a change's folder, and those of others, may take. */
const [FOLDER_BUDGET, OTHER_BUDGET] = [60, 40]
/** What it takes to start tests, in seconds of processor time. */
const START = 1
/** Seconds after which tests are ended. */
const [PATIENCE, WHOLE_PATIENCE] = [300, 3600]
/** How many changes are tried at once. */
const TRIED_AT_ONCE = 2

/** What was found of a change. */
interface Judged {
  readonly mutant: Mutant
  readonly noticed: "folder" | "others" | "whole" | "unclear" | "never"
  readonly by: ReadonlyArray<string>
  /** Test files that ran the change and have not been tried, because they take long. */
  readonly untried: ReadonlyArray<string>
}

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

const drawn = (): ReadonlyArray<Mutant> => {
  const random = randomFrom(seed)
  const all = [...allMutants()]
  return Array.from({ length: Math.min(Number(count), all.length) }, () =>
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

const named = ({ path, line, was, becomes }: Mutant) =>
  `${path}:${line}  ${JSON.stringify(was.slice(0, 80))} → ${JSON.stringify(becomes.slice(0, 80))}`

const results = join(folder, `${seed}.jsonl`)
const judgedBefore = (): ReadonlyArray<Judged> =>
  existsSync(results)
    ? readFileSync(results, "utf8")
        .trim()
        .split("\n")
        .map((line): Judged => JSON.parse(line))
    : []

/** Without `--bail`, which ends a process before it has removed its databases. */
const testing = (files: ReadonlyArray<string>) => ["test", "--timeout", "60000", ...files.map((file) => `./${file}`)]

/** Whether a test file passes in a copy without changes; each is asked once. */
const soundIn = (copy: string) => {
  const asked = new Map<string, Promise<boolean>>()
  return (file: string): Promise<boolean> => {
    const known = asked.get(file) ?? runIn(copy, testing([file]), PATIENCE).then(({ passed }) => passed)
    asked.set(file, known)
    return known
  }
}

interface Timed {
  readonly file: string
  readonly seconds: number
}

type Found = Pick<Judged, "by" | "untried"> & { readonly isUnclear: boolean }

/** Tries the quickest files first, more at a time as none notices, within a budget. */
const noticedBy = async (
  copy: string,
  files: ReadonlyArray<Timed>,
  budget: number,
  isSound: (file: string) => Promise<boolean>
): Promise<Found> => {
  let [left, next, size] = [budget, 0, 1]
  while (next < files.length) {
    const some = files.slice(next, next + size)
    left -= START + some.reduce((sum, { seconds }) => sum + seconds, 0)
    if (left < 0 && next > 0) break
    const tried = some.map(({ file }) => file)
    const { passed, failed, files: failing, isLate } = await runIn(copy, testing(tried), PATIENCE)
    if (!passed) {
      const sound = await Promise.all((failing.length > 0 ? failing : tried).map(isSound))
      return { by: failed, untried: [], isUnclear: isLate || sound.includes(false) }
    }
    next += size
    size *= 3
  }
  return { by: [], untried: files.slice(next).map(({ file }) => file), isUnclear: false }
}

const draw = async () => {
  const candidates = candidatesBy(folder)
  const done = new Set(judgedBefore().map(({ mutant }) => named(mutant)))
  const waiting = drawn().filter((mutant) => !done.has(named(mutant)))
  const judge = async (copy: string, mutant: Mutant, isSound: (file: string) => Promise<boolean>): Promise<Judged> => {
    const files = candidates(mutant)
    const isNear = ({ file }: Timed) => file.startsWith(`${testsOf(mutant.path)}/`)
    const isFar = (file: Timed) => !isNear(file)
    const near = await noticedBy(copy, files.filter(isNear), FOLDER_BUDGET, isSound)
    if (near.by.length > 0) return { mutant, noticed: near.isUnclear ? "unclear" : "folder", ...near }
    const far = await noticedBy(copy, files.filter(isFar), OTHER_BUDGET, isSound)
    const untried = [...near.untried, ...far.untried]
    const noticed = far.isUnclear ? "unclear" : far.by.length > 0 ? "others" : "never"
    return { mutant, noticed, by: far.by, untried }
  }
  const work = (isSound: (file: string) => Promise<boolean>) =>
    withCopy(async (copy) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const mutant = next
        const judged = await withMutants(copy, [mutant], () => judge(copy, mutant, isSound))
        appendFileSync(results, `${JSON.stringify(judged)}\n`)
        console.log(judged.noticed.padEnd(7), named(mutant))
      }
    })
  await withCopy((unchanged) => {
    const isSound = soundIn(unchanged)
    return Promise.all(Array.from({ length: TRIED_AT_ONCE }, () => work(isSound)))
  })
}

/**
 * Changes that were not noticed, or are unclear, meet the whole test command together; then each alone those of the failing
 * files that may notice it.
 */
const whole = async () => {
  const candidates = candidatesBy(folder)
  const judged = judgedBefore()
  const isOpen = ({ noticed }: Judged) => noticed === "never" || noticed === "unclear"
  const survivors = judged.filter(isOpen).map(({ mutant }) => mutant)
  const found = await withCopy(async (copy) => {
    const { files } = await withMutants(copy, survivors, () => runIn(copy, ["test/run.ts"], WHOLE_PATIENCE))
    console.log(`${files.length} files fail: ${files.join(", ")}`)
    const isSound = soundIn(copy)
    const noticed = new Map<string, ReadonlyArray<string>>()
    for (const mutant of survivors) {
      for (const { file } of candidates(mutant)) {
        if (!files.includes(file)) continue
        const alone = await withMutants(copy, [mutant], () => runIn(copy, testing([file]), PATIENCE))
        if (alone.passed || alone.isLate || !(await isSound(file))) continue
        noticed.set(named(mutant), alone.failed)
        break
      }
    }
    return noticed
  })
  const isFound = (each: Judged) => isOpen(each) && found.has(named(each.mutant))
  const after = judged.map(
    (each): Judged => (isFound(each) ? { ...each, noticed: "whole", by: found.get(named(each.mutant)) ?? [] } : each)
  )
  writeFileSync(results, after.map((each) => `${JSON.stringify(each)}\n`).join(""))
}

const report = () => {
  const judged = judgedBefore()
  const by = (noticed: Judged["noticed"]) => judged.filter((each) => each.noticed === noticed)
  for (const { mutant, noticed } of [...by("unclear"), ...by("never")]) console.log(noticed.padEnd(7), named(mutant))
  console.log(
    `${judged.length} drawn by ${seed}: ${by("folder").length} noticed by the tests of their folder, ` +
      `${by("others").length + by("whole").length} by others, ` +
      `${by("unclear").length} unclear, ${by("never").length} by none`
  )
}

if (task === "watch") await withCopy((copy) => runWatched(copy, folder, allMutants()))
else if (task === "draw") await draw()
else if (task === "whole") await whole()
if (seed !== "") report()

import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { allMutants, runIn, withCopy, withMutants } from "./mutants/copies.ts"
import { type Candidate, candidatesBy, runWatched } from "./mutants/reach.ts"
import type { Mutant } from "./mutants/sites.ts"

/**
 * Draws small changes to the code, and names those that no test notices:
 *
 *     bun scripts/mutants.ts watch FOLDER
 *     bun test/share.ts bun scripts/mutants.ts draw FOLDER SEED COUNT [SECONDS]
 *     bun scripts/mutants.ts whole FOLDER
 *
 * `watch` runs the test command once, and notes in the folder which expressions each test ran. `draw` tries each change
 * with the tests that ran it: those of its own folder, then others, in either case the quickest that together take so many
 * seconds of processor time. Called again with more seconds, it tries what was not noticed once more. `whole` runs the test
 * command with all changes of all draws that were not noticed, and tries each of them alone with the tests that fail: few
 * should be left by then. Only tests that pass without a change notice one; if they do not, the change is unclear. The seed
 * is any text; the same one draws the same changes of the same code.
 */

const ROOT = join(import.meta.dir, "..")
if (process.argv.length < 4)
  throw new Error("Usage: bun scripts/mutants.ts watch|draw|whole FOLDER [SEED] [COUNT] [SECONDS]")
const [task, folder = "", seed = "", count = "0", seconds = "20"] = process.argv.slice(2)
/** What it takes to start tests, in seconds of processor time. */
const START = 1
/** Seconds after which tests are ended; a loop that no longer ends is noticed. */
const [PATIENCE, WHOLE_PATIENCE] = [150, 3600]
/** A longer pattern of names may be refused as an argument. */
const LONGEST_PATTERN = 100_000
/** How many changes are tried at once. */
const TRIED_AT_ONCE = 2

/** What was found of a change. */
interface Judged {
  readonly mutant: Mutant
  readonly noticed: "folder" | "others" | "unclear" | "never"
  readonly by: ReadonlyArray<string>
  /** How many test files ran the change and have not been tried, because they take long. */
  readonly untried: number
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

/** Tells changes apart: a line may hold two that read the same. */
const keyOf = ({ path, start, becomes }: Mutant) => `${path} ${start} ${becomes}`

const resultsOf = (seed: string) => join(folder, `${seed}.jsonl`)
/** What was found of each change so far; of what was tried again, the last counts. */
const judgedBefore = (seed: string): ReadonlyArray<Judged> => {
  if (!existsSync(resultsOf(seed))) return []
  const lines = readFileSync(resultsOf(seed), "utf8").trim().split("\n")
  const all = lines.map((line): Judged => JSON.parse(line))
  return [...new Map(all.map((judged) => [keyOf(judged.mutant), judged])).values()]
}

/** The seeds that were drawn by. */
const seeds = (): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [basename(name, ".jsonl")] : []))

/** A pattern that matches just these tests; `bun test` reports " > " between the name of a test and that of its group. */
const patternOf = (names: ReadonlyArray<string>): string =>
  `^(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" > ", " (?:> )?")).join("|")})`

/** Runs the tests, without `--bail`, which ends a process before it has removed its databases. */
const testing = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<string> => {
  const names = candidates.flatMap(({ tests }) => tests)
  const pattern = patternOf(names)
  const only = names.includes("all") || pattern.length > LONGEST_PATTERN ? [] : ["--test-name-pattern", pattern]
  return ["test", "--timeout", "60000", ...only, ...candidates.map(({ file }) => `./${file}`)]
}

/** Whether tests pass in a copy without changes, in the same time; the same are asked once. */
const soundIn = (copy: string) => {
  const asked = new Map<string, Promise<boolean>>()
  return (candidates: ReadonlyArray<Candidate>): Promise<boolean> => {
    const args = testing(candidates)
    const key = JSON.stringify(args)
    const known = asked.get(key) ?? runIn(copy, args, PATIENCE).then(({ passed }) => passed)
    asked.set(key, known)
    return known
  }
}

type IsSound = ReturnType<typeof soundIn>

/** Tries the quickest files first, more at a time as none notices, within a budget. */
const noticedBy = async (
  copy: string,
  candidates: ReadonlyArray<Candidate>,
  budget: number,
  isSound: IsSound
): Promise<Pick<Judged, "by" | "untried"> & { readonly isUnclear: boolean }> => {
  let [left, next, size] = [budget, 0, 1]
  while (next < candidates.length) {
    const some = candidates.slice(next, next + size)
    left -= START + some.reduce((sum, { seconds }) => sum + seconds, 0)
    if (left < 0 && next > 0) break
    const { passed, failed, tests } = await runIn(copy, testing(some), PATIENCE)
    if (!passed) {
      const failing = some.filter(({ file }) => tests.size === 0 || tests.has(file))
      return { by: failed, untried: 0, isUnclear: !(await isSound(failing)) }
    }
    next += size
    size *= 3
  }
  return { by: [], untried: candidates.length - Math.min(next, candidates.length), isUnclear: false }
}

/** Tries the tests of the change's folder, then the others, each within the budget. */
const judge = async (
  copy: string,
  mutant: Mutant,
  candidates: ReadonlyArray<Candidate>,
  budget: number,
  isSound: IsSound
): Promise<Judged> =>
  withMutants(copy, [mutant], async () => {
    const isNear = ({ file }: Candidate) => file.startsWith(`${testsOf(mutant.path)}/`)
    const isFar = (candidate: Candidate) => !isNear(candidate)
    const near = await noticedBy(copy, candidates.filter(isNear), budget, isSound)
    if (near.by.length > 0) return { mutant, noticed: near.isUnclear ? "unclear" : "folder", ...near }
    const far = await noticedBy(copy, candidates.filter(isFar), budget, isSound)
    const noticed = far.isUnclear ? "unclear" : far.by.length > 0 ? "others" : "never"
    return { mutant, noticed, by: far.by, untried: near.untried + far.untried }
  })

/** Judges some changes, each with its candidates, several at once. */
const judgeAll = (
  mutants: ReadonlyArray<Mutant>,
  candidatesOf: (mutant: Mutant) => ReadonlyArray<Candidate>,
  budget: number,
  record: (judged: Judged) => void
) => {
  const waiting = [...mutants]
  const work = (isSound: IsSound) =>
    withCopy(async (copy) => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const judged = await judge(copy, mutant, candidatesOf(mutant), budget, isSound)
        console.log(judged.noticed.padEnd(7), named(mutant))
        record(judged)
      }
    })
  return withCopy((unchanged) => {
    const isSound = soundIn(unchanged)
    return Promise.all(Array.from({ length: TRIED_AT_ONCE }, () => work(isSound)))
  })
}

const lineOf = (judged: Judged) => `${JSON.stringify(judged)}\n`

const isOpen = ({ noticed }: Judged) => noticed === "never" || noticed === "unclear"

/** Tries what has not been tried, or not with all tests; the changes that need the least time first. */
const draw = () => {
  const candidates = candidatesBy(folder)
  const done = new Set(
    judgedBefore(seed).flatMap((each) => (isOpen(each) && each.untried > 0 ? [] : keyOf(each.mutant)))
  )
  const secondsOf = (mutant: Mutant) => candidates(mutant).reduce((sum, { seconds }) => sum + seconds, 0)
  const left = drawn()
    .filter((mutant) => !done.has(keyOf(mutant)))
    .map((mutant) => ({ mutant, seconds: secondsOf(mutant) }))
    .toSorted((one, other) => one.seconds - other.seconds)
    .map(({ mutant }) => mutant)
  return judgeAll(left, candidates, Number(seconds), (judged) => appendFileSync(resultsOf(seed), lineOf(judged)))
}

/** Changes that were not noticed, or are unclear, meet the whole test command together; then each alone what failed. */
const whole = async () => {
  const candidates = candidatesBy(folder)
  const before = new Map(seeds().map((seed) => [seed, judgedBefore(seed)]))
  const open = [...before.values()].flatMap((judged) => judged.filter(isOpen)).map(({ mutant }) => mutant)
  const { tests } = await withCopy((copy) =>
    withMutants(copy, open, () => runIn(copy, ["test/run.ts"], WHOLE_PATIENCE))
  )
  console.log(`${tests.size} files fail: ${[...tests.keys()].join(", ")}`)
  const failing = (mutant: Mutant) =>
    candidates(mutant).flatMap((candidate): ReadonlyArray<Candidate> => {
      const names = tests.get(candidate.file)
      if (names === undefined || candidate.tests === "all") return names === undefined ? [] : [candidate]
      const failed = candidate.tests.filter((name) => names.has(name))
      return failed.length === 0 ? [] : [{ ...candidate, tests: failed }]
    })
  const found = new Map<string, Judged>()
  await judgeAll(open, failing, Number.POSITIVE_INFINITY, (judged) => found.set(keyOf(judged.mutant), judged))
  for (const [seed, judged] of before) {
    const after = judged.map((each) => (isOpen(each) ? (found.get(keyOf(each.mutant)) ?? each) : each))
    writeFileSync(resultsOf(seed), after.map(lineOf).join(""))
  }
}

const report = (seed: string) => {
  const judged = judgedBefore(seed)
  const by = (noticed: Judged["noticed"]) => judged.filter((each) => each.noticed === noticed)
  for (const { mutant, noticed } of [...by("unclear"), ...by("never")]) console.log(noticed.padEnd(7), named(mutant))
  console.log(
    `${judged.length} drawn by ${seed}: ${by("folder").length} noticed by the tests of their folder, ` +
      `${by("others").length} by others, ${by("unclear").length} unclear, ${by("never").length} by none`
  )
}

if (task === "watch") await withCopy((copy) => runWatched(copy, folder, allMutants()))
else if (task === "draw") await draw()
else if (task === "whole") await whole()
for (const seed of seeds()) report(seed)

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { nameOfTest } from "./copies.ts"
import { type Mutant, watched } from "./sites.ts"

/** Tests of one file that may notice a mutant. */
export interface Candidate {
  readonly file: string
  /** Seconds of processor time. */
  readonly seconds: number
  /** The full names of the tests, as `bun test` reports them, or "all" if these are not known. */
  readonly tests: ReadonlyArray<string> | "all"
}

/** Something that ran: its time, in seconds of processor time, and the places of mutants in the order of all. */
interface Ran {
  readonly seconds: number
  readonly ran: ReadonlySet<number>
}

/** What one file ran: while it was loaded, while its tests were prepared, and in each of them. */
interface Reach {
  readonly file: string
  readonly load: Ran
  readonly before: Ran
  readonly tests: ReadonlyArray<Ran & { readonly name: string | undefined }>
}

/** What is noted after a file was loaded, and before and after each of its tests. */
interface Note {
  readonly file: string
  readonly when: "load" | "before" | "test"
  readonly seconds: number
  readonly ran: ReadonlyArray<number>
}

/** Rewrites the code of a copy, so that each mutant's expression notes that it ran. */
const watch = (copy: string, mutants: ReadonlyArray<Mutant>): void => {
  const placeOf = new Map(mutants.map((mutant, place) => [mutant, place]))
  for (const [path, ofFile] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const source = readFileSync(join(copy, path), "utf8")
    const text = watched(source, ofFile, (mutant) => placeOf.get(mutant) ?? 0)
    writeFileSync(join(copy, path), `import ${JSON.stringify(join(copy, "scripts/mutants/ran.js"))}\n${text}`)
  }
}

/** Runs the whole test command over a watched copy, which takes longer than without. Its notes stay in the folder. */
export const runWatched = async (copy: string, folder: string, mutants: ReadonlyArray<Mutant>): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "mutants.json"), JSON.stringify(mutants))
  watch(copy, mutants)
  const child = Bun.spawn([process.execPath, "test/run.ts", "--preload", "./scripts/mutants/watch.ts"], {
    cwd: copy,
    env: { ...process.env, MUTANTS_FOLDER: folder, MUTANTS_COUNT: String(mutants.length) },
    stdio: ["ignore", "ignore", "pipe"]
  })
  writeFileSync(join(folder, "output.txt"), await new Response(child.stderr).text())
  await child.exited
}

/** The names of the tests that ran, by file and in their order, as `bun test` reported them. */
const namesIn = (output: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const names = new Map<string, Array<string>>()
  let ofFile: Array<string> = []
  for (const line of output.split("\n")) {
    const file = /^(test\/\S+\.tsx?):$/.exec(line)?.[1]
    if (file !== undefined) {
      ofFile = names.get(file) ?? []
      names.set(file, ofFile)
    }
    const name = nameOfTest(line, "pass") ?? nameOfTest(line, "fail")
    if (name !== undefined) ofFile.push(name)
  }
  return names
}

const together = (notes: ReadonlyArray<Note>): Ran => ({
  seconds: notes.reduce((sum, { seconds }) => sum + seconds, 0),
  ran: new Set(notes.flatMap(({ ran }) => ran))
})

/** What each test file ran, by the notes in a folder. */
const reachIn = (folder: string): ReadonlyArray<Reach> => {
  const names = namesIn(readFileSync(join(folder, "output.txt"), "utf8"))
  const notes = readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line): Note => JSON.parse(line))
  return [...Map.groupBy(notes, ({ file }) => file)].map(([file, ofFile]) => {
    const noted = (what: Note["when"]) => ofFile.filter(({ when }) => when === what)
    const tests = noted("test")
    const reported = names.get(file) ?? []
    return {
      file,
      load: together(noted("load")),
      before: together(noted("before")),
      tests: tests.map((test, at) => ({
        ...together([test]),
        name: reported.length === tests.length ? reported[at] : undefined
      }))
    }
  })
}

const keyOf = ({ path, from, was }: Mutant): string => `${path} ${from} ${was}`

/** These tests of a file, which take as long as loading and preparing it takes as well. */
const candidateOf = ({ file, load, before }: Reach, tests: Reach["tests"]): ReadonlyArray<Candidate> => {
  if (tests.length === 0) return []
  const seconds = tests.reduce((sum, test) => sum + test.seconds, load.seconds + before.seconds)
  const names = tests.flatMap(({ name }) => name ?? [])
  return [{ file, seconds, tests: names.length === tests.length ? names : "all" }]
}

/**
 * Returns, by the notes in a folder, which tests may notice a mutant, the quickest files first: those that ran it, or all of
 * a file if it ran while the file prepared them. What runs only while modules are loaded, such as a constant, may be noticed
 * by those that ran anything of its file, or else of its folder, and by those of a file that loaded it.
 */
export const candidatesBy = (folder: string) => {
  const reach = reachIn(folder)
  const all: ReadonlyArray<Mutant> = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8"))
  const quickest = (testsOf: (of: Reach) => Reach["tests"]): ReadonlyArray<Candidate> =>
    reach.flatMap((of) => candidateOf(of, testsOf(of))).toSorted((a, b) => a.seconds - b.seconds)
  const places = (isIt: (mutant: Mutant) => boolean): ReadonlyArray<number> =>
    all.flatMap((mutant, place) => (isIt(mutant) ? [place] : []))
  const running = (isIt: (mutant: Mutant) => boolean): ReadonlyArray<Candidate> => {
    const among = places(isIt)
    const isIn = ({ ran }: Ran) => among.some((place) => ran.has(place))
    return quickest(({ before, tests }) => (isIn(before) ? tests : tests.filter(isIn)))
  }
  const loading = (isIt: (mutant: Mutant) => boolean): ReadonlyArray<Candidate> => {
    const among = places(isIt)
    return quickest(({ load, tests }) => (among.some((place) => load.ran.has(place)) ? tests : []))
  }
  return (mutant: Mutant): ReadonlyArray<Candidate> => {
    const isSame = (other: Mutant) => keyOf(other) === keyOf(mutant)
    const itself = mutant.isAtLoad ? [] : running(isSame)
    if (itself.length > 0) return itself
    const ofFile = running(({ path }) => path === mutant.path)
    const near = ofFile.length > 0 ? ofFile : running(({ path }) => dirname(path) === dirname(mutant.path))
    const known = new Set(near.map(({ file }) => file))
    return [...near, ...loading(isSame).filter(({ file }) => !known.has(file))]
  }
}

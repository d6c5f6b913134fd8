import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Mutant, watched } from "./sites.ts"

/** What the tests of one file ran. */
export interface Reach {
  readonly file: string
  /** Seconds of processor time. */
  readonly seconds: number
  /** Places of mutants, in the order of those that were watched. */
  readonly ran: ReadonlySet<number>
}

/** What is noted after a test. */
interface Note {
  readonly file: string
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
    stdio: ["ignore", "ignore", "ignore"]
  })
  await child.exited
}

/** What each test file ran, by the notes in a folder. */
const reachIn = (folder: string): ReadonlyArray<Reach> => {
  const notes = readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line): Note => JSON.parse(line))
  return [...Map.groupBy(notes, ({ file }) => file)].map(([file, ofFile]) => ({
    file,
    seconds: ofFile.reduce((sum, { seconds }) => sum + seconds, 0),
    ran: new Set(ofFile.flatMap(({ ran }) => ran))
  }))
}

const keyOf = ({ path, from, was }: Mutant): string => `${path} ${from} ${was}`

/**
 * Returns, by the notes in a folder, which test files may notice a mutant, the quickest first: those that ran it. What runs
 * only while modules are loaded, such as a constant, may be noticed by those that ran anything of its file, or else of its
 * folder.
 */
export const candidatesBy = (folder: string) => {
  const reach = reachIn(folder).toSorted((a, b) => a.seconds - b.seconds)
  const all: ReadonlyArray<Mutant> = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8"))
  const running = (isIt: (mutant: Mutant) => boolean): ReadonlyArray<Reach> => {
    const places = all.flatMap((mutant, place) => (isIt(mutant) ? [place] : []))
    return reach.filter(({ ran }) => places.some((place) => ran.has(place)))
  }
  return (mutant: Mutant): ReadonlyArray<Reach> => {
    const itself = mutant.isAtLoad ? [] : running((other) => keyOf(other) === keyOf(mutant))
    if (itself.length > 0) return itself
    const ofFile = running(({ path }) => path === mutant.path)
    return ofFile.length > 0 ? ofFile : running(({ path }) => dirname(path) === dirname(mutant.path))
  }
}

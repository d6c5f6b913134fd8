import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Mutant } from "./sites.ts"

/** A mutant that was drawn, with its seed and the nearest folder of tests. */
export interface Placed extends Mutant {
  readonly seed: string
  readonly tests: string
}

/** What was found by one test. Mutants are named by their place among those that were drawn. */
export interface Tried {
  readonly file: string
  readonly name: string
  /** How long it takes without mutants. */
  readonly seconds: number
  /** What ran while the test was prepared, and what would have made a difference to it. */
  readonly before: ReadonlyArray<number>
  readonly ran: ReadonlyArray<number>
  /** Of those that nothing had noticed, the ones that it noticed. */
  readonly found: ReadonlyArray<number>
  /** Whether the test passes again after it has passed; what was found by another does not count. */
  readonly isRepeatable: boolean
}

/** What was found of a mutant that was tried alone. */
export interface Alone {
  readonly place: number
  readonly noticed: "folder" | "others" | "never"
  readonly by: ReadonlyArray<string>
  /** How many files of tests have not been tried. */
  readonly untried: number
}

const linesOf = (path: string): ReadonlyArray<string> =>
  existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").filter(Boolean) : []

export const drawnIn = (folder: string): ReadonlyArray<Placed> => {
  const path = join(folder, "mutants.json")
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []
}

export const triedIn = (folder: string): ReadonlyArray<Tried> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => linesOf(join(folder, name)))
    .map((line): Tried => JSON.parse(line))

/** What was found alone, by place; of what was tried twice, the last. */
export const aloneIn = (folder: string): ReadonlyMap<number, Alone> =>
  new Map(
    linesOf(join(folder, "alone.jsonl")).map((line) => {
      const alone: Alone = JSON.parse(line)
      return [alone.place, alone]
    })
  )

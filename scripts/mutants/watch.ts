import { afterEach, beforeAll, beforeEach } from "bun:test"
import { appendFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"

/** Preloaded by the tests of a watched copy: notes which places of the code each test ran, and how long it took. */

const { MUTANTS_FOLDER = "", MUTANTS_COUNT = "0" } = process.env
const file = join(MUTANTS_FOLDER, `${process.pid}.ran`)
const log = join(MUTANTS_FOLDER, `${process.pid}.log`)
writeFileSync(file, new Uint8Array(Number(MUTANTS_COUNT)))
process.env.MUTANTS_RAN = file
const ran = Bun.mmap(file)

/** The places that ran since the last call. */
const taken = (): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = ran.indexOf(1); at !== -1; at = ran.indexOf(1, at + 1)) places.push(at)
  ran.fill(0)
  return places
}

let since = process.cpuUsage()

const note = (when: "load" | "before" | "test") => {
  const { user, system } = process.cpuUsage(since)
  since = process.cpuUsage()
  const noted = { file: relative(process.cwd(), Bun.main), when, seconds: (user + system) / 1e6, ran: taken() }
  appendFileSync(log, `${JSON.stringify(noted)}\n`)
}

beforeAll(() => note("load"))

beforeEach(() => note("before"))

afterEach(() => note("test"))

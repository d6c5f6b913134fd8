import * as bun from "bun:test"
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { Placed, Tried } from "./found.ts"
import { thoseThatFail } from "./halving.ts"

/**
 * Stands in for `bun:test` in a copy whose mutants can be switched on and off: each test runs once as it is, and then with
 * the mutants that would have made a difference to it and that nothing has noticed yet. Those it passes with, several at a
 * time, it does not notice; those it fails with, alone and only if it passes without them again, it does.
 */

export { afterAll, afterEach, beforeAll, beforeEach, expect, type Mock, mock, spyOn } from "bun:test"

declare global {
  var restartMutants: () => void
}

const { MUTANTS_FOLDER = "" } = process.env
const mutants: ReadonlyArray<Placed> = JSON.parse(readFileSync(join(MUTANTS_FOLDER, "mutants.json"), "utf8"))
/** Which mutants the tests of their folder have noticed, and then which any tests have; shared by all processes. */
const noticed = Bun.mmap(join(MUTANTS_FOLDER, "noticed"))
const log = join(MUTANTS_FOLDER, `${process.pid}.log`)

const count = mutants.length
if (process.env.MUTANTS_STATE === undefined) {
  process.env.MUTANTS_STATE = join(MUTANTS_FOLDER, `${process.pid}.state`)
  writeFileSync(process.env.MUTANTS_STATE, new Uint8Array(2 * count))
}
const state = Bun.mmap(process.env.MUTANTS_STATE)
const [isOn, differs] = [state.subarray(0, count), state.subarray(count)]

/** Seconds that a test has for all of its mutants, and milliseconds that it has for some of them, at least. */
const [SECONDS, LEAST] = [240, 5000]

const placesOf = (flags: Uint8Array): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = flags.indexOf(1); at !== -1; at = flags.indexOf(1, at + 1)) places.push(at)
  return places
}

type Body = (...args: ReadonlyArray<never>) => unknown

/** Whether a test passes with these mutants. */
const passesWith = async (run: () => unknown, places: ReadonlyArray<number>, patience: number): Promise<boolean> => {
  restartMutants()
  for (const place of places) isOn[place] = 1
  try {
    await Promise.race([
      Promise.resolve(run()),
      Bun.sleep(patience).then(() => Promise.reject(new Error("The test takes too long")))
    ])
    return true
  } catch {
    return false
  } finally {
    isOn.fill(0)
  }
}

/** The test file that is being loaded, from the root. */
const fileOf = (): string => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const found = /[^\s(]*\/test\/[^\s:)]*\.test\.tsx?/.exec(new Error().stack ?? "")?.[0]
  Error.stackTraceLimit = limit
  return relative(process.cwd(), found ?? Bun.main)
}

/** A test that is repeated with mutants. */
const repeated = (name: string, body: Body): Body => {
  const file = fileOf()
  const isNear = (place: number) => file.startsWith(`${mutants[place]?.tests}/`)
  const isOpen = (place: number) =>
    mutants[place]?.isAtLoad === false && noticed[(isNear(place) ? 0 : count) + place] === 0
  return async (...args) => {
    const before = placesOf(differs)
    differs.fill(0)
    const run = () => body(...args)
    const started = performance.now()
    await run()
    const elapsed = performance.now() - started
    const ran = placesOf(differs)
    const [patience, end] = [Math.max(LEAST, 10 * elapsed), performance.now() + SECONDS * 1000]
    let isRepeatable: boolean | undefined
    const found = await thoseThatFail(ran.filter(isOpen), async (places) => {
      if (isRepeatable === false || performance.now() > end || (await passesWith(run, places, patience))) return true
      isRepeatable ??= await passesWith(run, [], patience)
      return !isRepeatable
    })
    if (found.length > 0) isRepeatable = await passesWith(run, [], patience)
    for (const place of isRepeatable === false ? [] : found) {
      if (isNear(place)) noticed[place] = 1
      noticed[count + place] = 1
    }
    const seconds = elapsed / 1000
    const tried: Tried = { file, name, seconds, before, ran, found, isRepeatable: isRepeatable !== false }
    appendFileSync(log, `${JSON.stringify(tried)}\n`)
    differs.fill(0)
  }
}

type Options = { readonly timeout: number }
type Register = (name: string, body: Body, options: Options) => void
/** What is used of the `test` of `bun:test`. */
interface Test extends Register {
  readonly each: (table: ReadonlyArray<never>) => Register
  readonly if: (condition: unknown) => Test
  readonly skipIf: (condition: unknown) => Test
  readonly skip: Register
}
const OPTIONS: Options = { timeout: 3_600_000 }

const repeating = (register: Register) => (name: string, body: Body) => register(name, repeated(name, body), OPTIONS)

const wrapped = (original: Test): unknown =>
  Object.assign(repeating(original), {
    each: (table: ReadonlyArray<never>) => repeating(original.each(table)),
    if: (condition: unknown) => wrapped(original.if(condition)),
    skipIf: (condition: unknown) => wrapped(original.skipIf(condition)),
    skip: original.skip
  })

/** Which mutants are on is the same for a whole process, so its tests run one after the other. */
const sequential = (original: object) => Object.assign(original, { concurrent: original })

export const test = sequential(wrapped(bun.test as unknown as Test) as object)
export const describe = sequential(
  Object.assign((name: string, body: () => void) => bun.describe(name, body), {
    each: bun.describe.each.bind(bun.describe),
    if: bun.describe.if.bind(bun.describe),
    skipIf: bun.describe.skipIf.bind(bun.describe)
  })
)

import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Chunk, Deferred, Duration, Effect, Fiber, Logger, LogLevel, Schedule, TestClock, TestContext } from "effect"
import type { Crew } from "../../../src/platform/workers/crew.ts"
import { layerAlone, Siblings } from "../../../src/platform/workers/siblings.ts"
import { pauses, supervise } from "../../../src/platform/workers/supervisor.ts"
import { isRunning, until } from "../../support/process.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Line {
  readonly worker: number
  readonly pid: number
  readonly snapshots: ReadonlyArray<string>
  readonly crew: Crew | null
}

/** Three workers of ./worker.ts, and what they have written so far. */
const crew = (manner: string) => {
  const output = join(folder, `${manner}.jsonl`)
  const lines = (): ReadonlyArray<Line> => {
    try {
      return readFileSync(output, "utf8")
        .split("\n")
        .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line)] : []))
    } catch {
      return []
    }
  }
  const start = (whenAllServe: Effect.Effect<void>) =>
    supervise({
      command: [process.execPath, join(import.meta.dir, "worker.ts")],
      environment: { PATH: process.env.PATH, OUTPUT: output, MANNER: manner },
      count: 3,
      whenAllServe,
      mergeEnded: (snapshots) => snapshots.join(" + ")
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
  return { lines, start, pids: () => [...new Set(lines().map(({ pid }) => pid))] }
}

test("every worker gets the snapshots of all; a deaf one's is its last", async () => {
  const { lines, start, pids } = crew("third is deaf")
  const fiber = Effect.runFork(start(Effect.void))
  const hears = (by: number) =>
    lines().some(
      ({ worker, snapshots }) =>
        worker === by &&
        snapshots.length === 3 &&
        snapshots.includes("3: 1") &&
        snapshots.some((snapshot) => /^1: ([3-9]|\d\d)/.test(snapshot))
    )
  await until(() => [1, 2, 3].every(hears))
  await Effect.runPromise(Fiber.interrupt(fiber))
  expect(pids().filter(isRunning)).toEqual([])
}, 20_000)

test("a worker that ends is restarted with its old number; its last snapshot stays, once", async () => {
  const { lines, start, pids } = crew("mortal")
  const fiber = Effect.runFork(start(Effect.void))
  await until(() => pids().length === 3)
  const seconds = () => [...new Set(lines().flatMap(({ worker, pid }) => (worker === 2 ? [pid] : [])))]
  const heard = (pattern: RegExp) => lines().some(({ snapshots }) => snapshots.some((text) => pattern.test(text)))
  process.kill(seconds()[0] ?? 0, "SIGKILL")
  await until(() => seconds().length === 2)
  process.kill(seconds()[1] ?? 0, "SIGKILL")
  await until(() => seconds().length === 3 && heard(/^2: \d+ \+ 2: \d+$/))
  expect(pids()).toHaveLength(5)
  for (const { snapshots } of lines()) expect(snapshots.length).toBeLessThanOrEqual(4)
  await Effect.runPromise(Fiber.interrupt(fiber))
  expect(pids().filter(isRunning)).toEqual([])
}, 20_000)

test("a worker that ends before it ever serves ends the start, and the other workers", async () => {
  const { start, pids } = crew("second is broken")
  const error = await Effect.runPromise(Effect.flip(start(Effect.dieMessage("They never all serve"))))
  expect(error.message).toBe("Worker 2 ended before it served (exit code 0): see what it wrote above")
  expect(pids().filter(isRunning)).toEqual([])
}, 20_000)

test("a worker that does not end when asked to is killed 15 seconds later", async () => {
  const { start, pids } = crew("stubborn")
  await Effect.gen(function* () {
    const allServe = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(start(Effect.asVoid(Deferred.succeed(allServe, undefined))))
    yield* Deferred.await(allServe)
    yield* Effect.promise(() => until(() => pids().length === 3))
    const ending = yield* Effect.fork(Fiber.interrupt(fiber))
    yield* Effect.promise(() => Bun.sleep(300))
    yield* TestClock.adjust("14 seconds")
    yield* Effect.promise(() => Bun.sleep(300))
    expect(pids().filter(isRunning)).toHaveLength(3)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(ending)
    expect(pids().filter(isRunning)).toEqual([])
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
}, 20_000)

test("every worker learns that one is missing, and that it has been missing for 10 seconds", async () => {
  const { lines, start, pids } = crew("second lives once")
  const hears = (expected: Crew) => {
    const last = (by: number) => lines().findLast(({ worker }) => worker === by)?.crew
    return until(() => [1, 3].every((by) => Bun.deepEquals(last(by), expected)))
  }
  await Effect.gen(function* () {
    const fiber = yield* Effect.fork(start(Effect.void))
    yield* Effect.promise(() => hears({ expected: 3, serving: 3, isLate: false }))
    yield* TestClock.adjust("10 seconds")
    yield* Effect.promise(() => until(() => lines().some(({ worker }) => worker === 2)))
    process.kill(lines().find(({ worker }) => worker === 2)?.pid ?? 0, "SIGKILL")
    yield* Effect.promise(() => hears({ expected: 3, serving: 2, isLate: false }))
    yield* TestClock.adjust("9 seconds")
    yield* Effect.promise(() => Bun.sleep(300))
    yield* Effect.promise(() => hears({ expected: 3, serving: 2, isLate: false }))
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => hears({ expected: 3, serving: 2, isLate: true }))
    yield* Fiber.interrupt(fiber)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
  expect(pids().filter(isRunning)).toEqual([])
}, 60_000)

test("the pauses before a restart grow up to 10 seconds, and start again after a worker that was well", async () => {
  const after = (...secondsLived: ReadonlyArray<number>) =>
    Effect.runPromise(
      Schedule.run(Schedule.delays(pauses), 0, secondsLived.map(Duration.seconds)).pipe(
        Effect.map((delays) => Chunk.toReadonlyArray(delays).map(Duration.toSeconds))
      )
    )
  expect(await after(0, 0, 0, 1, 29, 0, 0, 0, 0)).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10])
  expect(await after(0, 0, 31, 0, 0)).toEqual([0.1, 0.2, 0.1, 0.2, 0.4])
})

test("a process that serves alone gets only its own snapshot", async () => {
  await Effect.gen(function* () {
    const siblings = yield* Siblings
    expect(yield* siblings.snapshots).toEqual([])
    let asked = 0
    yield* siblings.offer(Effect.sync(() => `mine: ${++asked}`))
    yield* siblings.snapshots
    expect(yield* siblings.snapshots).toEqual(["mine: 2"])
  }).pipe(Effect.provide(layerAlone), Effect.runPromise)
})

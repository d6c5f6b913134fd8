import { afterAll, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Duration, Effect, Fiber, Layer, Logger, ManagedRuntime, Option, TestClock, TestContext } from "effect"
import { jobOf } from "../../../src/annexes/imports/jobs/job-notes.ts"
import { Jobs, layer } from "../../../src/annexes/imports/jobs/jobs.ts"
import { mostWorkOf } from "../../../src/annexes/imports/jobs/reading-places.ts"
import { ImportStore } from "../../../src/annexes/imports/ledger/store.ts"
import { folderOf, removeFolder, sweepUploads } from "../../../src/annexes/imports/uploads/upload-folder.ts"
import { takePart, uploadOf } from "../../../src/annexes/imports/uploads/uploads.ts"
import { AppConfig } from "../../../src/config.ts"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../../src/features/accounts/accounts.ts"
import { OwnCommand } from "../../../src/platform/assets/own-command.ts"
import type { UserId } from "../../../src/values/ids.ts"
import { until } from "../../support/process.ts"
import { quickReader } from "../../support/reader.ts"
import { settings } from "../../support/settings.ts"
import { onEmbedded } from "../../support/stores.ts"

/** A file of this many sessions, one a day. */
const fileOf = (sessions: number): Buffer =>
  Buffer.from(
    [
      "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE",
      ...Array.from({ length: sessions }, (_, index) => {
        const day = new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10)
        return `${day} 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,`
      })
    ].join("\n")
  )

/** A file whose import takes many writes. */
const LONG = fileOf(3000)
/** One that is imported to its end, or fails at its first write. */
const SHORT = fileOf(300)

const OPTIONS = { weightUnit: "kg", distanceUnit: "km", dryRun: false, overwrite: false, choices: new Map() } as const

/** The jobs of a process, whose store writes through `writing`, and what it logs. */
const makeProcess = (
  writing: (write: Effect.Effect<void>) => Effect.Effect<void>,
  reader: Layer.Layer<never> = quickReader
) => {
  const logged: Array<unknown> = []
  const store = Layer.effect(
    ImportStore,
    Effect.map(ImportStore, (store) =>
      ImportStore.of({ ...store, write: (...given) => writing(store.write(...given)) })
    )
  )
  const stores = Layer.provideMerge(store, onEmbedded.reused)
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void logged.push(message))
  )
  return {
    logged,
    runtime: ManagedRuntime.make(
      Layer.provideMerge(layer, stores).pipe(
        Layer.provideMerge(Layer.succeed(AppConfig, settings)),
        Layer.provideMerge(Layer.merge(logger, reader))
      )
    )
  }
}

/** A new user who has uploaded a file. */
const uploaded = (bytes = SHORT) =>
  Effect.gen(function* () {
    const id = yield* createUser(newUser("Test", Timezone.make("UTC")))
    yield* takePart(id, { name: "strong.csv", size: bytes.length, at: 0, bytes })
    return id
  })

const start = (userId: UserId) => Effect.flatMap(Jobs, (jobs) => jobs.startImport(userId, OPTIONS, {}))

/** The outcome of the user's job, once it has ended. */
const endedJob = async (userId: UserId) => {
  await until(async () => {
    const job = await Effect.runPromise(jobOf(userId))
    return Option.isSome(job) && job.value.state !== "running"
  }, 60)
  return Option.getOrThrow(await Effect.runPromise(jobOf(userId)))
}

const used: Array<UserId> = []
afterAll(() => Promise.all(used.map((userId) => Effect.runPromise(removeFolder(userId)))))

const slowly = Effect.delay("100 millis")

test("an internal failure is logged and reported as one; the file stays, so that the import can be started again", async () => {
  const { runtime, logged } = makeProcess(() => Effect.die(new Error("broken")))
  const userId = await runtime.runPromise(uploaded())
  used.push(userId)
  await runtime.runPromise(start(userId))
  expect(await endedJob(userId)).toMatchObject({
    state: "failed",
    message: expect.stringContaining("Something failed in the service")
  })
  expect(logged.flat()).toContain("Work on a history failed")
  expect(Option.isSome(await runtime.runPromise(uploadOf(userId)))).toBe(true)
  await runtime.dispose()
})

test("a file is removed once it is imported; the outcome is shown until the next job", async () => {
  const { runtime } = makeProcess((write) => write)
  const userId = await runtime.runPromise(uploaded())
  used.push(userId)
  await runtime.runPromise(start(userId))
  expect(await endedJob(userId)).toMatchObject({
    state: "imported",
    report: { rows: { read: 300, new: 300 } }
  })
  expect(Option.isNone(await runtime.runPromise(uploadOf(userId)))).toBe(true)
  expect(readdirSync(folderOf(userId))).toEqual(["ended.json"])
  expect(await runtime.runPromise(Effect.flip(start(userId)))).toMatchObject({ _tag: "UploadRefused" })
  await runtime.dispose()
})

test("a request waits a second for a job; then the job continues without it, and reports its progress", async () => {
  const { runtime } = makeProcess(slowly)
  const userId = await runtime.runPromise(uploaded(LONG))
  used.push(userId)
  const begun = performance.now()
  await runtime.runPromise(start(userId))
  expect(performance.now() - begun).toBeGreaterThan(900)
  await until(async () => {
    const job = Option.getOrThrow(await runtime.runPromise(jobOf(userId)))
    expect(job.state).toBe("running")
    return job.state === "running" && /^Importing: \d+ %$/.test(job.progress)
  }, 60)
  expect(await runtime.runPromise(Effect.flip(start(userId)))).toMatchObject({ _tag: "UploadRefused" })
  await runtime.runPromise(Effect.flatMap(Jobs, ({ cancel }) => cancel(userId)))
  expect(existsSync(folderOf(userId))).toBe(false)
  await runtime.dispose()
})

test("another process of the machine can cancel a job, and its next upload is not touched", async () => {
  let writes = 0
  const { runtime } = makeProcess((write) =>
    Effect.zipRight(
      Effect.sync(() => writes++),
      slowly(write)
    )
  )
  const userId = await runtime.runPromise(uploaded(LONG))
  used.push(userId)
  await runtime.runPromise(start(userId))
  await Effect.runPromise(removeFolder(userId))
  await Effect.runPromise(takePart(userId, { name: "next.csv", size: SHORT.length, at: 0, bytes: SHORT }))
  await until(async () => {
    const before = writes
    await Bun.sleep(300)
    return writes === before
  })
  expect(writes).toBeLessThan(30)
  expect(Option.isNone(await Effect.runPromise(jobOf(userId)))).toBe(true)
  await runtime.dispose()
})

test("a job without progress for a long time still shows that it runs, and notices that another process cancelled it", async () => {
  let isOver = false
  let isWriting = false
  const { runtime } = makeProcess(() =>
    Effect.suspend(() => {
      isWriting = true
      return Effect.onInterrupt(Effect.never, () => Effect.sync(() => (isOver = true)))
    })
  )
  const userId = await runtime.runPromise(uploaded())
  used.push(userId)
  await runtime
    .runPromise(
      Effect.gen(function* () {
        const noted = Effect.map(jobOf(userId), Option.getOrThrow)
        const request = yield* Effect.fork(start(userId))
        yield* Effect.promise(() => until(() => existsSync(join(folderOf(userId), "running.json"))))
        // Waits for real steps of the job until its timers are set.
        const later = (duration: Duration.DurationInput) =>
          Effect.zipRight(
            Effect.promise(() => Bun.sleep(100)),
            TestClock.adjust(duration)
          )
        yield* Effect.promise(() => until(() => isWriting, 60))
        yield* later("1 second")
        yield* Fiber.join(request)
        for (let minute = 0; minute < 3; minute++) {
          yield* later("1 minute")
          yield* Effect.promise(() => Bun.sleep(100))
          expect(yield* noted).toMatchObject({ state: "running" })
        }
        yield* removeFolder(userId)
        yield* later("10 seconds")
        yield* Effect.promise(() => until(() => isOver))
      }).pipe(Effect.provide(TestContext.TestContext))
    )
    .finally(() => runtime.dispose())
})

test("a small file is read while large ones hold the places of large files", async () => {
  const mark = join(mkdtempSync(join(tmpdir(), "fettle-reader-")), "hang")
  const { runtime } = makeProcess(
    (write) => write,
    Layer.effect(
      OwnCommand,
      Effect.map(OwnCommand, (command) => [
        "sh",
        "-c",
        `if [ -e ${mark} ]; then exec sleep 600; else exec "$@"; fi`,
        "reader",
        ...command
      ])
    ).pipe(Layer.provide(quickReader))
  )
  writeFileSync(mark, "")
  const large = Buffer.concat([SHORT, Buffer.alloc(600_000, "\n")])
  const holding = await Promise.all([runtime.runPromise(uploaded(large)), runtime.runPromise(uploaded(large))])
  used.push(...holding)
  for (const userId of holding) await runtime.runPromise(start(userId))
  rmSync(mark)
  const [waiting, third] = [await runtime.runPromise(uploaded(large)), await runtime.runPromise(uploaded())]
  used.push(waiting, third)
  for (const userId of [waiting, third]) await runtime.runPromise(start(userId))
  expect(await endedJob(third)).toMatchObject({ state: "imported" })
  for (const userId of [...holding, waiting])
    expect(Option.getOrThrow(await runtime.runPromise(jobOf(userId)))).toMatchObject({ state: "running" })
  await runtime.runPromise(Effect.flatMap(Jobs, ({ cancel }) => cancel(holding[0] ?? waiting)))
  expect(await endedJob(waiting)).toMatchObject({ state: "imported" })
  await runtime.dispose()
})

test("a file may be read for seconds by its size, so that small ones never hold up others for minutes", () => {
  expect([0, 100, 500_000, 20_000_000, 4_000_000_000].map(mostWorkOf)).toEqual([10, 11, 15, 210, 900])
})

test("a process that stops ends its jobs, and says so", async () => {
  const { runtime } = makeProcess(slowly)
  const userId = await runtime.runPromise(uploaded(LONG))
  used.push(userId)
  await runtime.runPromise(start(userId))
  await runtime.dispose()
  expect(Option.getOrThrow(await Effect.runPromise(jobOf(userId)))).toMatchObject({
    state: "failed",
    message: expect.stringContaining("interrupted")
  })
})

test.each([
  ["is reported as interrupted after a minute", -61_000],
  ["does not run on for two days if the clock was ahead", 2 * 86_400_000]
])("a job whose process was killed %s, and another may begin", async (_name, apart) => {
  const { runtime } = makeProcess((write) => write)
  const userId = await runtime.runPromise(uploaded())
  used.push(userId)
  const left = { state: "running", id: "gone", progress: "Importing: 50 %", at: Date.now() + apart }
  writeFileSync(join(folderOf(userId), "running.json"), JSON.stringify(left))
  expect(Option.getOrThrow(await Effect.runPromise(jobOf(userId)))).toMatchObject({ state: "failed" })
  await runtime.runPromise(start(userId))
  expect(await endedJob(userId)).toMatchObject({ state: "imported" })
  await runtime.dispose()
})

test("notes in another version's format are ignored", async () => {
  const { runtime } = makeProcess((write) => write)
  const userId = await runtime.runPromise(uploaded())
  used.push(userId)
  for (const name of ["running.json", "ended.json"]) writeFileSync(join(folderOf(userId), name), '{"state":"done"}')
  expect(Option.isNone(await Effect.runPromise(jobOf(userId)))).toBe(true)
  await runtime.runPromise(start(userId))
  expect(await endedJob(userId)).toMatchObject({ state: "imported" })
  await runtime.dispose()
})

test("files unused for a day are swept, and files in use are not", async () => {
  const { runtime } = makeProcess((write) => write)
  const [old, fresh] = [await runtime.runPromise(uploaded()), await runtime.runPromise(uploaded())]
  used.push(old, fresh)
  const spool = mkdtempSync(join(tmpdir(), "fettle-history-"))
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const path of [folderOf(old), spool]) utimesSync(path, yesterday, yesterday)
  await Effect.runPromise(sweepUploads)
  expect([folderOf(old), spool, folderOf(fresh)].map((path) => existsSync(path))).toEqual([false, false, true])
  await runtime.dispose()
})

test("a folder for uploads that others can change is refused", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "fettle-"))
  const root = join(temporary, `fettle-uploads-${process.getuid?.()}`)
  const takes = async (): Promise<string> => {
    const script = `
      import { Effect } from "effect"
      import { takePart } from "${import.meta.dir}/../../../src/annexes/imports/uploads/uploads.ts"
      const part = { name: "a.csv", size: 1, at: 0, bytes: Buffer.from("a") }
      console.log(await Effect.runPromise(Effect.match(takePart("usr_0000000000000000", part), {
        onFailure: ({ message }) => message, onSuccess: () => "taken" })))`
    const child = Bun.spawn([process.execPath, "-e", script], { env: { ...process.env, TMPDIR: temporary } })
    return (await new Response(child.stdout).text()).trim()
  }
  mkdirSync(root)
  chmodSync(root, 0o777)
  expect(await takes()).toContain("Others of the machine can change")
  chmodSync(root, 0o700)
  expect(await takes()).toBe("taken")
  rmSync(temporary, { recursive: true })
})

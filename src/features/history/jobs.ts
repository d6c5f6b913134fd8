import { link, mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Cause, Clock, Context, Effect, Fiber, FiberMap, Layer, Option, Schema } from "effect"
import type { Achievements } from "../../facts/achievements.ts"
import type { Transactions } from "../../platform/database/transactions.ts"
import { inOwnTime } from "../../platform/database/work.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import { areApart } from "../../values/clock.ts"
import { randomText, type UserId } from "../../values/ids.ts"
import type { AccountStore } from "../accounts/store.ts"
import type { OwnExercises } from "../exercises/store.ts"
import type { RoutineStore } from "../routines/store.ts"
import type { ArchiveStore } from "./archive/store.ts"
import { undoDevice } from "./devices/devices.ts"
import type { DeviceId } from "./devices/model.ts"
import type { DeviceStore } from "./devices/store.ts"
import type { FileOptions } from "./import-file.ts"
import { type ImportId, Report, Undone } from "./model.ts"
import type { Prepare } from "./prepare.ts"
import type { ImportStore } from "./store.ts"
import { undoImport } from "./undo-import.ts"
import { folderOf, isAbsent, makeFolder, readJson, removeFolder, replaceJson, UploadRefused } from "./upload-folder.ts"
import { fileOf, removeFile, uploadOf } from "./uploads.ts"

/** How often the progress of a job is written down, in milliseconds. */
const INTERVAL = 500

/** How often a job that tells nothing new shows that it goes on, and looks whether another process has cancelled it. */
const HEARTBEAT = "1 second"

/** How many files a process reads at once, each in a process of its own. */
const READ_AT_ONCE = 2

/** A job whose last sign of life is so many milliseconds away has ended with its process. */
const LOST_AFTER = 60_000

/** How long a request waits for a job to end, in milliseconds: short ones are answered with what came of them. */
const PATIENCE = 1000

const Running = Schema.Struct({
  state: Schema.Literal("running"),
  id: Schema.String,
  /** What is done and how far it is, as a person reads it. */
  progress: Schema.String,
  /** When that was, in epoch milliseconds. */
  at: Schema.Number
})
type Running = typeof Running.Type

const Ended = Schema.Union(
  Schema.Struct({ state: Schema.Literal("failed"), message: Schema.String }),
  Schema.Struct({
    state: Schema.Literal("imported"),
    report: Report,
    /** The options as they were given, to be given again. */
    asked: Schema.Record({ key: Schema.String, value: Schema.String })
  }),
  Schema.Struct({ state: Schema.Literal("undone"), undone: Undone.pipe(Schema.omit("importId")) })
)
type Ended = typeof Ended.Type

/** Work on a person's history that takes longer than a request, or what came of it. */
export type Job = Running | Ended

const INTERRUPTED: Ended = {
  state: "failed",
  message: "This was interrupted. Start it again: it continues where it was."
}
const FAILED: Ended = {
  state: "failed",
  message: "Something failed inside; the operator's log says what. Start it again: what is done already stays done."
}

const runningOf = (userId: UserId) => join(folderOf(userId), "running.json")
const endedOf = (userId: UserId) => join(folderOf(userId), "ended.json")

const isLost = ({ at }: Running, now: number): boolean => areApart(at, now, LOST_AFTER)

/** What is being done with a user's history in any process of this machine, or what came of the last job. */
export const jobOf = (userId: UserId): Effect.Effect<Option.Option<Job>> =>
  Effect.flatMap(
    readJson(runningOf(userId), Running),
    Option.match({
      onNone: (): Effect.Effect<Option.Option<Job>> => readJson(endedOf(userId), Ended),
      onSome: (running) =>
        Effect.map(Clock.currentTimeMillis, (now) => Option.some(isLost(running, now) ? INTERRUPTED : running))
    })
  )

/**
 * Where a job drafts its notes, made when it claims the user's history. A note is moved from here to its place, so once the folder
 * is removed, with a cancellation or by a job that takes over, nothing of the job can appear among what came after.
 */
const draftsOf = (userId: UserId, id: string) => join(folderOf(userId), `job-${id}`)

/** Makes the note of a running job with its content in one step. Returns whether there was none. */
const isNoted = async (userId: UserId, job: Running): Promise<boolean> => {
  const drafts = draftsOf(userId, job.id)
  const draft = join(drafts, "claim.json")
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  await writeFile(draft, JSON.stringify(job))
  return link(draft, runningOf(userId)).then(
    () => true,
    () => rm(drafts, { recursive: true, force: true }).then(() => false)
  )
}

/** Notes a job as the running one, unless another runs. Of several that try at once, one succeeds. */
const claim = Effect.fnUntraced(function* (userId: UserId, job: Running) {
  yield* makeFolder(userId)
  const path = runningOf(userId)
  const note = Effect.promise(() => isNoted(userId, job))
  if (!(yield* note)) {
    const other = yield* readJson(path, Running)
    const isBusy = Option.exists(other, (other) => !isLost(other, job.at))
    if (!isBusy)
      yield* Effect.promise(async () => {
        if (Option.isSome(other)) await rm(draftsOf(userId, other.value.id), { recursive: true, force: true })
        await rm(path, { force: true })
      })
    if (isBusy || !(yield* note))
      return yield* new UploadRefused({ message: "Your history is being worked on already. Wait, or cancel that." })
  }
  yield* Effect.promise(() => rm(endedOf(userId), { force: true }))
})

/** Tells what is done and how far it is. */
type Tell = (progress: string) => Effect.Effect<void>

/** Starts work on histories that takes longer than a request: one job at a time for each user. */
export class Jobs extends Context.Tag("Jobs")<
  Jobs,
  {
    /** Imports the user's upload, or with `dryRun` reports what that would do. An upload that was imported is removed. */
    readonly startImport: (
      userId: UserId,
      options: Omit<FileOptions, "name">,
      /** The options as they were given, to be given again. */
      asked: Readonly<Record<string, string>>
    ) => Effect.Effect<void, UploadRefused>
    /** Takes an import of the user back. */
    readonly startUndo: (userId: UserId, id: ImportId) => Effect.Effect<void, UploadRefused>
    /** Takes back what a device of the user has brought, all or from a day on. */
    readonly startDeviceUndo: (
      userId: UserId,
      id: DeviceId,
      from: ActivityDay | undefined
    ) => Effect.Effect<void, UploadRefused>
    /** Ends a running job, and removes the upload and what is reported about a job. What was written already stays. */
    readonly cancel: (userId: UserId) => Effect.Effect<void>
  }
>() {}

type Services =
  | AccountStore
  | Achievements
  | ArchiveStore
  | DeviceStore
  | ImportStore
  | OwnExercises
  | RoutineStore
  | Transactions

const running = (id: string, progress: string, at: number): Running => ({ state: "running", id, progress, at })

/** Changes the notes of a job. Returns whether it still runs: if its folder is gone, another process has cancelled it or taken over. */
const ifOurs = (change: () => Promise<void>): Effect.Effect<boolean> =>
  Effect.promise(() =>
    change().then(
      () => true,
      (cause) => {
        if (isAbsent(cause)) return false
        throw cause
      }
    )
  )

/** Writes down how far a job is: at most every half second when it reports, and every second that it goes on. */
const makeNotes = Effect.fnUntraced(function* (userId: UserId, id: string, begun: string) {
  let told = begun
  let toldAt = 0
  const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)
  const write = Effect.flatMap(Clock.currentTimeMillis, (at) => {
    toldAt = at
    const note = running(id, told, at)
    // What is being written when the job ends must not come after its end.
    const writing = Effect.uninterruptible(ifOurs(() => replaceJson(runningOf(userId), note, draftsOf(userId, id))))
    return oneAtATime(Effect.flatMap(writing, (isOurs) => (isOurs ? Effect.void : Effect.interrupt)))
  })
  const tell: Tell = (progress) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      told = progress
      return areApart(at, toldAt, INTERVAL) ? write : Effect.void
    })
  return { tell, heartbeat: Effect.forever(Effect.delay(write, HEARTBEAT)) }
})

const endedBy = (cause: Cause.Cause<{ readonly message: string }>): Effect.Effect<Ended> => {
  const refusal = Cause.failureOption(cause)
  if (Option.isSome(refusal)) return Effect.succeed({ state: "failed", message: refusal.value.message })
  return Cause.isDie(cause)
    ? Effect.as(Effect.logError("Work on a history failed", cause), FAILED)
    : Effect.succeed(INTERRUPTED)
}

/** Notes how a job ended, unless it was cancelled. */
const end = (userId: UserId, id: string, ended: Ended) =>
  ifOurs(async () => {
    const drafts = draftsOf(userId, id)
    await replaceJson(endedOf(userId), ended, drafts)
    await rename(runningOf(userId), join(drafts, "over.json"))
    await rm(drafts, { recursive: true, force: true })
  })

const make = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const fibers = yield* FiberMap.make<UserId>()
  const places = yield* Effect.makeSemaphore(READ_AT_ONCE)

  /** Runs `work` as the user's job. Returns when it has ended, or after a second. */
  const run = Effect.fnUntraced(function* (
    userId: UserId,
    begun: string,
    work: (tell: Tell) => Effect.Effect<Ended, { readonly message: string }, Services>
  ) {
    const id = yield* randomText(8)
    yield* claim(userId, running(id, begun, yield* Clock.currentTimeMillis))

    const { tell, heartbeat } = yield* makeNotes(userId, id, begun)
    // A request cannot be interrupted, and what it forks inherits that.
    const working = Effect.interruptible(Effect.raceFirst(Effect.provide(work(tell), services), heartbeat)).pipe(
      Effect.catchAllCause(endedBy),
      Effect.flatMap((ended) => end(userId, id, ended))
    )
    const fiber = yield* FiberMap.run(fibers, userId, inOwnTime(userId)(Effect.uninterruptible(working)))
    yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(fiber)), PATIENCE)
  })

  return Jobs.of({
    startImport: Effect.fn("startImport")(function* (userId, options, asked) {
      const upload = yield* uploadOf(userId)
      if (Option.isNone(upload) || upload.value.received !== upload.value.size)
        return yield* new UploadRefused({ message: "There is no complete upload. Choose the file again." })
      const file = upload.value
      const { name } = file
      // The readers are loaded with the first file, because a start would wait for them.
      const { importFile } = yield* Effect.promise(() => import("./import-file.ts"))
      const { prepareApart } = yield* Effect.promise(() => import("./apart/prepare-apart.ts"))
      const prepare: Prepare = (order, onProgress) => places.withPermits(1)(prepareApart(order, onProgress))
      const doing = options.dryRun ? "Looking through the file" : "Importing"
      yield* run(userId, doing, (tell) =>
        importFile(
          userId,
          fileOf(userId, file),
          { ...options, name },
          ({ share }) => tell(`${doing}: ${Math.round(share * 100)} %`),
          prepare
        ).pipe(
          Effect.tap(options.dryRun ? Effect.void : removeFile(userId, file)),
          Effect.map((report): Ended => ({ state: "imported", report, asked })),
          Effect.mapError(({ message }) => ({ message }))
        )
      )
    }),

    startUndo: (userId, id) =>
      run(userId, "Undoing", (tell) =>
        Effect.map(
          undoImport(id, (items) => tell(`Undoing: ${items} items`)),
          (undone): Ended => ({ state: "undone", undone })
        )
      ),

    startDeviceUndo: (userId, id, from) =>
      run(userId, "Undoing", (tell) =>
        Effect.map(
          undoDevice(userId, id, from, (items) => tell(`Undoing: ${items} items`)),
          (undone): Ended => ({ state: "undone", undone })
        )
      ),

    cancel: (userId) => Effect.zipRight(FiberMap.remove(fibers, userId), removeFolder(userId))
  })
})

/** Jobs go on when their request is answered, and end with the scope of the service. */
export const layer = Layer.scoped(Jobs, make)

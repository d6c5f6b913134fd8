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
import type { OnItems } from "./undo-items.ts"
import { folderOf, isAbsent, makeFolder, readJson, removeFolder, replaceJson, UploadRefused } from "./upload-folder.ts"
import { fileOf, removeFile, uploadOf } from "./uploads.ts"

/** How often a job's progress is saved, in milliseconds. */
const INTERVAL = 500

/** How often a job without new progress shows that it is alive, and checks whether another process has cancelled it. */
const HEARTBEAT = "1 second"

/** How many files this process has read at once, each by a process of its own. */
const READ_AT_ONCE = 2

/** A job without a sign of life for this many milliseconds has ended with its process. */
const LOST_AFTER = 60_000

/** How long a request waits for a job to end, in milliseconds: short jobs are answered with their result. */
const PATIENCE = 1000

const Running = Schema.Struct({
  state: Schema.Literal("running"),
  id: Schema.String,
  /** The current step and its progress, in words for people. */
  progress: Schema.String,
  /** When it was saved, in epoch milliseconds. */
  at: Schema.Number
})
type Running = typeof Running.Type

/** An import's options as given, so that they can be given again. */
const Asked = Schema.Record({ key: Schema.String, value: Schema.String })

const Ended = Schema.Union(
  Schema.Struct({
    state: Schema.Literal("failed"),
    message: Schema.String,
    asked: Schema.optionalWith(Asked, { exact: true })
  }),
  Schema.Struct({ state: Schema.Literal("imported"), report: Report, asked: Asked }),
  Schema.Struct({ state: Schema.Literal("undone"), undone: Undone.pipe(Schema.omit("importId")) })
)
type Ended = typeof Ended.Type

/** Work on a person's history that takes longer than a request, or its result. */
export type Job = Running | Ended

const INTERRUPTED: Ended = {
  state: "failed",
  message: "This was interrupted. Start it again: it continues where it stopped."
}
const FAILED: Ended = {
  state: "failed",
  message:
    "Something failed in the service; the operator's log has the details. Start it again: what is done stays done."
}

const runningOf = (userId: UserId) => join(folderOf(userId), "running.json")
const endedOf = (userId: UserId) => join(folderOf(userId), "ended.json")

const isLost = ({ at }: Running, now: number): boolean => areApart(at, now, LOST_AFTER)

/** A user's running job in any process of this machine, or else the result of the last one. */
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
 * The folder for a job's drafts, created when it claims the user's history. Notes are moved from here to their place.
 * Once the folder is removed, by a cancellation or by a job that takes over, nothing of this job can appear among the
 * later one's notes.
 */
const draftsOf = (userId: UserId, id: string) => join(folderOf(userId), `job-${id}`)

/** Creates the note of a running job with its content in one step. Returns whether there was none. */
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

/** Claims the user's history for a job, unless another runs. If several try at once, one succeeds. */
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
      return yield* new UploadRefused({
        message: "Another job is already working on your history. Wait for it, or cancel it."
      })
  }
  yield* Effect.promise(() => rm(endedOf(userId), { force: true }))
})

/** Reports the current step and its progress. */
type ReportProgress = (progress: string) => Effect.Effect<void>

/** Runs work on histories that takes longer than a request: one job at a time per user. */
export class Jobs extends Context.Tag("Jobs")<
  Jobs,
  {
    /** Imports the user's upload, or with `dryRun` reports what an import would do. An imported upload is removed. */
    readonly startImport: (
      userId: UserId,
      options: Omit<FileOptions, "name">,
      asked: typeof Asked.Type
    ) => Effect.Effect<void, UploadRefused>
    /** Takes back one of the user's imports. */
    readonly startUndo: (userId: UserId, id: ImportId) => Effect.Effect<void, UploadRefused>
    /** Takes back what a device of the user has brought, all or from a day on. */
    readonly startDeviceUndo: (
      userId: UserId,
      id: DeviceId,
      from: ActivityDay | undefined
    ) => Effect.Effect<void, UploadRefused>
    /** Ends a running job, and removes the upload and the job's result. What was already written stays. */
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

/**
 * Changes a job's notes. Returns whether the job still runs: if its folder is gone, another process has cancelled it or
 * taken over.
 */
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

/** Saves a job's progress: at most every half second when it reports, and every second as a sign of life. */
const makeNotes = Effect.fnUntraced(function* (userId: UserId, id: string, begun: string) {
  let latest = begun
  let toldAt = 0
  const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)
  const write = Effect.flatMap(Clock.currentTimeMillis, (at) => {
    toldAt = at
    const note = running(id, latest, at)
    // A note being written when the job ends must not appear after its result.
    const writing = Effect.uninterruptible(ifOurs(() => replaceJson(runningOf(userId), note, draftsOf(userId, id))))
    return oneAtATime(Effect.flatMap(writing, (isOurs) => (isOurs ? Effect.void : Effect.interrupt)))
  })
  const say: ReportProgress = (progress) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      latest = progress
      return areApart(at, toldAt, INTERVAL) ? write : Effect.void
    })
  return { say, heartbeat: Effect.forever(Effect.delay(write, HEARTBEAT)) }
})

type Refusal = Pick<Extract<Ended, { readonly state: "failed" }>, "message" | "asked">

const endedBy = (cause: Cause.Cause<Refusal>): Effect.Effect<Ended> => {
  const refusal = Cause.failureOption(cause)
  if (Option.isSome(refusal)) {
    const { message, asked } = refusal.value
    return Effect.succeed({ state: "failed", message, ...(asked === undefined ? {} : { asked }) })
  }
  return Cause.isDie(cause)
    ? Effect.as(Effect.logError("Work on a history failed", cause), FAILED)
    : Effect.succeed(INTERRUPTED)
}

/** Saves how a job ended, unless it was cancelled. */
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
    work: (say: ReportProgress) => Effect.Effect<Ended, Refusal, Services>
  ) {
    const id = yield* randomText(8)
    yield* claim(userId, running(id, begun, yield* Clock.currentTimeMillis))

    const { say, heartbeat } = yield* makeNotes(userId, id, begun)
    // A request cannot be interrupted, and the fibers that it forks inherit that.
    const working = Effect.interruptible(Effect.raceFirst(Effect.provide(work(say), services), heartbeat)).pipe(
      Effect.catchAllCause(endedBy),
      Effect.flatMap((ended) => end(userId, id, ended))
    )
    const fiber = yield* FiberMap.run(fibers, userId, inOwnTime(userId)(Effect.uninterruptible(working)))
    yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(fiber)), PATIENCE)
  })

  const undo = (
    userId: UserId,
    work: (onItems: OnItems) => Effect.Effect<Omit<Undone, "importId">, { readonly message: string }, Services>
  ) =>
    run(userId, "Undoing", (say) =>
      Effect.map(
        work((items) => say(`Undoing: ${items} items`)),
        (undone): Ended => ({ state: "undone", undone })
      )
    )

  return Jobs.of({
    startImport: Effect.fn("startImport")(function* (userId, options, asked) {
      const upload = yield* uploadOf(userId)
      if (Option.isNone(upload) || upload.value.received !== upload.value.size)
        return yield* new UploadRefused({ message: "There is no complete upload. Choose the file again." })
      const file = upload.value
      const { name } = file
      // The readers are loaded with the first file, so that start-up does not wait for them.
      const { importFile } = yield* Effect.promise(() => import("./import-file.ts"))
      const { prepareApart } = yield* Effect.promise(() => import("./apart/prepare-apart.ts"))
      const prepare: Prepare = (order, onProgress) => places.withPermits(1)(prepareApart(order, onProgress))
      const doing = options.dryRun ? "Looking through the file" : "Importing"
      yield* run(userId, doing, (say) =>
        importFile(
          userId,
          fileOf(userId, file),
          { ...options, name },
          ({ share }) => say(`${doing}: ${Math.round(share * 100)} %`),
          prepare
        ).pipe(
          Effect.tap(options.dryRun ? Effect.void : removeFile(userId, file)),
          Effect.map((report): Ended => ({ state: "imported", report, asked })),
          Effect.mapError(({ message }) => ({ message, asked }))
        )
      )
    }),

    startUndo: (userId, id) => undo(userId, (onItems) => undoImport(id, onItems)),

    startDeviceUndo: (userId, id, from) => undo(userId, (onItems) => undoDevice(userId, id, from, onItems)),

    cancel: (userId) => Effect.zipRight(FiberMap.remove(fibers, userId), removeFolder(userId))
  })
})

/** Jobs continue after their request is answered, and end with the scope of the service. */
export const layer = Layer.scoped(Jobs, make)

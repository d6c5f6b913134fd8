import { link, mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Clock, Effect, Option, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { areApart } from "../../../values/clock.ts"
import { randomText, type UserId } from "../../../values/ids.ts"
import { Report, Undone } from "../rows/model.ts"
import { Question } from "../rows/questions.ts"
import { Unreadable } from "../rows/rows.ts"
import { folderOf, isAbsent, makeFolder, readJson, replaceJson, UploadRefused } from "../uploads/upload-folder.ts"

/** How often a job's progress is saved, in milliseconds. */
const INTERVAL = 500

/** How often a job without new progress shows that it is alive, and checks whether another process has cancelled it. */
const HEARTBEAT = "1 second"

/** A job without a sign of life for this many milliseconds has ended with its process. */
const LOST_AFTER = 60_000

const Running = Schema.Struct({
  state: Schema.Literal("running"),
  id: Schema.String,
  /** The current step and its progress, in words for people. */
  progress: Schema.String,
  /** When it was saved, in epoch milliseconds. */
  at: Schema.Number
})
type Running = typeof Running.Type

const running = (id: string, progress: string, at: number): Running => ({ state: "running", id, progress, at })

/** An import's options as given, so that they can be given again. */
export const Asked = Schema.Record({ key: Schema.String, value: Schema.String })

/** Why a file was not imported, for surfaces that word it in their own way. */
const Refusal = Schema.Union(
  Schema.TaggedStruct("UnreadableFile", Unreadable.fields),
  Schema.TaggedStruct("UnansweredQuestions", { questions: Schema.NonEmptyArray(Question) })
)
export type Refusal = typeof Refusal.Type

const Ended = Schema.Union(
  Schema.Struct({
    state: Schema.Literal("failed"),
    message: Schema.String,
    asked: present(Asked),
    /** What is wrong with the file, or what it leaves open. Absent in notes of version 1.0. */
    refusal: present(Refusal)
  }),
  Schema.Struct({ state: Schema.Literal("imported"), report: Report, asked: Asked }),
  Schema.Struct({ state: Schema.Literal("undone"), undone: Undone.pipe(Schema.omit("importId")) })
)
export type Ended = typeof Ended.Type

/** Work on a person's history that takes longer than a request, or its result. */
export type Job = Running | Ended

export const INTERRUPTED: Ended = {
  state: "failed",
  message: "This was interrupted. Start it again: it continues where it stopped."
}
export const FAILED: Ended = {
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
export type ReportProgress = (progress: string) => Effect.Effect<void>

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

/** Saves how a job ended, unless it was cancelled. */
const saveEnded = (userId: UserId, id: string, ended: Ended) =>
  ifOurs(async () => {
    const drafts = draftsOf(userId, id)
    await replaceJson(endedOf(userId), ended, drafts)
    await rename(runningOf(userId), join(drafts, "over.json"))
    await rm(drafts, { recursive: true, force: true })
  })

/**
 * Saves a job's progress, at most every half second when it reports and every second as a sign of life, and how it
 * ended.
 */
const makeNotes = Effect.fnUntraced(function* (userId: UserId, id: string, begun: string) {
  let latest = begun
  let toldAt = 0
  const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)
  const write = Effect.flatMap(Clock.currentTimeMillis, (at) => {
    toldAt = at
    const note = running(id, latest, at)
    const writing = Effect.uninterruptible(ifOurs(() => replaceJson(runningOf(userId), note, draftsOf(userId, id))))
    return oneAtATime(Effect.flatMap(writing, (isOurs) => (isOurs ? Effect.void : Effect.interrupt)))
  })
  const say: ReportProgress = (progress) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      latest = progress
      return areApart(at, toldAt, INTERVAL) ? write : Effect.void
    })
  // An interrupted race does not wait for its sides: a note may still be being written, and must not appear afterwards.
  const end = (ended: Ended) => oneAtATime(saveEnded(userId, id, ended))
  return { say, heartbeat: Effect.forever(Effect.delay(write, HEARTBEAT)), end }
})

/**
 * Begins a job of the user and returns its notes: `say` reports progress, `heartbeat` shows for ever that the job is
 * alive, and `end` saves the outcome. If the job was cancelled, the first two interrupt themselves, and `end` does
 * nothing. Refuses if another job of the user runs.
 */
export const beginJob = Effect.fnUntraced(function* (userId: UserId, begun: string) {
  const id = yield* randomText(8)
  yield* claim(userId, running(id, begun, yield* Clock.currentTimeMillis))
  return yield* makeNotes(userId, id, begun)
})

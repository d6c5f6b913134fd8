import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Data, Effect, Fiber, Option, Schema } from "effect"
import { inOwnTime } from "../database/work.ts"
import type { UserId } from "../values/ids.ts"
import type { FileOptions } from "./import-file.ts"
import type { Report } from "./model.ts"

/** Largest file: 4 GB. */
export const MOST_BYTES = 4_000_000_000
/** How often the progress of an import is written down, in milliseconds. */
const INTERVAL = 500

const Stored = Schema.Struct({ name: Schema.String, size: Schema.Number, received: Schema.Number })
/** A file that is being uploaded, or has been. */
export type Upload = typeof Stored.Type

/** What is being done with it. A report is kept as it is. */
export type Job =
  | { readonly state: "running"; readonly dryRun: boolean; readonly share: number; readonly at: number }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "done"; readonly report: Report; readonly options: Readonly<Record<string, string>> }

/** An upload cannot go on like this; the message says what to do. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{ readonly message: string }> {}

/** A job that has not been heard of for so long has ended with its process. */
const LOST_AFTER = 60_000

const LOST: Job = {
  state: "failed",
  message: "The import was interrupted. Start it again: it continues where it was."
}

const folderOf = (userId: UserId) => join(tmpdir(), "fettle-uploads", userId)
const fileOf = (userId: UserId) => join(folderOf(userId), "file")

/** Replaces a file in one step, so that no reader sees half of it. */
const replace = async (path: string, value: unknown) => {
  await writeFile(`${path}.new`, JSON.stringify(value))
  await rename(`${path}.new`, path)
}

const readJson = (path: string): Effect.Effect<Option.Option<unknown>> =>
  Effect.promise(async () => {
    try {
      return Option.some<unknown>(JSON.parse(await readFile(path, "utf8")))
    } catch {
      return Option.none()
    }
  })

/** Imports that run in this process, by user. */
const running = new Map<UserId, Fiber.RuntimeFiber<void>>()

/** The file that a user has uploaded, if there is one. It lies in this machine's temporary directory. */
export const uploadOf = (userId: UserId): Effect.Effect<Option.Option<Upload>> =>
  Effect.map(readJson(join(folderOf(userId), "upload.json")), Option.flatMap(Schema.decodeUnknownOption(Stored)))

/** What is being done with a user's upload, or what came of it. */
export const jobOf = (userId: UserId): Effect.Effect<Option.Option<Job>> =>
  Effect.gen(function* () {
    const found = yield* readJson(join(folderOf(userId), "job.json"))
    if (Option.isNone(found)) return Option.none()
    const job = found.value as Job
    const now = yield* Clock.currentTimeMillis
    return Option.some(job.state === "running" && now - job.at > LOST_AFTER ? LOST : job)
  })

/** Ends a running import, and removes the upload. */
export const cancelUpload = (userId: UserId): Effect.Effect<void> =>
  Effect.gen(function* () {
    const fiber = running.get(userId)
    if (fiber !== undefined) yield* Fiber.interrupt(fiber)
    running.delete(userId)
    yield* Effect.promise(() => rm(folderOf(userId), { recursive: true, force: true }))
  })

const append = async (path: string, at: number, bytes: Uint8Array) => {
  let file: FileHandle | undefined
  try {
    file = await open(path, at === 0 ? "w" : "r+")
    await file.write(bytes, 0, bytes.byteLength, at)
  } finally {
    await file?.close()
  }
}

/** Takes a part of a file that begins at the byte `at`; the first part, at 0, begins a new upload. */
export const takePart = Effect.fn("takePart")(function* (
  userId: UserId,
  part: { readonly name: string; readonly size: number; readonly at: number; readonly bytes: Uint8Array }
) {
  const { name, size, at, bytes } = part
  if (size > MOST_BYTES || at + bytes.byteLength > size) {
    return yield* new UploadRefused({
      message: `The file must be at most ${MOST_BYTES / 1e9} GB. Import it with the command instead.`
    })
  }
  if (at === 0) yield* cancelUpload(userId)
  const held = yield* uploadOf(userId)
  const received = Option.match(held, { onNone: () => 0, onSome: ({ received }) => received })
  if (received !== at)
    return yield* new UploadRefused({ message: "A part of the file is missing. Choose the file again." })
  yield* Effect.promise(async () => {
    await mkdir(folderOf(userId), { recursive: true, mode: 0o700 })
    await append(fileOf(userId), at, bytes)
    await replace(join(folderOf(userId), "upload.json"), { name, size, received: at + bytes.byteLength })
  })
})

/** Starts to import the upload, or to try that. It runs on when the request has been answered; `jobOf` tells how far it is. */
export const startJob = Effect.fn("startJob")(function* (
  userId: UserId,
  options: Omit<FileOptions, "name">,
  /** The options as they were given, to be given again. */
  asked: Readonly<Record<string, string>>
) {
  const upload = yield* uploadOf(userId)
  if (Option.isNone(upload) || upload.value.received !== upload.value.size) {
    return yield* new UploadRefused({ message: "There is no complete upload. Choose the file again." })
  }
  const job = yield* jobOf(userId)
  if (Option.isSome(job) && job.value.state === "running") {
    return yield* new UploadRefused({
      message: "The file is being read already. Wait until that has ended, or cancel it."
    })
  }
  const path = join(folderOf(userId), "job.json")
  const write = (job: Job) => Effect.promise(() => replace(path, job))
  const { dryRun } = options
  let writtenAt = 0
  const onProgress = ({ share }: { readonly share: number }) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      if (at - writtenAt < INTERVAL) return Effect.void
      writtenAt = at
      return write({ state: "running", dryRun, share, at })
    })
  // The readers are loaded with the first file, because a start would wait for them.
  const { importFile } = yield* Effect.promise(() => import("./import-file.ts"))
  const importing = importFile(userId, fileOf(userId), { ...options, name: upload.value.name }, onProgress).pipe(
    Effect.flatMap((report) => write({ state: "done", report, options: asked })),
    Effect.catchAll(({ message }) =>
      write({ state: "failed", message: message.replaceAll(/^file/g, upload.value.name) })
    ),
    Effect.catchAllDefect(() => write(LOST)),
    Effect.ensuring(Effect.sync(() => running.delete(userId))),
    // It is nobody's request: no deadline ends it.
    inOwnTime(userId)
  )
  yield* write({ state: "running", dryRun, share: 0, at: yield* Clock.currentTimeMillis })
  running.set(userId, yield* Effect.forkDaemon(importing))
})

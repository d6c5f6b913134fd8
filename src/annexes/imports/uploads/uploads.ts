import { type FileHandle, open, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect, Option, Schema } from "effect"
import { program } from "../../../platform/assets/assets.ts"
import { writeAll } from "../../../platform/files/write-all.ts"
import { randomText, type UserId } from "../../../values/ids.ts"
import { hasRoom } from "./disk-room.ts"
import { folderOf, isAbsent, makeFolder, readJson, replaceJson, UploadRefused } from "./upload-folder.ts"

/** Largest file: 4 GB. */
const MOST_BYTES = 4_000_000_000
const Upload = Schema.Struct({
  /** Each upload has its own file, so that the parts of two never mix. */
  id: Schema.String,
  name: Schema.String,
  size: Schema.Number,
  received: Schema.Number
})
/** A file that is being or has been uploaded. Sizes are in bytes. */
export type Upload = typeof Upload.Type

/** A part of a file, starting at byte `at`. */
export interface Part {
  readonly name: string
  /** Size of the whole file in bytes. */
  readonly size: number
  readonly at: number
  readonly bytes: Uint8Array
}

/** The path of a user's upload. */
export const fileOf = (userId: UserId, { id }: Pick<Upload, "id">): string => join(folderOf(userId), `file-${id}`)

const noteOf = (userId: UserId) => join(folderOf(userId), "upload.json")

/** The file that a user has uploaded, if there is one. */
export const uploadOf = (userId: UserId): Effect.Effect<Option.Option<Upload>> => readJson(noteOf(userId), Upload)

/** Removes an upload, but not a later one, nor the notes of a job. */
export const removeFile = (userId: UserId, upload: Upload): Effect.Effect<void> =>
  Effect.flatMap(uploadOf(userId), (held) =>
    Effect.promise(async () => {
      if (Option.exists(held, ({ id }) => id === upload.id)) await rm(noteOf(userId), { force: true })
      await rm(fileOf(userId, upload), { force: true })
    })
  )

const append = async (path: string, at: number, bytes: Uint8Array) => {
  let file: FileHandle | undefined
  try {
    file = await open(path, at === 0 ? "w" : "r+")
    await writeAll(file, bytes, at)
  } finally {
    await file?.close()
  }
}

const refuse = (message: string) => Effect.fail(new UploadRefused({ message }))

/**
 * Takes a part of a file. The first part, at 0, starts a new upload and replaces an existing one; each further part
 * must follow on the last. The file must fit on this machine's disk, and leave as much free as it takes, at most 1 GB.
 */
export const takePart = Effect.fn("takePart")(function* (userId: UserId, { name, size, at, bytes }: Part) {
  if (size > MOST_BYTES)
    return yield* refuse(
      `The file must be at most ${MOST_BYTES / 1e9} GB. The operator can import it with the command ${program} import.`
    )
  const end = at + bytes.byteLength
  if (end > size) return yield* refuse("The part reaches beyond the end of the file. Choose the file again.")
  const begun: Upload = { id: yield* randomText(8), name, size, received: 0 }
  const held = at === 0 ? begun : Option.getOrElse(yield* uploadOf(userId), () => begun)
  if (held.received !== at || held.name !== name || held.size !== size)
    return yield* refuse("A part of the file is missing. Choose the file again.")
  const folder = yield* makeFolder(userId)
  // Checks the parent folder, because another upload may replace this one at any moment.
  if (at === 0 && !(yield* hasRoom(dirname(folder), size))) {
    yield* Effect.annotateLogs(
      Effect.logWarning("There was no room for an uploaded file: make room in the temporary folder, or set TMPDIR"),
      { userId, folder, bytes: size }
    )
    return yield* refuse(
      `This machine has no room for the file now. Try again later, or ask the operator to import it with the command ${program} import.`
    )
  }
  yield* Effect.tryPromise({
    try: async () => {
      await append(fileOf(userId, held), at, bytes)
      await replaceJson(noteOf(userId), { ...held, received: end } satisfies Upload)
    },
    catch: (cause) => cause
  }).pipe(
    // The folder went with a cancellation, or with another upload that began.
    Effect.catchAll((cause) =>
      isAbsent(cause)
        ? refuse("The upload was cancelled, or another one began. Choose the file again.")
        : Effect.die(cause)
    )
  )
})

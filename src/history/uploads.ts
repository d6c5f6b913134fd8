import { type FileHandle, open, rm, statfs } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Schema } from "effect"
import type { UserId } from "../values/ids.ts"
import { folderOf, makeFolder, readJson, replaceJson, UploadRefused } from "./upload-folder.ts"

/** Largest file: 4 GB. */
const MOST_BYTES = 4_000_000_000
/** Room that an upload leaves on the disk, in bytes. */
const LEFT_BYTES = 1_000_000_000

const Upload = Schema.Struct({ name: Schema.String, size: Schema.Number, received: Schema.Number })
/** A file that is being uploaded, or has been. Sizes are in bytes. */
export type Upload = typeof Upload.Type

/** A part of a file that begins at the byte `at`. */
export interface Part {
  readonly name: string
  /** Bytes of the whole file. */
  readonly size: number
  readonly at: number
  readonly bytes: Uint8Array
}

/** Where a user's file lies. */
export const fileOf = (userId: UserId): string => join(folderOf(userId), "file")

const noteOf = (userId: UserId) => join(folderOf(userId), "upload.json")

/** The file that a user has uploaded, if there is one. */
export const uploadOf = (userId: UserId): Effect.Effect<Option.Option<Upload>> => readJson(noteOf(userId), Upload)

/** Removes the file, but not what is told of a job. */
export const removeFile = (userId: UserId): Effect.Effect<void> =>
  Effect.promise(async () => {
    await rm(noteOf(userId), { force: true })
    await rm(fileOf(userId), { force: true })
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

const hasRoom = async (folder: string, size: number): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= size + LEFT_BYTES
}

const refuse = (message: string) => Effect.fail(new UploadRefused({ message }))

/**
 * Takes a part of a file. The first part, at 0, begins a new upload in place of one that is there; each further one must follow on
 * the last. The file must fit on the disk of this machine and leave 1 GB free.
 */
export const takePart = Effect.fn("takePart")(function* (userId: UserId, { name, size, at, bytes }: Part) {
  if (size > MOST_BYTES)
    return yield* refuse(
      `The file must be at most ${MOST_BYTES / 1e9} GB. The operator can import it with the command fettle import.`
    )
  const end = at + bytes.byteLength
  if (end > size) return yield* refuse("The part reaches beyond the end of the file. Choose the file again.")
  const begun: Upload = { name, size, received: 0 }
  const held = at === 0 ? begun : Option.getOrElse(yield* uploadOf(userId), () => begun)
  if (held.received !== at || held.name !== name || held.size !== size)
    return yield* refuse("A part of the file is missing. Choose the file again.")
  const folder = yield* makeFolder(userId)
  if (at === 0 && !(yield* Effect.promise(() => hasRoom(folder, size))))
    return yield* refuse(
      "This machine has no room for the file now. Try again later, or ask the operator to import it with the command fettle import."
    )
  yield* Effect.promise(async () => {
    await append(fileOf(userId), at, bytes)
    await replaceJson(noteOf(userId), { name, size, received: end } satisfies Upload)
  })
})

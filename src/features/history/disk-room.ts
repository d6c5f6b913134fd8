import { statfs } from "node:fs/promises"
import { Context, Effect } from "effect"

/** What uploads, and the rows that are read from them, leave free on the disk, in bytes. */
const LEFT_BYTES = 1_000_000_000

/** How many bytes are free on the disk of a folder, for this user. */
export class FreeBytes extends Context.Reference<FreeBytes>()("FreeBytes", {
  defaultValue: () => async (folder: string) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}) {}

/** Whether `size` more bytes fit on the disk of a folder and leave 1 GB free. */
export const hasRoom = (folder: string, size: number): Effect.Effect<boolean> =>
  Effect.flatMap(FreeBytes, (freeBytes) =>
    Effect.map(
      Effect.promise(() => freeBytes(folder)),
      (free) => free >= size + LEFT_BYTES
    )
  )

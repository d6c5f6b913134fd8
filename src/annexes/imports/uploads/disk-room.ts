import { statfs } from "node:fs/promises"
import { Context, Effect } from "effect"

/** Most bytes of the disk that uploads, and the rows read from them, must leave free. */
const MOST_LEFT_BYTES = 1_000_000_000

/** The free bytes that this user has on the disk of a folder. */
export class FreeBytes extends Context.Reference<FreeBytes>()("FreeBytes", {
  defaultValue: () => async (folder: string) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}) {}

/**
 * Whether `size` more bytes fit on the disk of a folder. It must leave as much free as the file takes there in all,
 * `taken` bytes, but at most 1 GB.
 */
export const hasRoom = (folder: string, size: number, taken = size): Effect.Effect<boolean> =>
  Effect.flatMap(FreeBytes, (freeBytes) =>
    Effect.map(
      Effect.promise(() => freeBytes(folder)),
      (free) => free >= size + Math.min(taken, MOST_LEFT_BYTES)
    )
  )

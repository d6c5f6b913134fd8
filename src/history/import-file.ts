import { basename } from "node:path"
import { Effect, Option } from "effect"
import { AccountStore } from "../accounts/store.ts"
import type { UserId } from "../values/ids.ts"
import { openArchive } from "./archive/open.ts"
import { restoreArchive } from "./archive/restore.ts"
import { importOpened, type Progress } from "./import-history.ts"
import { openHistory } from "./readers/open.ts"
import { type ReadOptions, UnreadableFile } from "./rows.ts"

/** How a file is to be imported. What the file tells itself need not be given. */
export interface FileOptions extends Omit<ReadOptions, "timezone"> {
  /** IANA timezone of times without a zone; the user's own where none is given. */
  readonly timezone?: string
  readonly dryRun: boolean
  /** Whether readings entered by hand are replaced. */
  readonly overwrite: boolean
  /** Exercises chosen for names of the file, by name. */
  readonly choices: ReadonlyMap<string, string>
  /** The name under which the import is listed; by default the file's. */
  readonly name?: string
}

/** The SHA-256 of a file. Its memory does not grow with the file. */
const hashOf = (path: string) =>
  Effect.tryPromise({
    try: async () => {
      const hasher = new Bun.CryptoHasher("sha256")
      for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
      return hasher.digest("hex")
    },
    catch: () =>
      new UnreadableFile({
        file: basename(path),
        line: null,
        problem: "cannot be read",
        advice: "Check its name, and that you may read it"
      })
  })

/**
 * Imports a file into a user's history, or with `dryRun` tells what that would do. The same file again changes nothing, and continues an
 * import that was cut off.
 */
export const importFile = Effect.fn("importFile")(function* (
  userId: UserId,
  path: string,
  { dryRun, overwrite, choices, name = basename(path), timezone: given, ...read }: FileOptions,
  onProgress?: (progress: Progress) => Effect.Effect<void>
) {
  const user = yield* (yield* AccountStore).findUser(userId)
  const timezone = given ?? user.timezone
  const asked = JSON.stringify([read, timezone, overwrite, [...choices]])
  const hashed = Effect.map(hashOf(path), (hash) =>
    new Bun.CryptoHasher("sha256").update(hash).update(asked).digest("hex")
  )
  const archive = read.source === undefined ? yield* openArchive(path) : Option.none()
  if (Option.isSome(archive)) {
    const hash = dryRun ? "" : yield* hashed
    return yield* restoreArchive(userId, archive.value, { file: name, hash, dryRun }, onProgress)
  }
  const opened = yield* openHistory(path, { ...read, timezone })
  const hash = dryRun ? "" : yield* hashed
  return yield* importOpened(userId, opened, { file: name, hash, timezone, dryRun, overwrite, choices }, onProgress)
})

import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Clock, Data, Effect, type Option, Schema } from "effect"
import { randomText, type UserId } from "../../../values/ids.ts"
import { SPOOL_PREFIX } from "./spool.ts"

/** An upload, or the work on it, cannot continue; the message says what to do. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{ readonly message: string }> {}

/** Uploads are in the machine's temporary directory, which all of the service's processes on this machine share. */
const ROOT = join(tmpdir(), `fettle-uploads-${process.getuid?.() ?? "all"}`)

/** How long an unused folder is kept, in milliseconds: a day. */
const KEPT_MILLIS = 86_400_000

/** The path of the folder for a user's upload, whether or not it exists. */
export const folderOf = (userId: UserId): string => join(ROOT, userId)

const isPrivate = async (path: string): Promise<boolean> => {
  const { mode, uid } = await lstat(path)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
}

/** Creates the folder of a user's upload. Refuses if others on this machine could read or replace its content. */
export const makeFolder = (userId: UserId): Effect.Effect<string, UploadRefused> =>
  Effect.flatMap(
    Effect.promise(async () => {
      const folder = folderOf(userId)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return (await isPrivate(ROOT)) ? folder : undefined
    }),
    (folder) =>
      folder === undefined
        ? new UploadRefused({
            message: `Others of the machine can change ${ROOT}. The operator must remove it; then choose the file again.`
          })
        : Effect.succeed(folder)
  )

/** Whether something failed because a file or its folder does not exist. */
export const isAbsent = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/**
 * Removes a user's upload and the notes of its job. A running job notices that, and ends. The folder disappears in one
 * step, so a concurrent writer finds it absent.
 */
export const removeFolder = (userId: UserId): Effect.Effect<void> =>
  Effect.flatMap(randomText(8), (text) =>
    Effect.promise(async () => {
      const gone = `${folderOf(userId)}.${text}`
      const isThere = await rename(folderOf(userId), gone).then(
        () => true,
        (cause) => {
          if (isAbsent(cause)) return false
          throw cause
        }
      )
      if (isThere) await rm(gone, { recursive: true, force: true })
    })
  )

/**
 * Replaces a file's content by a value as JSON in one step, so that readers never see half of it. If several do so at
 * once, one of them is last. `drafts` is the folder in which the file is written before it is moved to its place.
 */
export const replaceJson = async (path: string, value: unknown, drafts = dirname(path)): Promise<void> => {
  const draft = join(drafts, `${basename(path)}.${crypto.randomUUID()}`)
  await writeFile(draft, JSON.stringify(value))
  await rename(draft, path)
}

/** The value in a file. None if there is no such file, or if an earlier version of Fettle wrote it in another form. */
export const readJson = <A, I>(path: string, schema: Schema.Schema<A, I>): Effect.Effect<Option.Option<A>> =>
  Effect.map(
    Effect.promise(() => readFile(path, "utf8").catch(() => "")),
    Schema.decodeUnknownOption(Schema.parseJson(schema))
  )

const removeOld = async (folder: string, names: ReadonlyArray<string>, now: number): Promise<void> => {
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now
    )
    if (now - changed > KEPT_MILLIS) await rm(path, { recursive: true, force: true })
  }
}

/** Removes uploads that were left for a day, and what killed processes have left of files that they read. */
export const sweepUploads: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) =>
  Effect.promise(async () => {
    await removeOld(ROOT, await readdir(ROOT).catch(() => []), now)
    const temporary = await readdir(tmpdir())
    await removeOld(
      tmpdir(),
      temporary.filter((name) => name.startsWith(SPOOL_PREFIX)),
      now
    )
  })
)

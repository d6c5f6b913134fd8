import { basename } from "node:path"
import { Effect } from "effect"
import { today } from "../../../contract/handler/user.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import type { UserId } from "../../../values/ids.ts"
import { restoreArchive } from "../archive/restore.ts"
import type { Eras } from "../rows/eras.ts"
import type { OnProgress } from "../rows/progress.ts"
import type { ReadOptions } from "../rows/rows.ts"
import { spoolFolder } from "../uploads/spool.ts"
import { importTaken } from "./import-history.ts"
import { type Prepare, prepareHere } from "./prepare.ts"
import { ImportStore } from "./store.ts"

/** How to import a file. What the file itself states need not be given. */
export interface FileOptions extends Omit<ReadOptions, "timezone" | "eras"> {
  /** IANA timezone for times without one; by default the user's. */
  readonly timezone?: string
  readonly dryRun: boolean
  /** Whether readings entered by hand are replaced. */
  readonly overwrite: boolean
  /** Whether what earlier files of the source state on days that the file skips is removed. */
  readonly removeMissing?: boolean
  /** Exercises chosen for names in the file, by name. */
  readonly choices: ReadonlyMap<string, string>
  /** The name under which the import is listed; by default the file's name. */
  readonly name?: string
}

/** Work for a user. Fails with UnknownAccount if the user has been deleted by its end, however it ends. */
const whileThere = <A, E, R>(userId: UserId, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(AccountStore, (accounts) => {
    const stillThere = accounts.findUser(userId)
    return work.pipe(
      Effect.catchAllDefect((defect) => Effect.zipRight(stillThere, Effect.die(defect))),
      Effect.zipLeft(stillThere)
    )
  })

/**
 * Imports a file into a user's history, or with `dryRun` reports what an import would do. Importing the same file again
 * changes nothing, or continues an interrupted import. `prepare` reads the file, by default in this process.
 */
export const importFile = Effect.fn("importFile")(function* (
  userId: UserId,
  path: string,
  { dryRun, overwrite, removeMissing = false, choices, name = basename(path), timezone: given, ...read }: FileOptions,
  onProgress: OnProgress = () => Effect.void,
  prepare: Prepare = prepareHere
) {
  const user = yield* (yield* AccountStore).findUser(userId)
  const timezone = given ?? user.timezone
  const lived = given === undefined ? yield* (yield* ImportStore).eras(userId) : new Map<string, Eras>()
  const folder = yield* spoolFolder
  const order = {
    path,
    name,
    folder,
    today: yield* today(user),
    read: { ...read, timezone, eras: Object.fromEntries(lived) }
  }
  const { hash: content, content: found } = yield* prepare(order, onProgress)
  const eras = found._tag === "Taken" ? (lived.get(found.source) ?? []) : []
  // A file stays the same when the person moves.
  const asked = JSON.stringify([
    read,
    eras[0]?.zone ?? timezone,
    overwrite,
    [...choices],
    ...(removeMissing ? ["remove missing"] : [])
  ])
  const hash = new Bun.CryptoHasher("sha256").update(content).update(asked).digest("hex")
  if (found._tag === "Parts") return yield* Effect.dieMessage("Only the endpoint for devices reads their bodies")
  if (found._tag === "Unpacked")
    return yield* whileThere(userId, restoreArchive(userId, folder, { file: name, hash, dryRun }, onProgress))
  const options = {
    file: name,
    hash,
    timezone,
    eras,
    keepsZones: given === undefined,
    dryRun,
    overwrite,
    removeMissing,
    choices
  }
  return yield* whileThere(userId, importTaken(userId, folder, found, options, onProgress))
}, Effect.scoped)

import { Effect, Option } from "effect"
import { AppConfig } from "../../../config.ts"
import { freeBytes, isDiskFull, usableFolder } from "../../../platform/database/data-folder.ts"
import * as Embedded from "../../../platform/database/embedded.ts"
import { check, megabytes } from "./check.ts"

/** Less free space than this triggers a warning: years of one person's data, or one import of a large catalogue. */
const SPARSE_BYTES = 500_000_000

/**
 * Checks whether DATA_DIR can hold the embedded database, how much free space its disk has, and whether a server uses
 * it.
 */
export const folderCheck = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return check("data-dir", "ok", "Not used, as DATABASE_URL is set")
  yield* Embedded.ensureOwner(dataDir)
  const folder = yield* usableFolder(dataDir)
  const free = freeBytes(folder)
  if (isDiskFull(folder)) {
    return check(
      "data-dir",
      "fail",
      `DATA_DIR: the disk of ${folder} is full (${megabytes(free)} free). Make room there, or set DATA_DIR to another folder`
    )
  }
  const served = (yield* Embedded.isServed(dataDir)) ? "; a server runs on it" : ", and no server runs on it"
  const found = `${folder} can be written (${megabytes(free)} free)${served}`
  return free < SPARSE_BYTES
    ? check("data-dir", "warn", `${found}. Make room on its disk, because writes fail when it is full`)
    : check("data-dir", "ok", found)
}).pipe(Effect.catchAll(({ message }) => Effect.succeed(check("data-dir", "fail", message))))

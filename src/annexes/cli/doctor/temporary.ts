import { accessSync, constants, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { Effect } from "effect"
import { freeBytes } from "../../../platform/database/data-folder.ts"
import { fileSentence } from "../../../platform/files/fault.ts"
import { check, megabytes } from "./check.ts"

/** What one body of a device takes at most, with the rows read from it; less free space is a failure. */
const LEAST_BYTES = 20_000_000
/** What most apps' exports take; less free space is a warning. */
const SPARSE_BYTES = 200_000_000

const OTHERWISE = "set TMPDIR to another folder"

/** Checks whether the temporary folder can hold what devices send and people upload, and the rows read from it. */
export const temporaryCheck = Effect.sync(() => {
  const folder = tmpdir()
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (!statSync(folder).isDirectory())
      return check("temp-dir", "fail", `TMPDIR: ${folder} is not a folder. Correct it`)
    const free = freeBytes(folder)
    const found = `${folder} can be written (${megabytes(free)} free)`
    if (free < LEAST_BYTES)
      return check(
        "temp-dir",
        "fail",
        `TMPDIR: the disk of ${folder} is full (${megabytes(free)} free), so what devices send and people upload is refused. Make room there, or ${OTHERWISE}`
      )
    return free < SPARSE_BYTES
      ? check("temp-dir", "warn", `TMPDIR: ${found}. Make room there, or ${OTHERWISE}: larger uploads are refused`)
      : check("temp-dir", "ok", found)
  } catch (error) {
    return check(
      "temp-dir",
      "fail",
      `TMPDIR: ${fileSentence(error, folder, OTHERWISE) ?? `${folder}: ${String(error)}`}`
    )
  }
})

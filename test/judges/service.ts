import { afterAll } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runToEnd, startServer } from "../support/process.ts"
import { fillFolder } from "../support/stores.ts"

export const ROOT = join(import.meta.dir, "../..")

/** A folder for the judges' input and output, removed at the end. */
export const folder = mkdtempSync(join(tmpdir(), "fettle-contract-"))

const data = join(folder, "data")
await fillFolder(data)

/** The service in a separate process, on a database without users: every judge examines it. */
export const service = await startServer({ DATA_DIR: data })

afterAll(async () => {
  service.child.kill()
  await service.child.exited
  rmSync(folder, { recursive: true, force: true })
})

/** Judges send no reports, check for no updates, and neither read nor write the tester's own settings. */
const QUIET = {
  PATH: process.env.PATH ?? "",
  HOME: folder,
  NO_COLOR: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SCARF_ANALYTICS: "false"
}

/** Runs an installed program to its end on Bun, whatever it was written for, in a folder. */
export const judge = (
  program: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  place = folder
) =>
  runToEnd([process.execPath, join(ROOT, "node_modules", program), ...args], {
    cwd: place,
    env: { ...QUIET, ...environment }
  })

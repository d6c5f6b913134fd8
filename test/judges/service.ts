import { afterAll } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runToEnd, startServer } from "../support/process.ts"
import { fillFolder } from "../support/stores.ts"

export const ROOT = join(import.meta.dir, "../..")

/** A folder for what the judges are given and what they write, removed at the end. */
export const folder = mkdtempSync(join(tmpdir(), "fettle-contract-"))

const data = join(folder, "data")
await fillFolder(data)

/** The service as a process of its own, on a database without users: what every judge looks at. */
export const service = await startServer({ DATA_DIR: data })

afterAll(async () => {
  service.child.kill()
  await service.child.exited
  rmSync(folder, { recursive: true, force: true })
})

/** Judges report to nobody, look for no updates, and neither read nor write the tester's own settings. */
const QUIET = {
  PATH: process.env.PATH ?? "",
  HOME: folder,
  NO_COLOR: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SCARF_ANALYTICS: "false"
}

/** Runs an installed program on Bun, whatever it was written for, in a folder and to its end. */
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

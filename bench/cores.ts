/** Pinned mode: the service has a core of its own, and PostgreSQL and the load share another. */
import { backendsOf } from "./cpu.ts"

export const SERVICE_CORE = "0"
export const OTHER_CORE = "1"

/** A command that runs on one core, or on any. */
export const onCore = (core: string | undefined, command: ReadonlyArray<string>): ReadonlyArray<string> =>
  core === undefined ? command : ["taskset", "-c", core, ...command]

const pinned = new Set<number>()

/** Moves the backends of a database to their core, unless they are already there: pools open connections on demand. */
export const pinBackends = (database: string): void => {
  for (const pid of backendsOf(database)) {
    if (pinned.has(pid)) continue
    const { success, stderr } = Bun.spawnSync(["taskset", "-cp", OTHER_CORE, String(pid)])
    if (!success) throw new Error(`PostgreSQL's processes cannot be pinned by this user: ${stderr}`)
    pinned.add(pid)
  }
}

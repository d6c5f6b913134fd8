import { readdirSync, rmSync, statSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"

/** Drafts that another machine, or another container, may still write are kept for a day, in milliseconds. */
const KEPT_MILLIS = 86_400_000

const HOST = hostname().replaceAll(/[^\w.]/g, "_")

const DRAFT = /^(?<name>.+)\.fettle-(?:copy|partial)-(?<host>[\w.]+)-(?<pid>\d+)$/

/**
 * A temporary name beside a file, for what becomes the file once it is complete. It names the process, so that others
 * can see whether that is still at work.
 */
export const draftOf = (file: string, kind: "copy" | "partial"): string =>
  `${file}.fettle-${kind}-${HOST}-${process.pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const ageOf = (path: string, now: number): number => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)

/**
 * Removes the drafts in the file's folder that ended processes have left: at once those of this machine, and after a
 * day all others. Returns the process that is still writing this file, if any.
 */
export const sweepDrafts = (file: string, now: number): number | undefined => {
  const folder = dirname(file)
  let writer: number | undefined
  for (const entry of readdirSync(folder)) {
    const { name, host, pid } = DRAFT.exec(entry)?.groups ?? {}
    if (name === undefined || Number(pid) === process.pid) continue
    const path = join(folder, entry)
    const isLeft = host === HOST ? !isAlive(Number(pid)) : ageOf(path, now) > KEPT_MILLIS
    if (isLeft) rmSync(path, { recursive: true, force: true })
    else if (name === basename(file)) writer = Number(pid)
  }
  return writer
}

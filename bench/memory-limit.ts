import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A cgroup in which a command has only so much memory. */
export interface MemoryLimit {
  readonly within: (command: ReadonlyArray<string>) => ReadonlyArray<string>
  /** How often the limit was reached, so that the kernel had to reclaim memory. */
  readonly reached: () => number
  /** Removes the cgroup, once its processes have ended. */
  readonly remove: () => void
}

/** The files of a cgroup of version 1 and of version 2. */
const VERSIONS = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", reached: "memory.failcnt", pattern: /^(\d+)/ },
  { root: "/sys/fs/cgroup", limit: "memory.max", reached: "memory.events", pattern: /^max (\d+)/m }
]

/** Makes a cgroup with this limit; undefined if this user may not, or if there are no cgroups. */
export const limitMemory = (bytes: number): MemoryLimit | undefined => {
  for (const { root, limit, reached, pattern } of VERSIONS) {
    if (!existsSync(root)) continue
    const folder = join(root, `fettle-bench-${process.pid}`)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, limit), String(bytes))
    } catch {
      // Not this version, or this user may not.
      if (existsSync(folder)) rmdirSync(folder)
      continue
    }
    return {
      within: (command) => ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder, ...command],
      reached: () => Number(pattern.exec(readFileSync(join(folder, reached), "utf8"))?.[1] ?? 0),
      remove: () => {
        try {
          rmdirSync(folder)
        } catch {
          // A process that could not be stopped is still in it.
        }
      }
    }
  }
  return undefined
}

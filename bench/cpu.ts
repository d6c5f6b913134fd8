import { existsSync, readdirSync, readFileSync } from "node:fs"
import type { Server } from "./servers.ts"

/** Clock ticks per second in /proc: 100 on every common Linux. */
const TICKS_PER_SECOND = 100

/** Fields 14 and 15, counted after the name, which may contain spaces: user and system time of all threads. */
const cpuSecondsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The same for a process with one thread, to the nanosecond. */
const exactSecondsOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e9

/** A process and all its living descendants. */
const family = (pid: number): ReadonlyArray<number> => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
  return [pid, ...children.flatMap((child) => family(Number(child)))]
}

/** Seconds of CPU that a server has used, including its worker processes. */
export const cpuSeconds = ({ pid }: Pick<Server, "pid">): number =>
  family(pid).reduce((sum, each) => sum + cpuSecondsOf(each), 0)

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** Megabytes of memory that a server uses, including its worker processes. */
export const residentMegabytes = ({ pid }: Pick<Server, "pid">): number =>
  family(pid).reduce((sum, each) => sum + residentOf(each), 0)

/** The most megabytes of memory that a process has used so far. */
export const highestMegabytes = ({ pid }: Pick<Server, "pid">): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** PostgreSQL's processes on this machine with their titles. Empty if it runs elsewhere. */
const postgresProcesses = (): ReadonlyArray<{ readonly pid: number; readonly title: string }> => {
  if (!existsSync("/proc/self/stat")) return []
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) return []
    try {
      const title = readFileSync(`/proc/${entry}/cmdline`, "utf8")
      return title.startsWith("postgres: ") ? [{ pid, title }] : []
    } catch {
      // It ended between listing and reading.
      return []
    }
  })
}

const isBackendOf =
  (database: string) =>
  ({ title }: { readonly title: string }): boolean =>
    title.includes(` ${database} `) && !title.includes("autovacuum")

/** The processes that serve the connections to a database. */
export const backendsOf = (database: string): ReadonlyArray<number> =>
  postgresProcesses()
    .filter(isBackendOf(database))
    .map(({ pid }) => pid)

const BACKGROUND = /checkpointer|background writer|walwriter|autovacuum/

/** Seconds of CPU that PostgreSQL has used, by process. */
export interface DatabaseSeconds {
  /** Used by the backends of a database. */
  readonly backends: ReadonlyMap<number, number>
  /** Used by background processes, for all databases of the server. */
  readonly background: ReadonlyMap<number, number>
}

const secondsOf = (pids: ReadonlyArray<{ readonly pid: number }>): ReadonlyMap<number, number> =>
  new Map(
    pids.flatMap(({ pid }): Array<[number, number]> => {
      try {
        return [[pid, exactSecondsOf(pid)]]
      } catch {
        return []
      }
    })
  )

export const databaseSeconds = (database: string): DatabaseSeconds => {
  const all = postgresProcesses()
  return {
    backends: secondsOf(all.filter(isBackendOf(database))),
    background: secondsOf(all.filter(({ title }) => BACKGROUND.test(title)))
  }
}

/** The use between two readings; processes that started in between count from zero. */
export const sumSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number => {
  let sum = 0
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0)
  return sum
}

/** Ticks of all cores since the machine started, and how many of them its host gave to others. */
interface MachineTicks {
  readonly all: number
  readonly stolen: number
}

/**
 * Parses the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. Undefined if there is no
 * such file.
 */
export const machineTicks = (): MachineTicks | undefined => {
  if (!existsSync("/proc/stat")) return undefined
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1)
  const ticks = line.split(/ +/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
}

/** The share of the machine's time, from 0 to 1, that its host has taken since then, if known. */
export const stolenSince = (before: MachineTicks | undefined): number | undefined => {
  const after = machineTicks()
  return before === undefined || after === undefined || after.all === before.all
    ? undefined
    : (after.stolen - before.stolen) / (after.all - before.all)
}

import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { WORKER } from "../../../platform/workers/channel.ts"
import { checkPort } from "../../../surfaces/server/server.ts"
import { CannotStart } from "../../../values/cannot-start.ts"

/** A Fettle server of this user that shares its port, as listed in /proc. */
interface SharingServer {
  /** The process to signal; for a server with workers, their supervisor. */
  readonly pid: number
  /** The address and port on which it listens, in the kernel's notation. */
  readonly local: string
}

const LISTENING = "0A"

/** The result of reading a path in /proc; `otherwise` if it belongs to another user, or has disappeared. */
const ifThere = <A>(look: () => A, otherwise: A): A => {
  try {
    return look()
  } catch {
    return otherwise
  }
}

const read = (file: string): string => ifThere(() => readFileSync(file, "utf8"), "")

/** The addresses that are listened on at a port, by the inodes of their sockets. */
const listenersAt = (port: number): ReadonlyMap<string, string> => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const rows = ["tcp", "tcp6"].flatMap((name) => read(`/proc/self/net/${name}`).split("\n"))
  return new Map(
    rows.flatMap((row): ReadonlyArray<readonly [string, string]> => {
      const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/)
      return state === LISTENING && local.endsWith(suffix) ? [[inode, local]] : []
    })
  )
}

const socketsOf = (pid: number): ReadonlyArray<string> => {
  const folder = `/proc/${pid}/fd`
  return ifThere(() => readdirSync(folder), []).flatMap((descriptor) => {
    const target = ifThere(() => readlinkSync(`${folder}/${descriptor}`), "")
    const [, inode] = /^socket:\[(\d+)\]$/.exec(target) ?? []
    return inode === undefined ? [] : [inode]
  })
}

/** The process to signal if this is a Fettle server that shares its port. */
const serverOf = (pid: number): number | undefined => {
  const isWorker = read(`/proc/${pid}/environ`)
    .split("\0")
    .some((variable) => variable.startsWith(`${WORKER}=`))
  // The program's name, in brackets, may contain spaces.
  if (isWorker) return Number(/^.*\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1])
  const words = read(`/proc/${pid}/cmdline`).split("\0")
  return words.includes("serve") && words.includes("--take-over") ? pid : undefined
}

const sharingServers = (port: number): ReadonlyArray<SharingServer> => {
  const listeners = listenersAt(port)
  if (listeners.size === 0) return []
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return pids.map(Number).flatMap((process) => {
    const locals = socketsOf(process).flatMap((inode) => listeners.get(inode) ?? [])
    const pid = locals.length === 0 ? undefined : serverOf(process)
    return pid === undefined ? [] : locals.map((local) => ({ pid, local }))
  })
}

/** When a process started, in ticks since the machine did; the field is counted from the name, which may have spaces. */
const startOf = (pid: number): number =>
  Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /, "")
      .split(" ")[19]
  )

/** Whether a process started before another; of two that started at once, the one with the lower id. */
const isOlder = (pid: number, than: number): boolean => {
  const apart = startOf(pid) - startOf(than)
  return apart === 0 ? pid < than : apart < 0
}

/**
 * Finds the servers that this one takes over from. Returns an effect that ends them, to run once this server listens;
 * they then finish what they have begun. Of several that take over at once, the one that started last stays: it ends all
 * older ones that listen, and an older one that finds it listening ends itself. Fails if PORT is used by anything other than a Fettle server of this user that shares it.
 */
export const predecessors = Effect.gen(function* () {
  const { port } = yield* AppConfig
  if (sharingServers(port).length === 0)
    yield* Effect.mapError(
      checkPort,
      ({ message }) =>
        new CannotStart({
          message: `${message}. --take-over takes a port only from a Fettle server of the same user that was itself started with --take-over or --workers`
        })
    )
  return Effect.gen(function* () {
    const now = sharingServers(port)
    const own = new Set(now.flatMap(({ pid, local }) => (pid === process.pid ? [local] : [])))
    const others = new Set(now.flatMap(({ pid, local }) => (pid !== process.pid && own.has(local) ? [pid] : [])))
    const newer = [...others].find((pid) => isOlder(process.pid, pid))
    if (newer !== undefined) {
      yield* Effect.logInfo("A newer server has taken over, and this one ends").pipe(
        Effect.annotateLogs({ successor: newer })
      )
      yield* Effect.sync(() => process.kill(process.pid, "SIGTERM"))
      return
    }
    const old = [...others].filter((pid) => isOlder(pid, process.pid))
    for (const pid of old) {
      yield* Effect.logInfo("This server takes over, and the one before it finishes").pipe(
        Effect.annotateLogs({ predecessor: pid })
      )
      yield* Effect.ignore(Effect.try(() => process.kill(pid, "SIGTERM")))
    }
  })
})

import { dlopen, ptr } from "bun:ffi"
import { closeSync, openSync, readFileSync } from "node:fs"

/** A server with a lower limit can have fewer clients than its operator may expect. */
const LOW_LIMIT = 1024

/** How many files, including connections, this process may have open; undefined if the system does not state it. */
export const openFilesLimit = (): number | undefined => {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Advice for the operator if the limit of open files is low. */
export const lowLimitAdvice = (): string | undefined => {
  const limit = openFilesLimit()
  return limit === undefined || limit >= LOW_LIMIT
    ? undefined
    : `At most ${limit} files may be open (ulimit -n), and every client's connection is one. Raise the limit to ${LOW_LIMIT} or more: LimitNOFILE in a systemd unit, --ulimit nofile for a container`
}

/** Most descriptors kept free; otherwise an eighth of all. */
const MOST_RESERVED = 256

/**
 * Whether few descriptors are free. The system assigns the lowest free number, so a high one means that all below are
 * taken.
 */
export const areFilesScarce = (limit: number): boolean => {
  try {
    const descriptor = openSync("/dev/null", "r")
    closeSync(descriptor)
    return descriptor >= limit - Math.min(MOST_RESERVED, limit / 8)
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE")
  }
}

const AF_INET = 2
const AF_INET6 = 10
const SHUT_RDWR = 2
const ADDRESS_BYTES = 128

/**
 * Cuts off connections to a port of this process, which Bun can do only for those that have had a request. Undefined
 * with other C libraries. Create it before descriptors run out.
 */
export const connectionCutter = () => {
  try {
    const { symbols } = dlopen("libc.so.6", {
      getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      shutdown: { args: ["i32", "i32"], returns: "i32" }
    })
    const address = new Uint8Array(ADDRESS_BYTES)
    const length = new Uint32Array(1)
    const view = new DataView(address.buffer)
    const portBy = (ask: typeof symbols.getsockname, descriptor: number): number | undefined => {
      length[0] = ADDRESS_BYTES
      if (ask(descriptor, ptr(address), ptr(length)) !== 0) return undefined
      const family = view.getUint16(0, true)
      return family === AF_INET || family === AF_INET6 ? view.getUint16(2) : undefined
    }
    /** Cuts off all connections with descriptors below `below`, except those from spared ports. Returns how many. */
    return (port: number, spared: ReadonlySet<number>, below: number): number => {
      let cut = 0
      for (let descriptor = 0; descriptor < below; descriptor++) {
        if (portBy(symbols.getsockname, descriptor) !== port) continue
        const peer = portBy(symbols.getpeername, descriptor)
        if (peer === undefined || spared.has(peer)) continue
        symbols.shutdown(descriptor, SHUT_RDWR)
        cut++
      }
      return cut
    }
  } catch {
    return undefined
  }
}

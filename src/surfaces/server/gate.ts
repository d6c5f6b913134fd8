import { dlopen, ptr } from "bun:ffi"
import { openFilesLimit } from "./open-files.ts"

const SOL_SOCKET = 1
const SO_ATTACH_FILTER = 26
const SO_ACCEPTCONN = 30
const IPPROTO_TCP = 6
const TCP_INFO = 11

const AF_INET = 2
const AF_INET6 = 10
const ADDRESS_BYTES = 128
const INFO_BYTES = 256

/** The offset in struct tcp_info of the number of connections that a listener has not accepted yet. */
const INFO_WAITING = 24

/** Higher descriptors are not checked: a listener is opened early, so it has a low number. */
const MOST_LOOKED_AT = 4096

/** A classic BPF program that drops segments requesting a connection (SYN without ACK), and accepts all others. */
const DROP_NEW: ReadonlyArray<readonly [code: number, skippedIfFalse: number, value: number]> = [
  [0x30, 0, 13], // load the byte of the TCP flags
  [0x54, 0, 0x12], // keep SYN and ACK
  [0x15, 1, 0x02], // SYN alone?
  [0x06, 0, 0], // drop it
  [0x06, 0, 0xffffffff] // take it
]

const INSTRUCTION_BYTES = 8

const programBytes = (): Uint8Array => {
  const bytes = new Uint8Array(DROP_NEW.length * INSTRUCTION_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [index, [code, skippedIfFalse, value]] of DROP_NEW.entries()) {
    const at = index * INSTRUCTION_BYTES
    view.setUint16(at, code, true)
    view.setUint8(at + 3, skippedIfFalse)
    view.setUint32(at + 4, value, true)
  }
  return bytes
}

const openLibrary = () =>
  dlopen("libc.so.6", {
    getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
    setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" }
  }).symbols

/** The descriptors on which this process listens on a TCP port. */
const listenersOn = (port: number, { getsockname, getsockopt }: ReturnType<typeof openLibrary>) => {
  const address = new Uint8Array(ADDRESS_BYTES)
  const view = new DataView(address.buffer)
  const answer = new Uint32Array(1)
  const length = new Uint32Array(1)
  const isListener = (descriptor: number): boolean => {
    length[0] = ADDRESS_BYTES
    if (getsockname(descriptor, ptr(address), ptr(length)) !== 0) return false
    const family = view.getUint16(0, true)
    if ((family !== AF_INET && family !== AF_INET6) || view.getUint16(2) !== port) return false
    length[0] = answer.byteLength
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(answer), ptr(length)) === 0 && answer[0] === 1
  }
  const most = Math.min(openFilesLimit() ?? 0, MOST_LOOKED_AT)
  return Array.from({ length: most }, (_, descriptor) => descriptor).filter(isListener)
}

/** Closes a listening port to new connections without losing existing ones. */
interface Gate {
  /**
   * From now on, no new connection gets in, and those already in can be accepted. A rejected client's system retries
   * after a second; by then the port belongs to another server, or is closed.
   */
  readonly shut: () => void
  /** The number of connections that the system has completed and this process has not accepted yet. */
  readonly waiting: () => number
}

/**
 * The gate of a port on which this process listens. Closing a listener resets the connections waiting in its queue, so
 * the queue must be emptied first, which a busy port never is by itself. Undefined except on Linux with glibc.
 */
export const gateOf = (port: number): Gate | undefined => {
  try {
    const library = openLibrary()
    const listeners = listenersOn(port, library)
    if (listeners.length === 0) return undefined
    const info = new Uint8Array(INFO_BYTES)
    const length = new Uint32Array(1)
    const waitingAt = (listener: number): number => {
      length[0] = INFO_BYTES
      const failed = library.getsockopt(listener, IPPROTO_TCP, TCP_INFO, ptr(info), ptr(length)) !== 0
      return failed ? 0 : new DataView(info.buffer).getUint32(INFO_WAITING, true)
    }
    return {
      shut: () => {
        const program = programBytes()
        // struct sock_fprog: the number of instructions, and their address.
        const reference = new BigUint64Array([BigInt(DROP_NEW.length), BigInt(ptr(program))])
        for (const listener of listeners)
          library.setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, ptr(reference), reference.byteLength)
      },
      waiting: () => listeners.reduce((sum, listener) => sum + waitingAt(listener), 0)
    }
  } catch {
    return undefined
  }
}

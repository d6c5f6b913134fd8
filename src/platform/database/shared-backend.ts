import { createServer, type Socket } from "node:net"
import type { PGlite } from "@electric-sql/pglite"
import {
  CANCEL,
  closeStatement,
  ENCRYPTIONS,
  fatal,
  type Message,
  makeReader,
  query,
  SYNC,
  withPrefix
} from "./wire.ts"

/** Message types that end a unit with its implicit transaction: Sync, a simple query, and a function call. */
const ENDS_UNIT = "SQF"

/** Requests the answers so far; the unit continues. */
const FLUSH = "H"

const TERMINATE = "X"

/**
 * The other message types in a unit: Parse, Bind, Describe, Execute, Close. A message of an unknown type would end the
 * backend.
 */
const PARTS = "PBDEC"

/** So would a COPY of rows from the client, because the backend cannot wait for the rows that it asks for. */
const COPY_IN = /\bCOPY\b[^;]*\bFROM\s+STDIN\b/i

const COPY_IN_REFUSED = query(
  "DO $$ BEGIN RAISE feature_not_supported USING MESSAGE = 'The embedded database cannot COPY FROM STDIN: use INSERT'; END $$"
)

const SETTINGS_AS_BEFORE = query("SET SESSION AUTHORIZATION DEFAULT; RESET ALL")

/** One client's messages, never interleaved with another's. */
interface Unit {
  readonly client: symbol
  readonly bytes: Uint8Array
  /** Whether the client continues with it, so that nobody else may use the backend. */
  readonly goesOn: boolean
  readonly answer: (bytes: Uint8Array) => void
}

type Database = Pick<PGlite, "execProtocolRawStream" | "isInTransaction">

/**
 * The single backend of a PGlite, which its clients use in turn: in order of arrival, but never between the messages of
 * a unit or within a transaction. Otherwise a client could run another's statement, because both use the unnamed one.
 * If the backend ends by itself, it no longer answers, and `onEnd` is called.
 */
const makeBackend = (db: Database, onEnd: () => void) => {
  let waiting: Array<Unit> = []
  let owner: symbol | undefined
  let isRunning = false
  let isOver = false
  let running = Promise.resolve()

  const takeNext = (): Unit | undefined => {
    const at = owner === undefined ? 0 : waiting.findIndex(({ client }) => client === owner)
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }

  const runAll = async () => {
    isRunning = true
    for (let unit = takeNext(); unit !== undefined; unit = takeNext()) {
      await db.execProtocolRawStream(unit.bytes, { onRawData: unit.answer }).catch(onEnd)
      owner = unit.goesOn || db.isInTransaction() ? unit.client : undefined
    }
    isRunning = false
  }

  const add = (unit: Unit) => {
    if (isOver) return
    waiting.push(unit)
    if (!isRunning) running = runAll()
  }

  return {
    add,
    /** Drops a client's pending messages, ends what it has begun, and removes its settings and prepared statements. */
    leave: (client: symbol, statements: Iterable<string>) => {
      waiting = waiting.filter((unit) => unit.client !== client)
      const end = owner === client ? [SYNC, query("ROLLBACK")] : []
      const bytes = Buffer.concat([...end, SETTINGS_AS_BEFORE, ...Array.from(statements, closeStatement), SYNC])
      add({ client, bytes, goesOn: false, answer: () => {} })
    },
    /** Accepts nothing more, and waits for running work to finish. */
    end: async () => {
      isOver = true
      waiting = []
      await running
    }
  }
}

type Backend = ReturnType<typeof makeBackend>

/** Serves one client. Its prepared statements are renamed, so that they cannot clash with other clients'. */
const serve = (backend: Backend, socket: Socket, number: number) => {
  const client = Symbol()
  const read = makeReader()
  const statements = new Set<string>()
  let unit: Array<Uint8Array> = []

  const answer = (bytes: Uint8Array) => {
    // A copy, because the backend reuses its memory.
    if (socket.writable) socket.write(Buffer.from(bytes))
  }

  const run = (goesOn: boolean) => {
    backend.add({ client, bytes: Buffer.concat(unit), goesOn, answer })
    unit = []
  }

  const takeFirst = (code: number, bytes: Buffer) => {
    if (ENCRYPTIONS.includes(code)) return socket.write("N")
    if (code === CANCEL) return socket.end()
    unit.push(bytes)
    run(false)
  }

  const take = (message: Message) => {
    if (message.kind === "first") return takeFirst(message.code, message.bytes)
    const { type } = message
    if (type === TERMINATE) return socket.end()
    if (!(PARTS + ENDS_UNIT + FLUSH).includes(type)) throw new RangeError("A message has an unknown type")
    const { name, bytes } = withPrefix(message, `${number}.`)
    if (name !== undefined && type === "P") statements.add(name)
    if (name !== undefined && type === "C") statements.delete(name)
    unit.push((type === "P" || type === "Q") && COPY_IN.test(bytes.toString()) ? COPY_IN_REFUSED : bytes)
    if (ENDS_UNIT.includes(type)) run(false)
    else if (type === FLUSH) run(true)
  }

  socket.setNoDelay(true)
  socket.on("data", (chunk: Buffer) => {
    try {
      for (const message of read(chunk)) take(message)
    } catch {
      socket.removeAllListeners("data")
      socket.end(fatal("08P01", "This is not what PostgreSQL's clients send"))
    }
  })
  socket.on("close", () => backend.leave(client, statements))
}

/** A socket through which clients reach the database. */
export interface Listener {
  /** Closes the socket, and its connections. */
  readonly stop: () => Promise<void>
}

/**
 * Accepts up to `size` clients of the database on the unix socket at `path`. They share one session, so a setting or
 * temporary table of one is visible to all. Transactions and prepared statements are separate. `onEnd` is called if the
 * database ends by itself.
 */
export const shareBackend = (db: Database, path: string, size: number, onEnd: () => void): Promise<Listener> => {
  const backend = makeBackend(db, onEnd)
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy())
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    if (sockets.size > size) return socket.end(fatal("53300", "The database has too many clients already"))
    serve(backend, socket, ++accepted)
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve(backend.end()))
      for (const socket of sockets) socket.destroy()
    })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(path, () => resolve({ stop }))
  })
}

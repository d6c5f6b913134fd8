import type { Socket } from "bun"

/** An error as PostgreSQL reports it. */
export interface Refusal {
  readonly state: string
  readonly message: string
}

/** How this server differs from one that answers every statement without rows. */
export interface FakePostgres {
  readonly version?: string
  /** Refuses every connection. */
  readonly refuses?: Refusal
  /** Fails every statement that contains this text. */
  readonly fails?: Refusal & { readonly at: string }
  /** Never answers a statement that contains this text, nor any later one on its connection. */
  readonly ignores?: string
}

const text = (value: string) => Buffer.from(`${value}\0`)

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const message = (type: string, ...parts: ReadonlyArray<Buffer>) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const failure = ({ state, message: said }: Refusal, severity: "FATAL" | "ERROR") =>
  message("E", text(`S${severity}`), text(`V${severity}`), text(`C${state}`), text(`M${said}`), Buffer.from([0]))

const READY = message("Z", Buffer.from("I"))

const SSL_REQUEST = 80_877_103

type Rows = ReadonlyArray<Readonly<Record<string, string>>>

/** The settings that a client sent when it connected. */
const sentSettings = (startup: Buffer): Record<string, string> => {
  const words = startup.subarray(8).toString().split("\0")
  return Object.fromEntries(
    words.flatMap((word, index) => (index % 2 === 0 && word ? [[word, words[index + 1] ?? ""]] : []))
  )
}

const describe = (rows: Rows) => {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return message("n")
  const fields = names.map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])
  )
  return message("T", int16(names.length), ...fields)
}

const dataOf = (rows: Rows) =>
  rows.map((row) => {
    const values = Object.values(row).map((value) =>
      Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)])
    )
    return message("D", int16(values.length), ...values)
  })

interface Session {
  buffered: Buffer
  settings: Record<string, string> | undefined
  statement: string
  hasFailed: boolean
  isSilent: boolean
}

/**
 * A server that speaks PostgreSQL's protocol, with one fault. It offers no TLS, accepts every password, and answers a
 * statement about settings with those that the client sent.
 */
export const fakePostgres = (is: FakePostgres) => {
  const version = is.version ?? "15.8"
  const rowsFor = (statement: string, settings: Record<string, string>): Rows => {
    if (statement.includes("pg_settings")) return Object.entries(settings).map(([name, setting]) => ({ name, setting }))
    if (statement.includes("server_version")) {
      return [{ version }]
    }
    return []
  }

  const greet = (socket: Socket<Session>, startup: Buffer) => {
    if (startup.readInt32BE(4) === SSL_REQUEST) return socket.write("N")
    if (is.refuses !== undefined) return socket.end(failure(is.refuses, "FATAL"))
    socket.data.settings = sentSettings(startup)
    return socket.write(
      Buffer.concat([
        message("R", int32(0)),
        message("S", text("server_version"), text(version)),
        message("S", text("client_encoding"), text("UTF8")),
        message("K", int32(1), int32(1)),
        READY
      ])
    )
  }

  const isRefused = (statement: string) => is.fails !== undefined && statement.includes(is.fails.at)

  const react = (session: Session, type: string, body: Buffer): Buffer => {
    const settings = session.settings ?? {}
    session.isSilent ||= is.ignores !== undefined && "PQ".includes(type) && body.toString().includes(is.ignores)
    if (session.isSilent) return Buffer.alloc(0)
    if (type === "Q") {
      const statement = body.toString().replace("\0", "")
      if (is.fails !== undefined && isRefused(statement)) return Buffer.concat([failure(is.fails, "ERROR"), READY])
      const rows = rowsFor(statement, settings)
      const described = rows.length === 0 ? [] : [describe(rows)]
      return Buffer.concat([...described, ...dataOf(rows), message("C", text("SELECT 0")), READY])
    }
    if (type === "S") {
      session.hasFailed = false
      return READY
    }
    if (session.hasFailed) return Buffer.alloc(0)
    const rows = rowsFor(session.statement, settings)
    switch (type) {
      case "P":
        session.statement = body.toString().split("\0")[1] ?? ""
        if (is.fails !== undefined && isRefused(session.statement)) {
          session.hasFailed = true
          return failure(is.fails, "ERROR")
        }
        return message("1")
      case "B":
        return message("2")
      case "C":
        return message("3")
      case "D":
        return Buffer.concat([...(body[0] === "S".charCodeAt(0) ? [message("t", int16(0))] : []), describe(rows)])
      case "E":
        return Buffer.concat([...dataOf(rows), message("C", text("SELECT 0"))])
      default:
        return Buffer.alloc(0)
    }
  }

  const server = Bun.listen<Session>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = {
          buffered: Buffer.alloc(0),
          settings: undefined,
          statement: "",
          hasFailed: false,
          isSilent: false
        }
      },
      data: (socket, chunk) => {
        const session = socket.data
        session.buffered = Buffer.concat([session.buffered, chunk])
        for (;;) {
          const start = session.settings === undefined ? 0 : 1
          if (session.buffered.length < start + 4) return
          const end = start + session.buffered.readInt32BE(start)
          if (session.buffered.length < end) return
          const taken = session.buffered.subarray(0, end)
          session.buffered = session.buffered.subarray(end)
          if (start === 0) greet(socket, taken)
          else socket.write(react(session, String.fromCharCode(taken[0] ?? 0), taken.subarray(5)))
        }
      },
      error: () => {}
    }
  })
  return {
    url: `postgres://ada:hunter2@127.0.0.1:${server.port}/fettle`,
    stop: () => server.stop(true)
  }
}

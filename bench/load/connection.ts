import type { Socket } from "bun"

/** A placeholder in a request, replaced each time by a number of as many digits that no other request has. */
export const COUNTER = "############"

/**
 * A placeholder for a day, replaced by a new one each time all requests have been sent. The days lie long before the
 * data and two days apart, so that none joins another.
 */
export const NEW_DAY = "####-##-##"
const FIRST_NEW_DAY = Date.UTC(1950, 0, 1)
const TWO_DAYS_MILLIS = 2 * 86_400_000

/** A request as bytes, ready to be sent, with the positions of its number and day. */
export interface Template {
  readonly bytes: Buffer
  readonly counters: ReadonlyArray<number>
  readonly days: ReadonlyArray<number>
}

const placesOf = (bytes: Buffer, text: string): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) places.push(at)
  return places
}

export const templateOf = (request: string): Template => {
  const bytes = Buffer.from(request)
  return { bytes, counters: placesOf(bytes, COUNTER), days: placesOf(bytes, NEW_DAY) }
}

/** Starts at random, so that no two processes use the same numbers. */
let count = Math.floor(Math.random() * 9e11)
let passes = 0
let day = ""

/** Called before all requests are sent once more. */
export const beginPass = (): void => {
  day = new Date(FIRST_NEW_DAY + passes * TWO_DAYS_MILLIS).toISOString().slice(0, NEW_DAY.length)
  passes += 1
}

const filled = ({ bytes, counters, days }: Template): Buffer => {
  if (counters.length > 0) {
    count += 1
    const digits = String(count).padStart(COUNTER.length, "0")
    for (const at of counters) bytes.write(digits, at, "latin1")
  }
  for (const at of days) bytes.write(day, at, "latin1")
  return bytes
}

const HEAD_END = Buffer.from("\r\n\r\n")

/** Ends a chunked answer. JSON cannot contain it, because it escapes every line break. */
const LAST_CHUNK = "\r\n0\r\n\r\n"

/** The last bytes, enough to find the end of a chunked answer, including the tail of earlier data. */
const endOf = (data: Buffer, before = ""): string =>
  (before + data.toString("latin1", Math.max(0, data.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)

/** A keep-alive connection with at most one request in progress. */
export class Connection {
  private socket: Socket<Connection> | undefined
  private head = Buffer.alloc(0)
  /** Bytes of the answer still to come; -1 while its head is incomplete; Infinity if it is chunked. */
  private missing = -1
  /** The last bytes of a chunked answer. */
  private tail = ""
  /** What has arrived of an unsuccessful answer. */
  private failure: string | undefined
  private isWaiting = false

  private constructor(private readonly answered: (connection: Connection, failure: string | undefined) => void) {}

  static async open(
    port: number,
    answered: (connection: Connection, failure: string | undefined) => void
  ): Promise<Connection> {
    const connection = new Connection(answered)
    connection.socket = await Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port,
      data: connection,
      socket: {
        open: (socket) => void socket.setNoDelay(true),
        data: (socket, data) => socket.data.take(data),
        close: (socket) => socket.data.closed(),
        error: (_socket, error) => {
          throw error
        }
      }
    })
    return connection
  }

  send(template: Template): void {
    this.isWaiting = true
    const bytes = filled(template)
    const written = this.socket?.write(bytes)
    if (written !== bytes.length) throw new Error(`A request of ${bytes.length} bytes was not taken whole: ${written}`)
  }

  close(): void {
    this.socket?.end()
  }

  private closed(): void {
    if (this.isWaiting) throw new Error("The server closed a connection that waited for its answer")
  }

  private take(data: Buffer): void {
    if (this.missing === -1) {
      const all = this.head.length === 0 ? data : Buffer.concat([this.head, data])
      const end = all.indexOf(HEAD_END)
      if (end === -1) {
        this.head = Buffer.from(all)
        return
      }
      const head = all.toString("latin1", 0, end)
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
      if (length === undefined && !isChunked) throw new Error(`An answer of unknown length: ${head}`)
      this.failure = head.startsWith("HTTP/1.1 200") ? undefined : all.toString("utf8", 0, 1500)
      this.head = Buffer.alloc(0)
      const body = all.subarray(end + HEAD_END.length)
      this.missing = isChunked ? Number.POSITIVE_INFINITY : Number(length) - body.length
      this.tail = isChunked ? endOf(body) : ""
    } else {
      this.missing -= data.length
      if (this.missing === Number.POSITIVE_INFINITY) this.tail = endOf(data, this.tail)
    }
    if (this.missing > 0 && this.tail !== LAST_CHUNK) return
    this.missing = -1
    this.isWaiting = false
    this.answered(this, this.failure)
  }
}

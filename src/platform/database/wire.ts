/**
 * PostgreSQL's protocol, as far as several clients need it to share one backend:
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

/** A complete message from a client. */
export interface Typed {
  readonly kind: "typed"
  readonly type: string
  readonly bytes: Buffer
}

/** The first messages of a connection have a code instead of a type. */
export type Message = Typed | { readonly kind: "first"; readonly code: number; readonly bytes: Buffer }

/** Codes of first messages that are not followed by typed ones: a request to cancel, and those for encryption. */
export const CANCEL = 80877102
export const ENCRYPTIONS: ReadonlyArray<number> = [80877103, 80877104]

const TYPE_BYTES = 1
const LENGTH_BYTES = 4
const CODE_BYTES = 4

/** PostgreSQL accepts no longer messages. */
const MOST_BYTES = 1_073_741_824

const begins = (message: Message): boolean =>
  message.kind === "first" && message.code !== CANCEL && !ENCRYPTIONS.includes(message.code)

/**
 * Returns the messages completed by each chunk, wherever the chunks are cut. Throws a RangeError if the client speaks
 * another protocol.
 */
export const makeReader = (): ((chunk: Buffer) => ReadonlyArray<Message>) => {
  let chunks: Array<Buffer> = []
  let received = 0
  let needed = 0
  let hasBegun = false

  /** The length of the message that begins here, or of the part that states it. */
  const lengthOf = (bytes: Buffer): number => {
    const before = hasBegun ? TYPE_BYTES : 0
    if (bytes.length < before + LENGTH_BYTES) return before + LENGTH_BYTES
    const length = bytes.readUInt32BE(before)
    if (length < LENGTH_BYTES + (hasBegun ? 0 : CODE_BYTES) || length > MOST_BYTES) {
      throw new RangeError("A client of the database speaks another protocol")
    }
    return before + length
  }

  const messageOf = (bytes: Buffer): Message => {
    const message: Message = hasBegun
      ? { kind: "typed", type: bytes.toString("latin1", 0, TYPE_BYTES), bytes }
      : { kind: "first", code: bytes.readUInt32BE(LENGTH_BYTES), bytes }
    hasBegun ||= begins(message)
    return message
  }

  return (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    if (received < needed) return []
    const messages: Array<Message> = []
    let rest = Buffer.concat(chunks)
    for (needed = lengthOf(rest); needed <= rest.length; needed = lengthOf(rest)) {
      messages.push(messageOf(rest.subarray(0, needed)))
      rest = rest.subarray(needed)
    }
    chunks = [rest]
    received = rest.length
    return messages
  }
}

/** A message of this type, with texts that each end in a zero byte. */
const message = (type: string, ...texts: ReadonlyArray<string>): Buffer => {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(""))
  const head = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES)
  head.write(type)
  head.writeUInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES)
  return Buffer.concat([head, body])
}

export const SYNC = message("S")

export const query = (text: string): Buffer => message("Q", text)

/** Removes a prepared statement, if there is one of this name. */
export const closeStatement = (name: string): Buffer => message("C", `S${name}`)

/** An error after which the connection is closed. */
export const fatal = (sqlState: string, text: string): Buffer =>
  message("E", "SFATAL", "VFATAL", `C${sqlState}`, `M${text}`, "")

/** The position of the name of the prepared statement that a message creates, uses, describes or closes. */
const nameAt = ({ type, bytes }: Typed): number | undefined => {
  const body = TYPE_BYTES + LENGTH_BYTES
  if (type === "P") return body
  // The name of a portal comes before it.
  if (type === "B") return bytes.includes(0, body) ? bytes.indexOf(0, body) + 1 : undefined
  return (type === "D" || type === "C") && bytes[body] === "S".charCodeAt(0) ? body + 1 : undefined
}

/** A message, with the name of its prepared statement. */
export interface Named {
  readonly name: string | undefined
  readonly bytes: Buffer
}

/**
 * Adds `prefix` to the name of the prepared statement in a message, if it names one, so that clients' names cannot
 * clash.
 */
export const withPrefix = (typed: Typed, prefix: string): Named => {
  const at = nameAt(typed)
  // The byte is 0 if the statement has no name, and absent if the message is cut short.
  if (at === undefined || !typed.bytes[at]) return { name: undefined, bytes: typed.bytes }
  const { bytes } = typed
  const prefixed = Buffer.concat([bytes.subarray(0, at), Buffer.from(prefix), bytes.subarray(at)])
  prefixed.writeUInt32BE(prefixed.length - TYPE_BYTES, TYPE_BYTES)
  return { name: prefixed.toString("utf8", at, prefixed.indexOf(0, at)), bytes: prefixed }
}

import { decodeUtf8, withoutByteOrderMark } from "../../../platform/files/utf8.ts"
import { type Chunk, ROW_MAX_BYTES } from "./file.ts"

const LINE_FEED = 0x0a

/** Splits bytes into lines ended by LF or CRLF; drops a byte order mark and blank lines. */
export class LineSplitter {
  private held: Array<Uint8Array> = []
  private heldBytes = 0

  push(bytes: Uint8Array): Array<string> {
    const lines: Array<string> = []
    let start = 0
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, start)
      if (end === -1) break
      this.add(lines, this.withHeld(bytes.subarray(start, end)))
      start = end + 1
    }
    if (start < bytes.length) this.hold(bytes.subarray(start))
    return lines
  }

  /** The last line, if it has no line end. */
  end(): Array<string> {
    const lines: Array<string> = []
    this.add(lines, this.withHeld(new Uint8Array()))
    return lines
  }

  private add(lines: Array<string>, bytes: Uint8Array): void {
    const text = withoutByteOrderMark(decodeUtf8(bytes))
    const line = text.endsWith("\r") ? text.slice(0, -1) : text
    if (line !== "") lines.push(line)
  }

  private hold(bytes: Uint8Array): void {
    this.held.push(bytes)
    this.heldBytes += bytes.length
    if (this.heldBytes > ROW_MAX_BYTES) throw new Error("a line is longer than 64 MiB")
  }

  private withHeld(bytes: Uint8Array): Uint8Array {
    if (this.held.length === 0) return bytes
    const whole = Buffer.concat([...this.held, bytes])
    this.held = []
    this.heldBytes = 0
    return whole
  }
}

export interface Lines {
  readonly lines: ReadonlyArray<string>
  readonly position: number
  /** Whether the file ends after these lines without a line end, as a truncated file does. */
  readonly unended: boolean
}

export async function* lines(source: AsyncIterable<Chunk>): AsyncGenerator<Lines, void, undefined> {
  const splitter = new LineSplitter()
  let last = 0
  for await (const { bytes, position } of source) {
    last = position
    yield { lines: splitter.push(bytes), position, unended: false }
  }
  yield { lines: splitter.end(), position: last, unended: true }
}

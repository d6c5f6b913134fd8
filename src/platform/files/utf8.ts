import { isUtf8 } from "node:buffer"

const LINE_FEED = 0x0a

/** Default for the longest line, in bytes. It bounds memory. */
const LONGEST_LINE = 64 * 1024 * 1024
const BYTE_ORDER_MARK = "\ufeff"

/**
 * Stands for bytes that are not UTF-8. It is a noncharacter, so no text in a dump contains it; U+FFFD does occur in
 * dumps.
 */
const NOT_UTF8 = "\uffff"

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * Decodes bytes. Where they are not UTF-8, the text is marked; `isMarked` shows whether a part of it contains a mark.
 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  const text = decoder.decode(bytes)
  return isUtf8(bytes) ? text : text.replaceAll("\ufffd", NOT_UTF8)
}

/** Whether the text came from bytes that were not UTF-8. */
export const isMarked = (text: string): boolean => text.includes(NOT_UTF8)

export const withoutByteOrderMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)

/**
 * Decodes bytes of any length up to the last line feed received, without a byte order mark at the start. Marks depend
 * only on the lines, not on how the bytes were divided.
 */
export class LineDecoder {
  private held: Array<Uint8Array> = []
  private heldBytes = 0
  private started = false

  constructor(private readonly longest: number = LONGEST_LINE) {}

  push(bytes: Uint8Array): string {
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    const text = end === 0 ? "" : this.decode(bytes.subarray(0, end))
    if (end < bytes.length) this.hold(bytes.subarray(end))
    return text
  }

  /** The text after the last line feed. */
  end(): string {
    return this.decode(new Uint8Array())
  }

  private hold(bytes: Uint8Array): void {
    this.held.push(bytes)
    this.heldBytes += bytes.length
    if (this.heldBytes > this.longest) throw new Error(`has a line longer than ${this.longest / (1024 * 1024)} MiB`)
  }

  private decode(bytes: Uint8Array): string {
    const whole = this.held.length === 0 ? bytes : Buffer.concat([...this.held, bytes])
    this.held = []
    this.heldBytes = 0
    const text = isUtf8(whole) ? decoder.decode(whole) : eachLine(whole).map(decodeUtf8).join("")
    const isStart = !this.started
    this.started = true
    return isStart ? withoutByteOrderMark(text) : text
  }
}

const eachLine = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lines: Array<Uint8Array> = []
  let start = 0
  while (start < bytes.length) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed === -1 ? bytes.length : feed + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

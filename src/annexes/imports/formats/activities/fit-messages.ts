import { AGAIN } from "../../rows/advice.ts"
import { type Chunk, type Entry, fault, unreadable } from "../input.ts"

const HEADER_BYTES = 12
const MARK = [0x2e, 0x46, 0x49, 0x54]
const CHECKSUM_BYTES = 2
/** Sizes of a definition before its fields, and of each field: its number, size and type. */
const FIXED_BYTES = 6
const FIELD_BYTES = 3
/** The number of the field that holds the time, in messages of any kind. */
const TIME_FIELD = 253
/** Messages are passed on in pieces of this many bytes. */
const EXCERPT_BYTES = 64 * 1024

const BROKEN = "is damaged"

/** The layout of a kind of message, which a file defines before the first one. */
interface Layout {
  readonly definition: Uint8Array
  readonly bytes: number
  /** The size without the time, for messages that state the time in their header instead of their first field. */
  readonly timedBytes: number
  /** How many messages of its kind were read over; null if they are kept. */
  readonly passed: { count: number } | null
}

/** The total size of `fields` fields defined from this offset on. */
const sizeOf = (definition: Uint8Array, from: number, fields: number): number => {
  let bytes = 0
  for (let field = 0; field < fields; field++) bytes += definition[from + field * FIELD_BYTES + 1] ?? 0
  return bytes
}

/** A piece of one file; several files may be chained in one. */
type FitPiece =
  /** A small but complete FIT file with some of the messages of the requested kinds. */
  { readonly _tag: "Excerpt"; readonly bytes: ArrayBuffer } | { readonly _tag: "End"; readonly isWhole: boolean }

/** Some messages with their layouts, as a FIT file of their own. */
class Excerpt {
  private held = new Uint8Array(2 * EXCERPT_BYTES)
  private readonly layouts: Array<Layout> = []
  length = 0

  /** Adds the message from `start` to `end` of some bytes. */
  add(local: number, layout: Layout, bytes: Uint8Array, start: number, end: number): void {
    if (this.layouts[local] !== layout) {
      this.layouts[local] = layout
      this.push(layout.definition, 0, layout.definition.length)
    }
    this.push(bytes, start, end)
  }

  private push(bytes: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start
    if (length > this.held.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(this.held)
      this.held = larger
    }
    // Messages have few bytes, and to make a view of them would take longer.
    for (let at = start; at < end; at++) this.held[this.length++] = bytes[at] ?? 0
  }

  *take(): Generator<FitPiece> {
    if (this.length === 0) return
    const bytes = new Uint8Array(HEADER_BYTES + this.length + CHECKSUM_BYTES)
    bytes.set([HEADER_BYTES, 0x20])
    new DataView(bytes.buffer).setUint32(4, this.length, true)
    bytes.set(MARK, 8)
    bytes.set(this.held.subarray(0, this.length), HEADER_BYTES)
    this.layouts.length = 0
    this.length = 0
    yield { _tag: "Excerpt", bytes: bytes.buffer }
  }
}

/**
 * Splits a FIT file into messages without decoding them, in memory that does not grow with the file. Files may be
 * chained, and may be cut short anywhere. The format is described at https://developer.garmin.com/fit/protocol/.
 */
export class FitMessages {
  private held: Uint8Array = new Uint8Array()
  /** Position of the next byte in `held`. */
  private at = 0
  /** Bytes of messages still to come; null between files. */
  private left: number | null = null
  /** By the local numbers of messages, from 0 to 15. */
  private readonly layouts: Array<Layout> = []
  private readonly excerpt = new Excerpt()
  private readonly passed = new Map<number, { count: number }>()

  /** `kinds` are the global message numbers to keep. */
  constructor(
    private readonly entry: Entry,
    private readonly kinds: ReadonlySet<number>
  ) {}

  /** How many messages of each other kind were read over, by their global numbers. */
  others(): ReadonlyArray<readonly [kind: number, count: number]> {
    return [...this.passed].flatMap(([kind, { count }]) => (count > 0 ? [[kind, count] as const] : []))
  }

  /**
   * Yields each piece with the position in the input, and null now and then. Rejects with UnreadableFile where the file
   * is damaged.
   */
  async *read(): AsyncGenerator<{ readonly position: number; readonly piece: FitPiece | null }, void, undefined> {
    let position = 0
    try {
      for await (const chunk of this.entry.bytes()) {
        position = chunk.position
        for (const piece of this.push(chunk)) yield { position, piece }
        yield { position, piece: null }
      }
    } catch (cause) {
      for (const piece of this.excerpt.take()) yield { position, piece }
      throw unreadable(this.entry.name, null, cause)
    }
    for (const piece of this.end()) yield { position, piece }
  }

  private *push({ bytes }: Chunk): Generator<FitPiece> {
    const held = new Uint8Array(this.held.length - this.at + bytes.length)
    held.set(this.held.subarray(this.at))
    held.set(bytes, this.held.length - this.at)
    this.held = held
    this.at = 0
    while (true) {
      const before = this.at
      if (this.left === null) this.begin()
      else if (this.left === 0) yield* this.finish()
      else {
        this.message(this.left)
        if (this.excerpt.length >= EXCERPT_BYTES && !this.isTimedByLast()) yield* this.excerpt.take()
      }
      if (this.at === before) return
    }
  }

  private fail(problem: string): never {
    throw fault(this.entry.name, null, problem, AGAIN)
  }

  private has(bytes: number): boolean {
    return this.at + bytes <= this.held.length
  }

  /** Whether the next message states its time as seconds since the previous one. Both must be in one excerpt. */
  private isTimedByLast(): boolean {
    return this.excerpt.length < 16 * EXCERPT_BYTES && ((this.held[this.at] ?? 0) & 0x80) !== 0
  }

  private begin(): void {
    const size = this.held[this.at] ?? 0
    if (!this.has(Math.max(size, HEADER_BYTES))) return
    const isFit = MARK.every((byte, place) => this.held[this.at + 8 + place] === byte)
    if (size < HEADER_BYTES || !isFit) this.fail("goes on with something that is not a FIT file")
    const view = new DataView(this.held.buffer, this.held.byteOffset + this.at, HEADER_BYTES)
    // An interrupted recording does not state its length.
    this.left = view.getUint32(4, true) || Number.POSITIVE_INFINITY
    this.layouts.length = 0
    this.at += size
  }

  private *finish(): Generator<FitPiece> {
    if (!this.has(CHECKSUM_BYTES)) return
    this.at += CHECKSUM_BYTES
    this.left = null
    yield* this.excerpt.take()
    yield { _tag: "End", isWhole: true }
  }

  /** Takes the next message if it is complete. */
  private message(left: number): void {
    const head = this.held[this.at]
    if (head === undefined) return
    const isTimed = (head & 0x80) !== 0
    if (!isTimed && (head & 0x40) !== 0) {
      this.define(left, head)
      return
    }
    const local = isTimed ? (head >> 5) & 3 : head & 15
    const layout = this.layouts[local]
    if (layout === undefined) this.fail(BROKEN)
    const start = this.at
    if (!this.take(left, isTimed ? layout.timedBytes : layout.bytes)) return
    if (layout.passed === null) this.excerpt.add(local, layout, this.held, start, this.at)
    else layout.passed.count++
  }

  /** Advances by `size` bytes if they have arrived. */
  private take(left: number, size: number): boolean {
    if (size > left || size < 1) this.fail(BROKEN)
    if (!this.has(size)) return false
    this.at += size
    this.left = left - size
    return true
  }

  private define(left: number, head: number): void {
    if (!this.has(FIXED_BYTES)) return
    const { held, at: start } = this
    const fields = held[start + 5] ?? 0
    const plain = FIXED_BYTES + fields * FIELD_BYTES
    const isExtended = (head & 0x20) !== 0
    if (isExtended && !this.has(plain + 1)) return
    const more = isExtended ? (held[start + plain] ?? 0) : 0
    if (!this.take(left, plain + (isExtended ? 1 + more * FIELD_BYTES : 0))) return
    const definition = held.slice(start, this.at)
    const [one = 0, other = 0] = [definition[3], definition[4]]
    const bytes = 1 + sizeOf(definition, FIXED_BYTES, fields) + sizeOf(definition, plain + 1, more)
    const isFirstTime = fields > 0 && definition[FIXED_BYTES] === TIME_FIELD
    const kind = definition[2] === 1 ? one * 256 + other : other * 256 + one
    this.layouts[head & 15] = {
      definition,
      bytes,
      timedBytes: isFirstTime ? bytes - sizeOf(definition, FIXED_BYTES, 1) : bytes,
      passed: this.kinds.has(kind) ? null : this.passedOf(kind)
    }
  }

  private passedOf(kind: number): { count: number } {
    const passed = this.passed.get(kind) ?? { count: 0 }
    this.passed.set(kind, passed)
    return passed
  }

  private *end(): Generator<FitPiece> {
    yield* this.excerpt.take()
    if (this.left !== null) yield { _tag: "End", isWhole: false }
    else if (this.has(1)) this.fail("goes on with something that is not a FIT file")
  }
}

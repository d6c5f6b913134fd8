import { CutShort } from "../../../platform/files/cut-short.ts"
import { decodeUtf8 } from "../../../platform/files/utf8.ts"
import { Unfit } from "./failure.ts"
import { type Chunk, ROW_MAX_BYTES } from "./file.ts"

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface Element {
  /** The key of the list in the root object. */
  readonly list: string
  /** The element's own JSON text, unparsed. */
  readonly json: string
}

/**
 * Extracts the elements of the lists directly in the root object of a JSON text, which comes as bytes of any length;
 * skips everything else. Structural characters are ASCII and never part of a longer UTF-8 sequence, so the bytes may be
 * split anywhere.
 */
export class ListSplitter {
  private depth = 0
  private inString = false
  private escaped = false
  /** The bytes of the last string read in the root object: the key, when a list opens. */
  private key: Array<number> = []
  private list: string | null = null
  private held: Array<Uint8Array> = []
  private heldBytes = 0
  private seenList = false
  /** Whether the root object has ended. */
  private closed = false

  constructor(private readonly lists: ReadonlyArray<string>) {}

  push(bytes: Uint8Array): Array<Element> {
    const elements: Array<Element> = []
    let start = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === undefined) break
      if (this.inString) {
        if (this.depth === 1) this.key.push(byte)
        if (this.escaped) this.escaped = false
        else if (byte === BACKSLASH) this.escaped = true
        else if (byte === QUOTE) this.inString = false
        continue
      }
      switch (byte) {
        case QUOTE:
          this.inString = true
          if (this.depth === 1) this.key = [byte]
          break
        case OPEN_OBJECT:
          if (this.depth === 0 && this.closed) {
            throw new Unfit("holds more than one JSON document", "Check the file and the kind")
          }
          this.depth++
          break
        case OPEN_LIST:
          if (this.depth === 0) throw new Error("is not a JSON object")
          if (++this.depth === 2 && this.openList()) start = at + 1
          break
        case CLOSE_OBJECT:
          this.depth--
          this.closed = this.depth === 0
          break
        case CLOSE_LIST:
          if (this.depth === 2 && this.list !== null) {
            this.close(elements, bytes.subarray(start, at), true)
            this.list = null
          }
          this.depth--
          break
        case COMMA:
          if (this.depth === 2 && this.list !== null) {
            this.close(elements, bytes.subarray(start, at), false)
            start = at + 1
          }
      }
      if (this.depth < 0) throw new Error("closes more brackets than it opens")
    }
    if (this.list !== null) this.hold(bytes.subarray(start))
    return elements
  }

  /** Fails if the text was cut short or contained none of the lists. */
  end(): void {
    if (this.depth !== 0 || this.inString) throw new CutShort("ends before its JSON does")
    if (!this.seenList) throw new Error(`has none of ${this.lists.join(", ")}`)
  }

  private openList(): boolean {
    const key = decodeUtf8(Uint8Array.from(this.key)).slice(1, -1)
    if (!this.lists.includes(key)) return false
    this.list = key
    this.seenList = true
    return true
  }

  private hold(bytes: Uint8Array): void {
    this.held.push(bytes)
    this.heldBytes += bytes.length
    if (this.heldBytes > ROW_MAX_BYTES) throw new Error("an element is longer than 64 MiB")
  }

  private close(elements: Array<Element>, bytes: Uint8Array, last: boolean): void {
    const whole = this.held.length === 0 ? bytes : Buffer.concat([...this.held, bytes])
    this.held = []
    this.heldBytes = 0
    const json = decodeUtf8(whole).trim()
    // Blank text is not an element: between brackets it is an empty list, and after a comma it is not JSON.
    if (this.list !== null && (json !== "" || !last)) elements.push({ list: this.list, json })
  }
}

interface Elements {
  readonly elements: ReadonlyArray<Element>
  readonly position: number
}

export async function* listElements(
  source: AsyncIterable<Chunk>,
  lists: ReadonlyArray<string>
): AsyncGenerator<Elements, void, undefined> {
  const splitter = new ListSplitter(lists)
  for await (const { bytes, position } of source) yield { elements: splitter.push(bytes), position }
  splitter.end()
}

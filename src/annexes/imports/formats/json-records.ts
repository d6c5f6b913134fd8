import { pass } from "../rows/advice.ts"
import { type Entry, fault } from "./input.ts"

/** Longest record, in characters. These apps write none that are longer. */
const LONGEST_RECORD = 4 * 1024 * 1024

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Splits a JSON document into the objects at a given depth. Each object with its content is one record. */
class Splitter {
  private text = ""
  private at = 0
  private start = -1
  private isText = false
  private isEscaped = false
  private depth: number | undefined
  nesting = 0

  constructor(private readonly levels: number) {}

  /** The texts of the records that are complete now. */
  push(text: string): ReadonlyArray<string> {
    this.text += text
    const found: Array<string> = []
    for (; this.at < this.text.length; this.at++) this.take(this.text.charCodeAt(this.at), found)
    const kept = this.start === -1 ? this.at : this.start
    this.text = this.text.slice(kept)
    this.at -= kept
    if (this.start !== -1) this.start = 0
    return found
  }

  get length(): number {
    return this.text.length
  }

  private take(code: number, found: Array<string>): void {
    if (this.isEscaped) this.isEscaped = false
    else if (this.isText) {
      if (code === BACKSLASH) this.isEscaped = true
      else if (code === QUOTE) this.isText = false
    } else if (code === QUOTE) this.isText = true
    else if (code === OPEN || code === OPEN_LIST) {
      this.depth ??= this.levels + (code === OPEN_LIST ? 1 : 0)
      if (code === OPEN && this.nesting === this.depth && this.start === -1) this.start = this.at
      this.nesting++
    } else if (code === CLOSE || code === CLOSE_LIST) {
      this.nesting--
      if (code !== CLOSE || this.nesting !== this.depth || this.start === -1) return
      found.push(this.text.slice(this.start, this.at + 1))
      this.start = -1
    }
  }
}

/**
 * The records of a JSON document one by one, in memory that does not grow with it: the objects within `levels` others,
 * not counting a list around the whole. Throws UnreadableFile if it is not JSON, or cut short.
 */
export async function* recordsIn(
  entry: Entry,
  levels: number
): AsyncGenerator<{ readonly records: ReadonlyArray<unknown>; readonly position: number }, void, undefined> {
  const noJson = () => fault(entry.name, null, "is not a complete JSON document", "A part is missing: export it again")
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw noJson()
    }
  }
  const decoder = new TextDecoder()
  const splitter = new Splitter(levels)
  for await (const { bytes, position } of entry.bytes()) {
    const texts = splitter.push(decoder.decode(bytes, { stream: true }))
    yield { records: texts.map(parsed), position }
    if (splitter.length > LONGEST_RECORD)
      throw fault(entry.name, null, "holds a record of more than 4 MB", pass("the file as the app made it"))
  }
  if (splitter.nesting !== 0) throw noJson()
}

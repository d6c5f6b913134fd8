import { Parser } from "htmlparser2"
import { AGAIN } from "../rows/advice.ts"
import { type Entry, fault, unreadable } from "./input.ts"

/** Longest element of an export, in characters. It bounds what the parser holds. */
const LONGEST_ELEMENT = 4 * 1024 * 1024
const MOST_ATTRIBUTES = 500
const MOST_NESTED = 100

export interface XmlHandler {
  /** An element begins; its attributes follow. */
  readonly open: (name: string, depth: number) => void
  /** The value keeps its entities; `plainText` decodes them. */
  readonly attribute: (name: string, value: string) => void
  readonly close: (name: string, depth: number) => void
  /** A piece of text, with undecoded entities. */
  readonly text?: (text: string) => void
}

/** Whether it can be part of a stored text: not U+0000, and not half of a surrogate pair. */
const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

/** Control characters that XML does not allow, written as they are or as numeric entities. */
const CONTROL = /[\p{Cc}--[\t\n\r\u007f-\u009f]]/gv

const withoutControl = (text: string): string => (text.search(CONTROL) === -1 ? text : text.replace(CONTROL, ""))

/**
 * A text without control characters, with XML's own and numeric entities decoded. Others stay as they are: no file
 * defines its own here.
 */
export const plainText = (text: string): string => {
  const decoded = text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[name] ?? whole
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return isCharacter(code) ? String.fromCodePoint(code) : whole
      })
    : text
  return withoutControl(decoded)
}

/** Finds the line of each index in a text that comes in blocks. */
class Lines {
  private block = ""
  private base = 0
  private at = 0
  /** The next line end from `at` on, or -1 if the block has no more. */
  private feed = -1
  private line = 1

  begin(block: string): void {
    this.finish()
    this.base += this.block.length
    this.block = block
    this.at = 0
    this.feed = block.indexOf("\n")
  }

  private finish(): void {
    this.countTo(this.block.length)
  }

  private countTo(end: number): void {
    while (this.feed !== -1 && this.feed < end) {
      this.line++
      this.at = this.feed + 1
      this.feed = this.block.indexOf("\n", this.at)
    }
    this.at = Math.max(this.at, end)
  }

  /** The line of an index, which must not precede an earlier one. */
  lineAt(index: number): number {
    this.countTo(Math.max(this.at, index - this.base))
    return this.line
  }
}

/**
 * Reads an XML file in bounded memory, with the tolerance that the exports need: document types may be broken, control
 * characters may occur anywhere, and no entities are defined. An unclosed root is a fault.
 */
export class XmlReader {
  private readonly lines = new Lines()
  private readonly parser: Parser
  private depth = 0
  private attributes = 0
  /** Characters since the parser last reported anything. */
  private silent = 0
  private isClosed = false
  private ended = false

  constructor(
    private readonly entry: Entry,
    private readonly root: string,
    handler: XmlHandler,
    private readonly options: {
      /** What is wrong with a file that has another root. */
      readonly problem: string
      /** Whether elements are reported with their lines. Files of one long line are read faster without. */
      readonly isByLine: boolean
    }
  ) {
    this.parser = new Parser(
      {
        onopentagname: (name) => {
          this.silent = 0
          this.attributes = 0
          if (this.depth++ === 0 && name.slice(name.indexOf(":") + 1) !== this.root) this.fail(this.options.problem)
          if (this.depth > MOST_NESTED) this.fail(`nests elements deeper than ${MOST_NESTED}`)
          handler.open(name, this.depth)
        },
        onattribute: (name, value) => {
          this.silent = 0
          if (++this.attributes > MOST_ATTRIBUTES)
            this.fail(`has an element with more than ${MOST_ATTRIBUTES} attributes`)
          handler.attribute(name, value)
        },
        onclosetag: (name, isImplied) => {
          this.silent = 0
          // An element closed only by the end of the file was cut off.
          if (this.ended && isImplied) return
          if (this.depth-- === 1) this.isClosed = true
          handler.close(name, this.depth + 1)
        },
        ontext: (text) => {
          this.silent = 0
          handler.text?.(text)
        },
        onprocessinginstruction: () => {
          this.silent = 0
        },
        oncomment: () => {
          this.silent = 0
        }
      },
      { xmlMode: true, decodeEntities: false }
    )
  }

  private fail(problem: string): never {
    throw fault(this.entry.name, this.line(), problem, AGAIN)
  }

  /** The line of the element being read. */
  line(): number {
    return this.lines.lineAt(this.parser.startIndex)
  }

  /** Yields the position now and then. Fails where the file does, after everything before has been handled. */
  async *read(): AsyncGenerator<number, void, undefined> {
    const decoder = new TextDecoder("utf-8")
    let held = ""
    try {
      for await (const { bytes, position } of this.entry.bytes()) {
        const piece = decoder.decode(bytes, { stream: true })
        // Passes on whole lines, so that an element on one line is in one block. `held` contains no line end.
        const isWhole = !this.options.isByLine || held.length + piece.length > LONGEST_ELEMENT
        const end = isWhole ? piece.length : piece.lastIndexOf("\n") + 1
        if (end > 0) this.write(held + piece.slice(0, end))
        held = (end > 0 ? "" : held) + piece.slice(end)
        yield position
      }
      this.write(held + decoder.decode())
      this.ended = true
      this.parser.end()
    } catch (cause) {
      throw unreadable(this.entry.name, this.line(), cause)
    }
    if (!this.isClosed) {
      throw fault(
        this.entry.name,
        this.line(),
        "ends before its root element does",
        "A part is missing: export it again"
      )
    }
  }

  private write(block: string): void {
    this.lines.begin(block)
    this.silent += block.length
    this.parser.write(block)
    if (this.silent > LONGEST_ELEMENT + block.length) this.fail("has an element longer than 4 MiB")
  }
}

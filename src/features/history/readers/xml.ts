import { Parser } from "htmlparser2"
import { type Entry, fault, unreadable } from "./input.ts"

/** No element of an export is longer, in characters. It bounds what the parser holds. */
const LONGEST_ELEMENT = 4 * 1024 * 1024
const MOST_ATTRIBUTES = 500
const MOST_NESTED = 100

export interface XmlHandler {
  /** An element begins. Its attributes follow. */
  readonly open: (name: string, depth: number) => void
  /** Entities are as written; `plainText` reads them. */
  readonly attribute: (name: string, value: string) => void
  readonly close: (name: string, depth: number) => void
  /** A piece of text, with entities as written. */
  readonly text?: (text: string) => void
}

/** Whether it can stand in a stored text: neither U+0000 nor half of a pair. */
const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

/** Control characters that exports hold although XML does not allow them. */
const CONTROL = /[\p{Cc}--[\t\n\r\u007f-\u009f]]/gv

/**
 * A text without control characters, with the entities that XML itself defines, and numbered ones, replaced. Others are left: no file
 * defines its own here.
 */
export const plainText = (text: string): string => {
  const clean = text.search(CONTROL) === -1 ? text : text.replace(CONTROL, "")
  return clean.includes("&")
    ? clean.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[name] ?? whole
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return isCharacter(code) ? String.fromCodePoint(code) : whole
      })
    : clean
}

/** Knows the line of every index of a text that comes in blocks. */
class Lines {
  private block = ""
  private base = 0
  private at = 0
  /** The next line end from `at` on, -1 if the block has no more. */
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

  /** The line of an index, which must not lie before one asked for earlier. */
  lineAt(index: number): number {
    this.countTo(Math.max(this.at, index - this.base))
    return this.line
  }
}

/**
 * Reads an XML file in bounded memory, forgiving as the exports need it: document types may be broken, control characters may stand
 * anywhere, and no entities are defined. A root that is not closed is a fault.
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
          // What the end of the file closes was cut off.
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
    throw fault(this.entry.name, this.line(), problem, "Export it again and repeat the command")
  }

  /** The line of the element that is being read. */
  line(): number {
    return this.lines.lineAt(this.parser.startIndex)
  }

  /** Gives the position now and then. Fails where the file does, after all before it has been handled. */
  async *read(): AsyncGenerator<number, void, undefined> {
    const decoder = new TextDecoder("utf-8")
    let held = ""
    try {
      for await (const { bytes, position } of this.entry.bytes()) {
        const piece = decoder.decode(bytes, { stream: true })
        // Whole lines, so that an element of one line is in one block. What is held has no line end.
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

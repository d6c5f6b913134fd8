import { posix } from "node:path"
import { type Chunk, type Entry, fault, type Input } from "./input.ts"
import { datesOfStyles } from "./workbook-styles.ts"
import { plainText, type XmlHandler, XmlReader } from "./xml.ts"

/** Bounds of a workbook. Ten years of days with twenty foods each are 73,000 rows, and take about 2 MiB. */
const LARGEST = 32 * 1024 ** 2
const MOST_UNPACKED = 256 * 1024 ** 2
const MOST_ROWS = 200_000
const MOST_COLUMNS = 1000
const MOST_SHEETS = 200
const MOST_SHARED = 16 * 1024 ** 2
/** Longest text of a cell in Excel. */
const LONGEST_TEXT = 32_767
const LONGEST_SHEET_NAME = 255

const SHORTER = "Export a shorter time"

/** The content of a cell; null if empty. A date is the displayed one, taken as UTC. */
export type Cell = string | number | boolean | Date | null

export interface SheetRow {
  /** From 1. */
  readonly number: number
  readonly cells: ReadonlyArray<Cell>
}

export interface Sheet {
  readonly name: string
  /** Its rows, without empty ones. What this opens is closed when the iteration ends. */
  readonly rows: () => AsyncGenerator<
    { readonly rows: ReadonlyArray<SheetRow>; readonly position: number },
    void,
    undefined
  >
}

export interface Workbook {
  readonly sheets: ReadonlyArray<Sheet>
  /** The date of a serial number; null if it is not one. */
  readonly dateOf: (serial: number) => Date | null
}

const DAY_SECONDS = 86_400
/**
 * Day 0 of the serial numbers. 1900-01-01 is 1, and the nonexistent 29 February 1900 is counted. Workbooks from old
 * Macs count from 1904.
 */
const SERIAL_ZERO = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }
const MOST_DAYS = 100_000

/** Elements are identified by their name alone, because apps choose the prefixes. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Collects a text that comes in pieces, up to a bound. */
class Text {
  private pieces: Array<string> = []
  private length = 0

  constructor(private readonly tooLong: () => never) {}

  add(piece: string): void {
    this.length += piece.length
    if (this.length > LONGEST_TEXT * 6) this.tooLong()
    this.pieces.push(piece)
  }

  take(): string {
    const text = plainText(this.pieces.join(""))
    this.pieces = []
    this.length = 0
    // Excel writes control characters as their number.
    return text.replace(/_x([0-9A-F]{4})_/g, (_, hex) => plainText(`&#x${hex};`)).slice(0, LONGEST_TEXT)
  }
}

class Reader {
  private unpacked = 0
  private shared: ReadonlyArray<string> = []
  private areDates: ReadonlyArray<boolean> = []
  private zero = SERIAL_ZERO.from1900

  constructor(private readonly input: Input) {}

  private refuse(problem: string): never {
    throw fault(this.input.name, null, problem, SHORTER)
  }

  private entryOf(name: string): Entry | undefined {
    return this.input.entries.find((entry) => entry.name === name)
  }

  private async *bytesOf(entry: Entry): AsyncGenerator<Chunk, void, undefined> {
    for await (const chunk of entry.bytes()) {
      this.unpacked += chunk.bytes.length
      if (this.unpacked > MOST_UNPACKED) this.refuse("unpacks to far more than any export holds")
      yield chunk
    }
  }

  private xml(entry: Entry, root: string, handler: XmlHandler): XmlReader {
    const bytes = () => this.bytesOf(entry)
    return new XmlReader({ name: entry.name, bytes }, root, handler, {
      problem: "is not part of a workbook",
      isByLine: false
    })
  }

  /** Reads a part, if it exists, whose information is all in elements with attributes. */
  private async elements(
    name: string,
    root: string,
    element: (name: string, attributes: ReadonlyMap<string, string>, path: ReadonlyArray<string>) => void
  ): Promise<void> {
    const entry = this.entryOf(name)
    if (entry === undefined) return
    const path: Array<string> = []
    let attributes = new Map<string, string>()
    let isPassedOn = true
    const passOn = () => {
      if (!isPassedOn) element(path.at(-1) ?? "", attributes, path)
      isPassedOn = true
    }
    const reader = this.xml(entry, root, {
      open: (name) => {
        passOn()
        path.push(localName(name))
        attributes = new Map()
        isPassedOn = false
      },
      attribute: (name, value) => attributes.set(localName(name), plainText(value)),
      close: () => {
        passOn()
        path.pop()
      }
    })
    for await (const _ of reader.read());
  }

  async open(): Promise<Workbook> {
    if (this.input.totalBytes > LARGEST) this.refuse("is larger than 32 MiB")
    const found: Array<{ readonly name: string; readonly id: string }> = []
    await this.elements("xl/workbook.xml", "workbook", (name, attributes) => {
      if (name === "workbookPr" && /^(?:1|true)$/.test(attributes.get("date1904") ?? ""))
        this.zero = SERIAL_ZERO.from1904
      if (name === "sheet") found.push({ name: attributes.get("name") ?? "", id: attributes.get("id") ?? "" })
      if (found.length > MOST_SHEETS) this.refuse(`has more than ${MOST_SHEETS} sheets`)
    })
    if (found.some(({ name }) => Buffer.byteLength(name) > LONGEST_SHEET_NAME))
      this.refuse(`has a sheet whose name is longer than ${LONGEST_SHEET_NAME} bytes`)
    const targets = new Map<string, string>()
    await this.elements("xl/_rels/workbook.xml.rels", "Relationships", (name, attributes) => {
      if (name === "Relationship") targets.set(attributes.get("Id") ?? "", attributes.get("Target") ?? "")
    })
    this.areDates = await datesOfStyles((element) => this.elements("xl/styles.xml", "styleSheet", element))
    await this.readShared()
    const sheets = found.flatMap(({ name, id }): ReadonlyArray<Sheet> => {
      const target = targets.get(id) ?? ""
      const entry = this.entryOf(target.startsWith("/") ? target.slice(1) : posix.join("xl", target))
      return entry === undefined ? [] : [{ name, rows: () => this.rows(entry) }]
    })
    return { sheets, dateOf: (serial) => this.dateOf(serial) }
  }

  private dateOf(serial: number): Date | null {
    const isDay = serial >= 0 && serial < MOST_DAYS
    return isDay ? new Date(this.zero + Math.round(serial * DAY_SECONDS) * 1000) : null
  }

  private async readShared(): Promise<void> {
    const entry = this.entryOf("xl/sharedStrings.xml")
    if (entry === undefined) return
    const shared: Array<string> = []
    const text = new Text(() => this.refuse(`has a text of more than ${LONGEST_TEXT} characters`))
    let size = 0
    let isText = false
    let phonetic = 0
    const reader = this.xml(entry, "sst", {
      open: (name) => {
        const local = localName(name)
        if (local === "rPh") phonetic++
        isText = local === "t" && phonetic === 0
      },
      attribute: () => undefined,
      text: (piece) => {
        if (isText) text.add(piece)
      },
      close: (name) => {
        const local = localName(name)
        if (local === "rPh") phonetic--
        if (local === "t") isText = false
        if (local !== "si") return
        const whole = text.take()
        size += whole.length + 16
        if (size > MOST_SHARED) this.refuse("holds more text than any export does")
        shared.push(whole)
      }
    })
    for await (const _ of reader.read());
    this.shared = shared
  }

  private valueOf(type: string, style: number, text: string): Cell {
    if (text === "" || type === "e") return null
    if (type === "s") return this.shared[Number(text)] ?? null
    if (type === "b") return text === "1"
    if (type === "d") return new Date(Number.isNaN(Date.parse(`${text}Z`)) ? Date.parse(text) : Date.parse(`${text}Z`))
    if (type === "inlineStr" || type === "str") return text
    const number = Number(text)
    if (!Number.isFinite(number)) return null
    return this.areDates[style] === true ? this.dateOf(number) : number
  }

  private async *rows(entry: Entry): ReturnType<Sheet["rows"]> {
    let ready: Array<SheetRow> = []
    let cells: Array<Cell> = []
    let row = 0
    let count = 0
    let column = -1
    let [type, style] = ["n", 0]
    let place: "row" | "cell" | "value" | "none" = "none"
    const text = new Text(() => this.refuse(`has a text of more than ${LONGEST_TEXT} characters`))
    const reader = this.xml(entry, "worksheet", {
      open: (name) => {
        const local = localName(name)
        if (local === "row") {
          row++
          column = -1
          cells = []
          place = "row"
          if (++count > MOST_ROWS) this.refuse(`has more than ${MOST_ROWS.toLocaleString("en-US")} rows`)
        } else if (local === "c") {
          column++
          type = "n"
          style = 0
          place = "cell"
        } else place = local === "v" || local === "t" ? "value" : "none"
      },
      attribute: (name, value) => {
        if (place === "row" && name === "r") row = Math.max(row, Number(value) || row)
        if (place !== "cell") return
        if (name === "r") column = Math.max(column, columnOf(value))
        if (name === "t") type = value
        if (name === "s") style = Number(value)
      },
      text: (piece) => {
        if (place === "value") text.add(piece)
      },
      close: (name) => {
        const local = localName(name)
        place = "none"
        if (local === "c") {
          if (column >= MOST_COLUMNS) this.refuse(`has more than ${MOST_COLUMNS} columns`)
          const value = this.valueOf(type, style, text.take())
          if (value === null) return
          while (cells.length < column) cells.push(null)
          cells[column] = value
        }
        if (local === "row" && cells.length > 0) ready.push({ number: row, cells })
      }
    })
    for await (const position of reader.read()) {
      yield { rows: ready, position }
      ready = []
    }
    yield { rows: ready, position: this.input.totalBytes }
  }
}

/** The position of a cell's column, from 0, by the cell's name; -1 if it has none. */
const columnOf = (cell: string): number => {
  const [letters = ""] = /^[A-Z]{1,3}/.exec(cell) ?? []
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Opens an Excel workbook (.xlsx), whose sheets are read as streams, so that memory grows only with its distinct texts.
 * Rejects with UnreadableFile if it is damaged or exceeds a bound: 32 MiB, 200,000 rows.
 */
export const openWorkbook = (input: Input): Promise<Workbook> => new Reader(input).open()

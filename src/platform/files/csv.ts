import { CutShort } from "./cut-short.ts"

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Default for the longest record, in characters. It bounds memory. */
const LONGEST_RECORD = 64 * 1024 * 1024

export interface CsvRecord {
  readonly fields: ReadonlyArray<string>
  /** The line on which it begins, from 1. */
  readonly line: number
  /** Whether a line end follows it. Only the last record may lack one. */
  readonly ended: boolean
}

/**
 * Splits CSV (RFC 4180) that comes as text of any length. Quoted fields may contain delimiters, line ends and doubled
 * quotes; records end with CRLF or LF, which the last one may lack. Blank lines are dropped, and an empty field in quotes
 * that a line end follows. A quote inside an unquoted field is an ordinary character.
 */
export class CsvSplitter {
  private rest = ""
  /** The line on which `rest` begins. */
  private line = 1
  private readonly delimiter: number
  private readonly longest: number

  constructor({
    delimiter = ",",
    longest = LONGEST_RECORD
  }: { readonly delimiter?: string; readonly longest?: number } = {}) {
    this.delimiter = delimiter.charCodeAt(0)
    this.longest = longest
  }

  /** The line being read. */
  get currentLine(): number {
    return this.line
  }

  push(text: string): Array<CsvRecord> {
    return this.split(this.rest + text, false)
  }

  /** The last record, if no line end follows it. Fails if the text ends inside quotes. */
  end(): Array<CsvRecord> {
    const records = this.split(this.rest, true)
    if (this.rest !== "") throw new CutShort("ends inside a quoted field")
    return records
  }

  private split(text: string, final: boolean): Array<CsvRecord> {
    const records: Array<CsvRecord> = []
    let start = 0
    while (start < text.length) {
      const fields: Array<string> = []
      const next = readRecord(text, start, final, this.delimiter, fields)
      if (next === null) break
      const last = text.charCodeAt(next - 1)
      // A text that ends with a quote may end in the middle of a record.
      if (fields.length > 1 || fields[0] !== "" || last === QUOTE) {
        records.push({ fields, line: this.line, ended: last === LINE_FEED })
      }
      for (let at = text.indexOf("\n", start); at !== -1 && at < next; at = text.indexOf("\n", at + 1)) this.line++
      start = next
    }
    this.rest = text.slice(start)
    if (this.rest.length > this.longest) throw new Error(`a record is longer than ${showBytes(this.longest)}`)
    return records
  }
}

const showBytes = (length: number): string =>
  length >= 1024 * 1024 ? `${Math.floor(length / (1024 * 1024))} MiB` : `${length} characters`

/** The fields of one record, without its line end. */
export const fieldsOf = (record: string, delimiter: string): ReadonlyArray<string> => {
  const fields: Array<string> = []
  return readRecord(record, 0, true, delimiter.charCodeAt(0), fields) === null ? [record] : fields
}

/** Reads one record into `fields` and returns where the next one begins; null if its end has not arrived yet. */
const readRecord = (
  text: string,
  start: number,
  final: boolean,
  delimiter: number,
  fields: Array<string>
): number | null => {
  let at = start
  for (;;) {
    let field = ""
    if (text.charCodeAt(at) === QUOTE) {
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote === -1 || (quote + 1 === text.length && !final)) return null
        field += text.slice(from, quote)
        at = quote + 1
        if (text.charCodeAt(at) !== QUOTE) break
        field += '"'
        from = at + 1
      }
    }
    let end = at
    let code = text.charCodeAt(end)
    while (code !== delimiter && code !== LINE_FEED && end < text.length) code = text.charCodeAt(++end)
    if (end === text.length && !final) return null
    if (code === delimiter) {
      fields.push(field + text.slice(at, end))
      at = end + 1
      continue
    }
    const unended = text.slice(at, end)
    fields.push(field + (unended.endsWith("\r") ? unended.slice(0, -1) : unended))
    return Math.min(end + 1, text.length)
  }
}

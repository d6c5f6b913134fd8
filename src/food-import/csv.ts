import { CutShort } from "./failure.ts"
import { type Chunk, ROW_MAX_BYTES } from "./file.ts"
import { LineDecoder } from "./utf8.ts"

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_FEED = 0x0a

/**
 * Splits CSV (RFC 4180) that comes as text of any length. Quoted fields may hold commas, line ends and doubled quotes;
 * records end with CRLF or LF, which the last one may lack. Blank lines are dropped. A quote inside an unquoted field is a character.
 */
export class CsvSplitter {
  private rest = ""

  push(text: string): Array<Array<string>> {
    return this.split(this.rest + text, false)
  }

  /** The last record, if no line end follows it. Fails when the text ends inside quotes. */
  end(): Array<Array<string>> {
    const records = this.split(this.rest, true)
    if (this.rest !== "") throw new CutShort("ends inside a quoted field")
    return records
  }

  private split(text: string, final: boolean): Array<Array<string>> {
    const records: Array<Array<string>> = []
    let start = 0
    while (start < text.length) {
      const fields: Array<string> = []
      const next = readRecord(text, start, final, fields)
      if (next === null) break
      if (fields.length > 1 || fields[0] !== "") records.push(fields)
      start = next
    }
    this.rest = text.slice(start)
    if (this.rest.length > ROW_MAX_BYTES) throw new Error("a record is longer than 64 MiB")
    return records
  }
}

/** Reads one record into `fields` and returns where the next begins, or null if its end has not come yet. */
const readRecord = (text: string, start: number, final: boolean, fields: Array<string>): number | null => {
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
    while (code !== COMMA && code !== LINE_FEED && end < text.length) code = text.charCodeAt(++end)
    if (end === text.length && !final) return null
    if (code === COMMA) {
      fields.push(field + text.slice(at, end))
      at = end + 1
      continue
    }
    const unended = text.slice(at, end)
    fields.push(field + (unended.endsWith("\r") ? unended.slice(0, -1) : unended))
    return Math.min(end + 1, text.length)
  }
}

/** A record by the names of its columns; a column that the file lacks is empty. */
export type CsvRow<Column extends string> = Readonly<Record<Column, string>>

export interface CsvRows<Column extends string> {
  /** A record that has not as many fields as the header is null. */
  readonly rows: ReadonlyArray<CsvRow<Column> | null>
  readonly position: number
}

/**
 * The rows of a CSV file in UTF-8, with or without a byte order mark. Fails when the header lacks a required column, and when
 * the file ends in the middle of a row.
 */
export async function* csvRows<Column extends string>(
  source: AsyncIterable<Chunk>,
  columns: ReadonlyArray<Column>,
  required: ReadonlyArray<Column>
): AsyncGenerator<CsvRows<Column>, void, undefined> {
  const decoder = new LineDecoder()
  const splitter = new CsvSplitter()
  let header: Header<Column> | null = null
  let last = 0
  const named = (records: Array<Array<string>>): ReadonlyArray<CsvRow<Column> | null> => {
    header ??= readHeader(records.shift(), columns, required)
    return header === null ? [] : records.map(header)
  }
  for await (const { bytes, position } of source) {
    last = position
    yield { rows: named(splitter.push(decoder.push(bytes))), position }
  }
  const rows = named([...splitter.push(decoder.end()), ...splitter.end()])
  if (rows.at(-1) === null) throw new CutShort("ends in the middle of a row")
  yield { rows, position: last }
  if (header === null) throw new Error("has no header")
}

type Header<Column extends string> = (record: ReadonlyArray<string>) => CsvRow<Column> | null

const readHeader = <Column extends string>(
  names: ReadonlyArray<string> | undefined,
  columns: ReadonlyArray<Column>,
  required: ReadonlyArray<Column>
): Header<Column> | null => {
  if (names === undefined) return null
  const missing = required.find((column) => !names.includes(column))
  if (missing !== undefined) throw new Error(`has no column ${missing}`)
  const places = columns.map((column) => [column, names.indexOf(column)] as const)
  return (record) => {
    if (record.length !== names.length) return null
    const row: Partial<Record<Column, string>> = {}
    for (const [column, place] of places) row[column] = record[place] ?? ""
    return row as CsvRow<Column>
  }
}

import { type CsvRecord, CsvSplitter } from "../../../platform/files/csv.ts"
import { CutShort } from "../../../platform/files/cut-short.ts"
import { LineDecoder } from "../../../platform/files/utf8.ts"
import type { Chunk } from "./file.ts"

/** A record by column name; columns missing from the file are empty. */
type CsvRow<Column extends string> = Readonly<Record<Column, string>>

interface CsvRows<Column extends string> {
  /** Null for a record whose number of fields differs from the header's. */
  readonly rows: ReadonlyArray<CsvRow<Column> | null>
  readonly position: number
}

/**
 * The rows of a CSV file in UTF-8, with or without a byte order mark. Fails if the header lacks a required column, or
 * if the file ends in the middle of a row.
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
  const named = (records: Array<CsvRecord>): ReadonlyArray<CsvRow<Column> | null> => {
    header ??= readHeader(records.shift()?.fields, columns, required)
    const read = header
    return read === null ? [] : records.map(({ fields }) => read(fields))
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

import { type CsvRecord, CsvSplitter } from "../../../platform/files/csv.ts"
import { unquoted } from "./joiner.ts"
import { type Fields, Header, LONGEST_ROW, type TableKind } from "./table.ts"

const DELIMITERS = [",", ";", "\t"]

/** A table's header and first row, split by one of the delimiters. */
interface TableStart {
  readonly header: Header
  readonly first: Fields
}

/** The names of columns without those that spreadsheets add at the end of every row. */
const withoutEmptyEnd = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.slice(0, Math.max(1, names.findLastIndex((name) => name.trim() !== "") + 1))

/** How a text starts as a table, with each of the delimiters. */
export const tableStarts = (start: string): ReadonlyArray<TableStart> =>
  DELIMITERS.flatMap((delimiter) => {
    const [names, row = []] = firstRecords(start, delimiter)
    return names === undefined
      ? []
      : [{ header: new Header(withoutEmptyEnd(names), delimiter), first: (place) => row[place]?.trim() ?? "" }]
  })

interface FoundKind {
  readonly kind: TableKind
  readonly header: Header
  /** Whether no other app writes such tables. */
  readonly isCertain: boolean
}

/** The kind of a table, among the given ones; null if it is none of them. */
export const recogniseTable = (
  starts: ReadonlyArray<TableStart>,
  path: string,
  kinds: ReadonlyArray<TableKind>,
  text: string
): FoundKind | null => {
  const opened = kinds.find(({ opening }) => opening?.pattern.test(text) === true)
  if (opened?.opening !== undefined) {
    return { kind: opened, header: new Header([], opened.opening.delimiter), isCertain: true }
  }
  for (const { header, first } of starts) {
    const kind = kinds.find(({ matches }) => matches(header, first))
    if (kind !== undefined) return { kind, header, isCertain: true }
  }
  for (const { header, first } of starts) {
    const kind = kinds.find(({ mayBe }) => mayBe?.(header, first, path) === true)
    if (kind !== undefined) return { kind, header, isCertain: kind.path?.test(path) === true }
  }
  return null
}

/** The fields of the first records of a text; empty if it is not a table. */
const firstRecords = (start: string, delimiter: string): ReadonlyArray<ReadonlyArray<string>> => {
  const splitter = new CsvSplitter({ delimiter, longest: LONGEST_ROW })
  const records: Array<CsvRecord> = []
  try {
    records.push(...splitter.push(start).slice(0, 2))
    if (records.length < 2) records.push(...splitter.end())
  } catch {
    // Faults in the file are reported when its rows are read.
  }
  return records.map(({ fields }) => unquoted(fields, delimiter))
}

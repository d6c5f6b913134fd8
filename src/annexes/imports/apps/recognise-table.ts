import { type CsvRecord, CsvSplitter } from "../../../platform/files/csv.ts"
import type { Fields } from "../formats/cells.ts"
import { unquoted } from "../formats/joiner.ts"
import { Header, type TableKind } from "../formats/table.ts"
import { LONGEST_ROW } from "../formats/table-records.ts"

const DELIMITERS = [",", ";", "\t"]

/** A table's header and first row, split by one of the delimiters. */
export interface TableStart {
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
  const opened = kinds.filter(({ opening }) => opening !== undefined)
  const splits = opened.length === 0 ? [] : openingSplits(text)
  for (const kind of opened) {
    const delimiter = kind.opening === undefined ? undefined : delimiterOf(text, splits, kind.opening)
    if (delimiter !== undefined) return { kind, header: new Header([], delimiter), isCertain: true }
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

/** How much of a text, in characters, and how many of its records show how it starts. */
const OPENING = { characters: 32 * 1024, records: 100 }

/** The first records of a text, split by one of the delimiters. */
interface Split {
  readonly delimiter: string
  readonly records: ReadonlyArray<ReadonlyArray<string>>
}

const openingSplits = (text: string): ReadonlyArray<Split> =>
  DELIMITERS.map((delimiter) => ({
    delimiter,
    records: firstRecords(text.slice(0, OPENING.characters), delimiter, OPENING.records).map(withoutEmptyEnd)
  }))

/**
 * What separates the fields of a text that starts as an app writes it, even if it was saved again with other delimiters
 * or quotes: the delimiter that gives the most fields, and the app's among equals. Undefined if it starts otherwise.
 */
const delimiterOf = (
  text: string,
  splits: ReadonlyArray<Split>,
  { pattern, delimiter }: NonNullable<TableKind["opening"]>
): string | undefined => {
  const isStart = (records: Split["records"]) =>
    pattern.test(records.map((fields) => fields.join(delimiter)).join("\n"))
  const [most] = [...splits]
    .sort((one, other) => Number(other.delimiter === delimiter) - Number(one.delimiter === delimiter))
    .sort((one, other) => other.records.flat().length - one.records.flat().length)
  return most !== undefined && (pattern.test(text) || isStart(most.records)) ? most.delimiter : undefined
}

/** The fields of the first records of a text; empty if it is not a table. */
const firstRecords = (start: string, delimiter: string, most = 2): ReadonlyArray<ReadonlyArray<string>> => {
  const splitter = new CsvSplitter({ delimiter, longest: LONGEST_ROW })
  const records: Array<CsvRecord> = []
  try {
    records.push(...splitter.push(start).slice(0, most))
    if (records.length < most) records.push(...splitter.end())
  } catch {
    // Faults in the file are reported when its rows are read.
  }
  return records.map(({ fields }) => unquoted(fields, delimiter))
}

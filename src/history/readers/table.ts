import { type CsvRecord, CsvSplitter, fieldsOf } from "../../files/csv.ts"
import { CutShort } from "../../files/cut-short.ts"
import { isMarked, LineDecoder } from "../../files/utf8.ts"
import type { Place, Question, ReadOptions, Source } from "../rows.ts"
import type { Emitter } from "./emitter.ts"
import { type Entry, fault, unreadable } from "./input.ts"

/** No row of any of these exports is longer, in characters or in bytes. */
const LONGEST_ROW = 1024 * 1024
const MOST_COLUMNS = 1000

/** The first row of a table. */
export class Header {
  /** In lower case, without outer spaces. */
  readonly names: ReadonlyArray<string>

  constructor(
    /** As written. */
    readonly written: ReadonlyArray<string>,
    readonly delimiter: string
  ) {
    this.names = written.map((name) => name.trim().toLowerCase())
  }

  /** The place of the first of these columns that is there, else -1. */
  find(...names: ReadonlyArray<string>): number {
    for (const name of names) {
      const place = this.names.indexOf(name)
      if (place !== -1) return place
    }
    return -1
  }

  has(...names: ReadonlyArray<string>): boolean {
    return names.every((name) => this.names.includes(name))
  }

  /** The place of the first column with a name that the pattern fits, else -1. */
  search(pattern: RegExp): number {
    return this.names.findIndex((name) => pattern.test(name))
  }
}

/** The fields of a row by their places, without outer spaces, their lines ended by LF; a column that is not there is empty. */
export type Fields = (place: number) => string

/** What a survey of the whole table has settled before its rows are read. */
export type Answers = Pick<ReadOptions, "weightUnit" | "distanceUnit" | "locale">

/** Reads a table once beforehand, to settle what its rows do not tell one by one. */
export interface Survey {
  readonly row: (fields: Fields, line: number) => void
  readonly end: () => { readonly questions: ReadonlyArray<Question>; readonly answers: Answers }
}

export interface TableContext {
  readonly file: string
  readonly header: Header
  readonly options: ReadOptions
  readonly emit: Emitter
}

/** Takes the rows of a table in order. */
export interface TableReader {
  readonly row: (fields: Fields, place: Place) => void
  /** The last row has been read. Not called when the table cannot be read to its end, but for `cut`. */
  readonly end: () => void
}

/** One kind of table that an app exports. */
export interface TableKind {
  readonly source: Source
  /** Whether a table with this header is of the kind, and with this first row where the header alone does not tell. */
  readonly matches: (header: Header, first: Fields) => boolean
  /** A row that lacks one of these columns is left out; later ones may be missing at its end. */
  readonly required: (header: Header) => ReadonlyArray<number>
  /** Absent: nothing has to be settled. */
  readonly survey?: (context: Omit<TableContext, "emit">) => Survey | null
  readonly read: (context: TableContext) => TableReader
  /** Whether a record begins a row: for exports that write line breaks within fields without quotes. */
  readonly beginsRow?: (first: string) => boolean
}

/** A table found in a file. */
export interface Table {
  readonly entry: Entry
  readonly kind: TableKind
  readonly header: Header
}

const DELIMITERS = [",", ";", "\t"]

/** Some exports quote each line as a whole: the one field is then the row. */
const unquoted = (fields: ReadonlyArray<string>, delimiter: string): ReadonlyArray<string> =>
  fields.length === 1 && fields[0]?.includes(delimiter) ? fieldsOf(fields[0], delimiter) : fields

/** The kind of the table that a text begins with, of those given; null if it is none of them. */
export const recogniseTable = (
  start: string,
  kinds: ReadonlyArray<TableKind>
): { readonly kind: TableKind; readonly header: Header } | null => {
  for (const delimiter of DELIMITERS) {
    const [names, row = []] = firstRecords(start, delimiter)
    if (names === undefined) continue
    const header = new Header(names, delimiter)
    const first: Fields = (place) => row[place]?.trim() ?? ""
    const kind = kinds.find(({ matches }) => matches(header, first))
    if (kind !== undefined) return { kind, header }
  }
  return null
}

/** The fields of the records that a text begins with; none if it is no table. */
const firstRecords = (start: string, delimiter: string): ReadonlyArray<ReadonlyArray<string>> => {
  const splitter = new CsvSplitter({ delimiter, longest: LONGEST_ROW })
  const records: Array<CsvRecord> = []
  try {
    records.push(...splitter.push(start).slice(0, 2))
    if (records.length < 2) records.push(...splitter.end())
  } catch {
    // Whatever is wrong with the file is told when its rows are read.
  }
  return records.map(({ fields }) => unquoted(fields, delimiter))
}

/** U+0000 cannot be stored. */
const withoutNull = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text)

/** Whoever saves a table may change the ends of lines within its fields as well. */
const withPlainLineEnds = (text: string): string => (text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text)

interface Records {
  readonly records: ReadonlyArray<CsvRecord>
  readonly position: number
}

/** The records of a table, its header first. Fails at the line where the text is not UTF-8, and where it is cut. */
async function* recordsOf(entry: Entry, delimiter: string): AsyncGenerator<Records, void, undefined> {
  const decoder = new LineDecoder(LONGEST_ROW)
  const splitter = new CsvSplitter({ delimiter, longest: LONGEST_ROW })
  let last = 0
  const checked = function* (text: string, records: Array<CsvRecord>, position: number): Generator<Records> {
    const marked = isMarked(text) ? records.findIndex(({ fields }) => fields.some(isMarked)) : -1
    yield { records: marked === -1 ? records : records.slice(0, marked), position }
    if (marked === -1) return
    throw fault(
      entry.name,
      records[marked]?.line ?? null,
      "has characters that are not UTF-8",
      "Export it again, or save it as UTF-8 in a text editor"
    )
  }
  try {
    for await (const { bytes, position } of entry.bytes()) {
      last = position
      const text = withoutNull(decoder.push(bytes))
      yield* checked(text, splitter.push(text), position)
    }
    const text = withoutNull(decoder.end())
    yield* checked(text, splitter.push(text), last)
    yield* checked("", splitter.end(), last)
  } catch (cause) {
    throw cause instanceof CutShort
      ? fault(entry.name, splitter.currentLine, cause.message, "A part is missing: export it again")
      : unreadable(entry.name, splitter.currentLine, cause)
  }
}

interface Joined {
  readonly fields: ReadonlyArray<string>
  readonly line: number
  readonly ended: boolean
}

/** Puts rows together that line breaks within unquoted fields have divided into records. */
class Joiner {
  private held: { fields: Array<string>; line: number; ended: boolean } | null = null

  constructor(
    private readonly header: Header,
    private readonly beginsRow: ((first: string) => boolean) | undefined
  ) {}

  add({ fields: written, line, ended }: CsvRecord): Joined | null {
    const fields = unquoted(written, this.header.delimiter)
    if (this.beginsRow === undefined) return { fields, line, ended }
    const held = this.held
    if (held === null || this.beginsRow(fields[0] ?? "")) {
      this.held = { fields: [...fields], line, ended }
      return held
    }
    const [first = "", ...more] = fields
    held.fields.push(`${held.fields.pop() ?? ""}\n${first}`, ...more)
    held.ended = ended
    if (held.fields.length > MOST_COLUMNS) this.held = null
    return this.held === null ? held : null
  }

  end(): Joined | null {
    return this.held
  }
}

/** The rows of a table, with what is wrong about each. */
type Read = (fields: Fields, line: number) => void
type Refuse = (line: number, reason: string) => void

/** Calls `read` or `refuse` for each row in order; gives the position now and then. */
async function* eachRow(
  { entry, kind, header }: Table,
  read: Read,
  refuse: Refuse,
  unended: (line: number) => void
): AsyncGenerator<number, void, undefined> {
  const columns = header.names.length
  if (columns > MOST_COLUMNS) {
    throw fault(entry.name, 1, `has more than ${MOST_COLUMNS} columns`, "Pass the file as the app made it")
  }
  const needed = Math.max(0, ...kind.required(header).map((place) => place + 1))
  const joiner = new Joiner(header, kind.beginsRow)
  const take = ({ fields, line, ended }: Joined) => {
    if (!ended && fields.length < columns) {
      throw fault(entry.name, line, "ends in the middle of a row", "A part is missing: export it again")
    }
    if (!ended) unended(line)
    const more = fields.slice(columns)
    const isLonger = more.some((field) => field.trim() !== "")
    // Of unquoted texts, those after the last delimiter of the header belong to the last column.
    const joined =
      isLonger && kind.beginsRow !== undefined
        ? [...fields.slice(0, columns - 1), fields.slice(columns - 1).join(header.delimiter)]
        : fields
    if (fields.length < needed || (isLonger && kind.beginsRow === undefined)) {
      refuse(line, `it has ${fields.length} columns, and the header ${columns}`)
      return
    }
    read((place) => withPlainLineEnds(joined[place] ?? "").trim(), line)
  }
  let isHeader = true
  for await (const { records, position } of recordsOf(entry, header.delimiter)) {
    for (const record of records) {
      if (isHeader) {
        isHeader = false
        if (!record.ended) unended(record.line)
        continue
      }
      const joined = joiner.add(record)
      if (joined !== null) take(joined)
    }
    yield position
  }
  const last = joiner.end()
  if (last !== null) take(last)
}

const nothing = () => undefined

/** What has to be settled before the table is read, and what could be. */
export const surveyTable = async (
  table: Table,
  options: ReadOptions
): Promise<{ readonly questions: ReadonlyArray<Question>; readonly answers: Answers }> => {
  const survey = table.kind.survey?.({ file: table.entry.name, header: table.header, options }) ?? null
  if (survey === null) return { questions: [], answers: {} }
  try {
    for await (const _ of eachRow(table, survey.row, nothing, nothing));
  } catch {
    // Whatever is wrong with the file is told when its rows are read, after those before it.
  }
  return survey.end()
}

/** Reads a table into `emit`; gives the position now and then. */
export async function* readTable(
  table: Table,
  options: ReadOptions,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const file = table.entry.name
  const reader = table.kind.read({ file, header: table.header, options, emit })
  try {
    yield* eachRow(
      table,
      (fields, line) => reader.row(fields, { file, line }),
      (line, reason) => emit.leaveOut({ file, line }, reason),
      (line) => emit.warn({ file, line }, "the file ends without a line end, so its last row may be cut short")
    )
  } finally {
    reader.end()
    emit.endFile()
  }
}

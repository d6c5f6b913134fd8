import { Record } from "effect"
import { type Advice, pass } from "../rows/advice.ts"
import type { Question } from "../rows/questions.ts"
import type { Place, ReadOptions } from "../rows/rows.ts"
import type { Source } from "../sources.ts"
import { Cells, type Fields } from "./cells.ts"
import { UnreadColumns } from "./columns/unread.ts"
import { DateOrderSurvey, isMonthFirstIn } from "./date-order.ts"
import type { Emitter } from "./emitter.ts"
import { fromCell } from "./formulas.ts"
import { type Entry, fault } from "./input.ts"
import { type Joined, Joiner, MOST_COLUMNS } from "./joiner.ts"
import { Moments } from "./moments.ts"
import { recordsOf } from "./table-records.ts"
import type { PersonClock } from "./zones.ts"

/** A column by its name, one of its names, a pattern, or in a way of its own, which gives -1 if there is none. */
export type Named = string | ReadonlyArray<string> | RegExp | ((header: Header) => number)

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

  /** The position of the first of these columns that exists, else -1. */
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

  /** The positions of several columns; -1 for those that do not exist. */
  places<Name extends string>(columns: Readonly<Record<Name, Named>>): Readonly<Record<Name, number>> {
    return Record.map(columns, (column: Named) => this.place(column))
  }

  /** The position of a column, else -1. */
  place(column: Named): number {
    if (typeof column === "function") return column(this)
    if (column instanceof RegExp) return this.search(column)
    return typeof column === "string" ? this.find(column) : this.find(...column)
  }

  /** The position of the first column whose name matches the pattern, else -1. */
  search(pattern: RegExp): number {
    return this.names.findIndex((name) => pattern.test(name))
  }
}

/** What a survey of the whole table has determined before its rows are read. */
export interface Answers extends Pick<ReadOptions, "weightUnit" | "distanceUnit" | "locale" | "steps"> {
  /** Whether the month comes first in dates such as `4/8/2026`; undefined if there are none, or nothing shows it. */
  readonly isMonthFirst?: boolean
}

/** How to read a file whose source is known. */
export interface ReaderOptions extends Omit<ReadOptions, "timezone" | "eras"> {
  /** The person's clock, for times without a timezone. */
  readonly clock: PersonClock
}

/** The answers of the person and the survey. */
export type TableOptions = ReaderOptions & Answers

/** Reads a table once beforehand, to determine what its rows do not state individually. */
export interface Survey {
  readonly row: (cells: Cells, line: number) => void
  readonly end: () => { readonly questions: ReadonlyArray<Question>; readonly answers: Answers }
}

export interface TableContext {
  readonly file: string
  readonly header: Header
  readonly options: TableOptions
  /** Reads dates in the order of day and month that the survey has found. */
  readonly moments: Moments
  readonly emit: Emitter
}

/** What is known before a table is read. */
export type SurveyContext = Pick<TableContext, "file" | "header" | "options">

/** Takes the rows of a table in order. */
export interface TableReader {
  readonly row: (cells: Cells, place: Place) => void
  /** Called after the last row. Of tables that cannot be read to the end, only for those that were cut short. */
  readonly end?: () => void
}

/** A kind of table that an app exports. */
export interface TableKind {
  readonly source: Source
  /**
   * Whether a table with this header is of the kind; also looks at the first row if the header alone does not decide.
   */
  readonly matches: (header: Header, first: Fields) => boolean
  /**
   * Whether it may be of the kind although other apps write such tables as well. It then counts as such only together
   * with another table of the source, under the file name that the app uses, or if the person names the source.
   */
  readonly mayBe?: (header: Header, first: Fields, path: string) => boolean
  /** The path under which the app exports tables of this kind. */
  readonly path?: RegExp
  /** If tables of this kind give no facts: what is wrong with a file that has no others, and what to do about it. */
  readonly whenAlone?: { readonly problem: string; readonly advice: Advice }
  /** A row that lacks one of these columns is left out; later ones may be missing at its end. */
  readonly required: (header: Header) => ReadonlyArray<number>
  /** The position of the column with the dates, else -1. */
  readonly date: (header: Header) => number
  /** Absent: nothing but the order of dates has to be determined. */
  readonly survey?: (context: SurveyContext) => Survey | null
  readonly read: (context: TableContext) => TableReader
  /**
   * For exports that write line breaks within fields without quotes: patterns of a row's first field. All rows of a
   * file match the same one.
   */
  readonly rowStarts?: ReadonlyArray<RegExp>
  /**
   * For files that are not a single table with its header first: how their text starts as the app writes it, and what
   * separates their fields there; a file saved again may have another delimiter. Every record that is not empty,
   * including the first, is then a row with any number of fields, and fields keep their outer spaces.
   */
  readonly opening?: { readonly pattern: RegExp; readonly delimiter: string }
  /** Whether the app writes no line end after the last row. A row with all its columns is then whole. */
  readonly endsOpen?: boolean
  /** The same for a last row of a table without a header; `before` is the number of columns of the row before it. */
  readonly isWhole?: (last: ReadonlyArray<string>, before: number) => boolean
  /** Columns that are read, in addition to those that the reader looks at in any row. */
  readonly reads?: (header: Header) => ReadonlyArray<number>
  /** Whether the reader looks at every column, to compare rows, and only those in `reads` count as read. */
  readonly isCompared?: true
  /** Columns in which nothing is recorded. Other unread columns are reported by name. */
  readonly isNothing?: RegExp
  /** For exports that write delimiters within fields without quotes: repairs a row with more fields than the header. */
  readonly fitted?: (fields: ReadonlyArray<string>, header: Header) => ReadonlyArray<string>
}

/** A table found in a file. */
export interface Table {
  readonly entry: Entry
  readonly kind: TableKind
  readonly header: Header
}

/** Saving a table in another program may change line ends within its fields as well. */
const withPlainLineEnds = (text: string): string => (text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text)

/** Receives the rows of a table, with what is wrong with each. */
type Read = (fields: Fields, line: number) => void
type Refuse = (line: number, reason: string) => void

/** Calls `read` or `refuse` for each row in order; yields the position now and then. */
async function* eachRow(
  { entry, kind, header }: Table,
  read: Read,
  refuse: Refuse,
  unended: (line: number) => void
): AsyncGenerator<number, void, undefined> {
  const columns = header.names.length
  if (columns > MOST_COLUMNS) {
    throw fault(entry.name, 1, `has more than ${MOST_COLUMNS} columns`, pass("the file as the app made it"))
  }
  const needed = Math.max(0, ...kind.required(header).map((place) => place + 1))
  const joiner = new Joiner(header.delimiter, kind.rowStarts, kind.opening === undefined)
  let before = 0
  const take = ({ fields: found, line, ended }: Joined) => {
    const fields = found.length > columns ? (kind.fitted?.(found, header) ?? found) : found
    const isOpened = kind.opening !== undefined
    if (!ended && !isOpened && fields.length < columns) {
      throw fault(entry.name, line, "ends in the middle of a row", "A part is missing: export it again")
    }
    const isWhole = !isOpened || kind.isWhole?.(found, before) === true
    if (!ended && !(kind.endsOpen === true && isWhole)) unended(line)
    before = found.length
    if (isOpened) {
      read((place) => withPlainLineEnds(found[place] ?? ""), line)
      return
    }
    const more = fields.slice(columns)
    const isLonger = more.some((field) => field.trim() !== "")
    // In unquoted text, what follows the last delimiter of the header belongs to the last column.
    const joined =
      isLonger && kind.rowStarts !== undefined
        ? [...fields.slice(0, columns - 1), fields.slice(columns - 1).join(header.delimiter)]
        : fields
    if (fields.length < needed || (isLonger && kind.rowStarts === undefined)) {
      refuse(line, `it has ${fields.length} columns, and the header ${columns}`)
      return
    }
    read((place) => fromCell(withPlainLineEnds(joined[place] ?? "").trim()), line)
  }
  let isHeader = kind.opening === undefined
  for await (const { records, position } of recordsOf(entry, header.delimiter)) {
    for (const record of records) {
      const isBlank = kind.opening !== undefined && record.fields.every((field) => field.trim() === "")
      if (isHeader || isBlank) {
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

/** Watches which columns of a table of this kind its reader looks at. */
export const unreadColumns = (kind: TableKind, header: Header): UnreadColumns =>
  new UnreadColumns(header, kind.reads?.(header) ?? [], kind)

/** What must be determined before the table is read, and what was. */
export const surveyTable = async (
  table: Table,
  options: ReaderOptions
): Promise<{ readonly questions: ReadonlyArray<Question>; readonly answers: Answers }> => {
  const { entry, kind, header } = table
  const survey = kind.survey?.({ file: entry.name, header, options }) ?? null
  const date = kind.date(header)
  const order = options.locale === undefined && date !== -1 ? new DateOrderSurvey() : null
  const row: Read = (fields, line) => {
    order?.add(fields(date))
    survey?.row(new Cells(fields, header.delimiter), line)
  }
  try {
    if (survey !== null || order !== null) for await (const _ of eachRow(table, row, nothing, nothing));
  } catch {
    // Faults in the file are reported when its rows are read, after those before it.
  }
  const found = survey?.end() ?? { questions: [], answers: {} }
  const { isMonthFirst, questions } = order?.end(entry.name) ?? {
    isMonthFirst: options.locale === undefined ? undefined : isMonthFirstIn(options.locale),
    questions: []
  }
  return {
    questions: [...found.questions, ...questions],
    answers: { ...found.answers, ...(isMonthFirst === undefined ? {} : { isMonthFirst }) }
  }
}

/** Reads a table into `emit`; yields the position now and then. */
export async function* readTable(
  table: Table,
  options: TableOptions,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const { kind, header } = table
  const file = table.entry.name
  const moments = new Moments(options.clock, options.isMonthFirst)
  const reader = kind.read({ file, header, options, moments, emit })
  const unread = unreadColumns(kind, header)
  try {
    yield* eachRow(
      table,
      (fields, line) => {
        reader.row(new Cells(unread.begin(fields), header.delimiter), { file, line })
        unread.end()
      },
      (line, reason) => emit.leaveOut({ file, line }, reason),
      (line) => emit.warn({ file, line }, "the file ends without a line end, so its last row may be cut short")
    )
  } finally {
    reader.end?.()
    unread.name(emit, file)
    emit.endFile()
  }
}

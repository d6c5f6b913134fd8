import type { Source } from "../sources.ts"
import { Cells, type Fields } from "./cells.ts"
import type { UnreadColumns } from "./columns/unread.ts"
import { DateOrderSurvey } from "./date-order.ts"
import {
  Header,
  type Survey,
  type SurveyContext,
  type TableContext,
  type TableKind,
  type TableReader,
  unreadColumns
} from "./table.ts"

/** Most columns in the header of such a file. */
const MOST_COLUMNS = 300

const cellsOf = (fields: Fields): ReadonlyArray<string> => {
  const cells = Array.from({ length: MOST_COLUMNS }, (_, place) => fields(place).trim())
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1)
}

const trimmed =
  (fields: Fields): Fields =>
  (place) =>
    fields(place).trim()

/** A table within a file. */
interface Section {
  readonly title: string
  readonly kind: TableKind
  readonly header: Header
}

interface Sectioned {
  readonly source: Source
  /** How the file starts. */
  readonly opening: NonNullable<TableKind["opening"]>
  readonly endsOpen?: boolean
  readonly isWhole?: NonNullable<TableKind["isWhole"]>
  /**
   * The title of the table whose header follows; null if the row is not a title. A row of one empty cell is not a
   * title.
   */
  readonly titleOf: (fields: Fields) => string | null
  readonly kindOf: (title: string, header: Header) => TableKind | undefined
  /** Whether a row names columns, for files that have several tables below one title. */
  readonly isHeader?: (fields: Fields) => boolean
  /** Converts column names to those that the kinds know. */
  readonly nameOf?: (name: string) => string
  /** What a row of an unknown table is, by the table's title. One of few. */
  readonly unread: (title: string) => string
}

/** Splits the rows of a file into those of its tables. */
class Sections {
  title = ""
  private isHeaderNext = false
  current: Section | null = null

  constructor(
    private readonly given: Sectioned,
    private readonly delimiter: string
  ) {}

  /** Whether the row belongs to a table; otherwise it is a title, a header or a separator. */
  isRow(fields: Fields): boolean {
    const title = this.given.titleOf(fields)
    if (title !== null) {
      this.title = title
      this.isHeaderNext = true
      this.current = null
      return false
    }
    const { nameOf = (name) => name, kindOf, isHeader = () => false } = this.given
    if (!this.isHeaderNext && !isHeader(fields)) return true
    this.isHeaderNext = false
    const header = new Header(cellsOf(fields).map(nameOf), this.delimiter)
    const kind = kindOf(this.title, header)
    this.current = kind === undefined ? null : { title: this.title, kind, header }
    return false
  }
}

/** A file of several tables, each below its title, or of one table below an extra line. */
export const sectioned = (given: Sectioned): TableKind => ({
  source: given.source,
  matches: () => false,
  opening: given.opening,
  ...(given.endsOpen === undefined ? {} : { endsOpen: given.endsOpen }),
  ...(given.isWhole === undefined ? {} : { isWhole: given.isWhole }),
  required: () => [],
  date: () => -1,
  survey: (context) => sectionSurvey(given, context),
  read: (context) => sectionReader(given, context)
})

const sectionSurvey = (given: Sectioned, context: SurveyContext): Survey => {
  const { file, options } = context
  const sections = new Sections(given, context.header.delimiter)
  const order = options.locale === undefined ? new DateOrderSurvey() : null
  const surveys = new Map<Section, Survey | null>()
  return {
    row: ({ fields }, line) => {
      if (!sections.isRow(fields) || sections.current === null) return
      const { kind, header } = sections.current
      if (!surveys.has(sections.current))
        surveys.set(sections.current, kind.survey?.({ file, header, options }) ?? null)
      const inner = trimmed(fields)
      const date = kind.date(header)
      if (date !== -1) order?.add(inner(date))
      surveys.get(sections.current)?.row(new Cells(inner, header.delimiter), line)
    },
    end: () => {
      const ends = [...surveys.values()].flatMap((survey) => (survey === null ? [] : [survey.end()]))
      const ordered = order?.end(file)
      const [first] = ends.flatMap(({ questions }) => questions.filter(({ _tag }) => _tag === "WeightUnit"))
      const others = ends.flatMap(({ questions }) => questions.filter(({ _tag }) => _tag !== "WeightUnit"))
      return {
        questions: [...(first === undefined ? [] : [first]), ...others, ...(ordered?.questions ?? [])],
        answers: {
          ...Object.assign({}, ...ends.map(({ answers }) => answers)),
          ...(ordered?.isMonthFirst === undefined ? {} : { isMonthFirst: ordered.isMonthFirst })
        }
      }
    }
  }
}

const sectionReader = (given: Sectioned, context: TableContext): TableReader => {
  const { header, emit } = context
  const sections = new Sections(given, header.delimiter)
  let open: { readonly section: Section; readonly reader: TableReader; readonly unread: UnreadColumns } | null = null
  const close = () => {
    open?.reader.end?.()
    open?.unread.name(emit, context.file)
    open = null
  }
  return {
    row: ({ fields }, place) => {
      const isRow = sections.isRow(fields)
      const { current } = sections
      if (open !== null && open.section !== current) close()
      if (!isRow) return
      if (current === null) {
        emit.count(place, given.unread(sections.title))
        return
      }
      open ??= {
        section: current,
        reader: current.kind.read({ ...context, header: current.header }),
        unread: unreadColumns(current.kind, current.header)
      }
      open.reader.row(new Cells(open.unread.begin(trimmed(fields)), header.delimiter), place)
      open.unread.end()
    },
    end: close
  }
}

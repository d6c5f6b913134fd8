import { type CsvRecord, fieldsOf } from "../../../platform/files/csv.ts"

export const MOST_COLUMNS = 1000

/** Some exports quote each line as a whole, so its only field contains the row. */
export const unquoted = (fields: ReadonlyArray<string>, delimiter: string): ReadonlyArray<string> =>
  fields.length === 1 && fields[0]?.includes(delimiter) ? fieldsOf(fields[0], delimiter) : fields

export interface Joined {
  readonly fields: ReadonlyArray<string>
  readonly line: number
  readonly ended: boolean
}

/** Joins rows that were split by line breaks within unquoted fields. */
export class Joiner {
  private held: { fields: Array<string>; line: number; ended: boolean } | null = null
  /** The pattern that the first row starts with; undefined if none is known, so that rows cannot be joined. */
  private start: RegExp | undefined
  private isFirst = true

  constructor(
    private readonly delimiter: string,
    private readonly starts: ReadonlyArray<RegExp> = [],
    /** Whether a row may be one quoted field. */
    private readonly mayBeQuoted = true
  ) {}

  add({ fields: written, line, ended }: CsvRecord): Joined | null {
    const fields = this.mayBeQuoted ? unquoted(written, this.delimiter) : written
    const first = fields[0]?.trim() ?? ""
    if (this.isFirst) this.start = this.starts.find((start) => start.test(first))
    this.isFirst = false
    if (this.start === undefined) return { fields, line, ended }
    const held = this.held
    if (held === null || this.start.test(first)) {
      this.held = { fields: [...fields], line, ended }
      return held
    }
    const [rest = "", ...more] = fields
    held.fields.push(`${held.fields.pop() ?? ""}\n${rest}`, ...more)
    held.ended = ended
    if (held.fields.length > MOST_COLUMNS) this.held = null
    return this.held === null ? held : null
  }

  end(): Joined | null {
    return this.held
  }
}

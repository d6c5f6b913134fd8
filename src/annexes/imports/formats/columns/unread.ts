import { type Fields, isNothing } from "../cells.ts"
import type { Emitter } from "../emitter.ts"

interface Names {
  /** As written. */
  readonly written: ReadonlyArray<string>
}

interface Known {
  /** Whether the reader looks at every column, to compare rows, so that looking at one means nothing. */
  readonly isCompared?: true
  /** Columns in which nothing is recorded. */
  readonly isNothing?: RegExp
}

/** Columns in which nothing is recorded: ids, and what programs note about a record. */
const TECHNICAL =
  /^(?:#|(?:row|user|log|sleep|food|exercise|activity)[ _-]?id|.*uuid|(?:time ?stamps? of )?(?:creat|updat|modifi)(?:e|ed|ion)?(?:[ _](?:at|time|date|sh_ver))?|(?:last|edit|record|client)[ _](?:updated?|modified|time|version|data_id|data_ver)|pkg_name|.*_sh_ver|custom|icon)$/i

/** Whether a column only has what a program notes about a record, so that no report names it. */
export const isTechnical = (name: string, kind: Known): boolean =>
  TECHNICAL.test(name.trim()) || kind.isNothing?.test(name.trim()) === true

/** Counts the values in those columns of a table that its reader never looks at. */
export class UnreadColumns {
  private readonly rows: Array<number>
  private readonly read: Array<boolean>
  private open: Array<number>
  private current: Fields = () => ""
  private isAnyRead: boolean

  constructor(
    private readonly names: Names,
    reads: ReadonlyArray<number>,
    private readonly kind: Known
  ) {
    const read = names.written.map(() => false)
    for (const place of reads) if (place !== -1) read[place] = true
    this.read = read
    this.rows = names.written.map(() => 0)
    this.open = [...names.written.keys()]
    this.isAnyRead = read.includes(true)
  }

  /** Begins a row. Returns its fields for the reader, which may look at them later, too. */
  begin(fields: Fields): Fields {
    this.current = fields
    if (this.kind.isCompared === true) return fields
    const { read } = this
    return (place) => {
      if (read[place] === false) {
        read[place] = true
        this.isAnyRead = true
      }
      return fields(place)
    }
  }

  /** Counts the values that the reader has not looked at. */
  end(): void {
    const { read, rows } = this
    this.open = this.open.filter((place) => !read[place])
    for (const place of this.open) if (!isNothing(this.current(place))) rows[place] = (rows[place] ?? 0) + 1
  }

  /** Names the columns, unless the reader has read none and counted the rows instead. */
  name(emit: Emitter, file: string): void {
    if (!this.isAnyRead) return
    const table = this.names.written.join("\n")
    for (const [place, rows] of this.rows.entries()) {
      const name = this.names.written[place]?.trim() ?? ""
      if (rows === 0 || this.read[place] || isTechnical(name, this.kind)) continue
      emit.notKept({ file, line: 1 }, name || `column ${place + 1}`, rows, table)
    }
  }
}

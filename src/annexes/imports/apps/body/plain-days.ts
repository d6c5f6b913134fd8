import { bodyColumns, counterColumn, heightColumn } from "../../formats/body-columns.ts"
import { withoutZeroOffset } from "../../formats/brief.ts"
import { isOfBody } from "../../formats/doubtful-columns.ts"
import { dateReader } from "../../formats/local-dates.ts"
import { timeOf } from "../../formats/moments.ts"
import { byHeight } from "../../formats/people.ts"
import { readingTable } from "../../formats/reading-table.ts"
import type { Header, TableContext, TableKind } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"
import { recogniseTable, type TableStart } from "../recognise-table.ts"
import { TABLE_KINDS } from "../tables.ts"

/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{10})(\d{3})?$/

/** Reads dates. Times in UTC, which a zero offset means as well, fall on the person's day. */
const plainDates = (context: TableContext): ((text: string) => Moment | null) => {
  const { clock } = context.options
  const read = dateReader(context)
  return (text) => {
    const [, seconds, rest = "000"] = EPOCH.exec(text) ?? []
    return seconds === undefined ? read(withoutZeroOffset(text)) : clock.momentAt(Number(seconds + rest), false)
  }
}

/** Repairs rows such as `7/18/2026, 5:26 AM,197.4lb`, which without quotes have one field more than the header. */
const withTimes = (fields: ReadonlyArray<string>, header: Header): ReadonlyArray<string> => {
  const { date } = bodyColumns(header)
  const [day = "", time = ""] = fields.slice(date, date + 2)
  if (fields.length !== header.names.length + 1 || timeOf(time) === null) return fields
  return fields.toSpliced(date, 2, `${day},${time}`)
}

/**
 * The person's own table, or one from an unknown app: a date, and weight, body fat or steps, recognised by the meaning
 * of its columns. It must have no column that other subjects have too, such as repetitions or meals, and is used only
 * if it cannot be a known app's table.
 */
const plainDays = readingTable({
  source: "csv",
  matches: () => false,
  mayBe: isOfBody,
  columns: bodyColumns,
  people: byHeight(heightColumn),
  counter: counterColumn,
  dates: plainDates,
  fitted: withTimes
})

/** The person's own table in a file that starts so; null if there is none, or if it is an app's. */
export const plainTableIn = (
  starts: ReadonlyArray<TableStart>,
  name: string,
  text: string
): { readonly kind: TableKind; readonly header: Header } | null => {
  if (recogniseTable(starts, name, TABLE_KINDS, text)?.isCertain === true) return null
  const found = recogniseTable(starts, name, [plainDays], text)
  return found === null ? null : { kind: found.kind, header: found.header }
}

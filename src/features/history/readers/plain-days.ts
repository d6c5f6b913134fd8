import { columnsLike, readingTable } from "./reading-table.ts"
import { recogniseTable, tableStarts } from "./recognise-table.ts"
import type { Header, TableKind } from "./table.ts"
import { TABLE_KINDS } from "./tables.ts"
import { unreadAppOf } from "./unread-apps.ts"

const COLUMNS = {
  date: /^(?:date|day|date ?time|timestamp)$/,
  time: /^time$/,
  weight: /^(?:(?:body[ _]?)?weight(?:_(?:kg|lbs?)| ?\((?:kg|lbs?|st)\))?|kgs?|lbs?|kilograms?|pounds?)$/,
  unit: /^(?:weight )?unit$/,
  fat: /^(?:body[ _]?fat(?:[ _]percent(?:age)?)?|fat[ _]percent(?:age)?|(?:body )?fat ?(?:%|\(%\)))$/,
  steps: /^(?:steps?|step[ _]count)(?: ?\((?:steps|count)\))?$/
} as const

/** What scales and people write beside weights: columns that are not kept, and say that a table is of a body. */
const BESIDE =
  /^(?:|bmi|notes?|comments?|trend|weight trend|device|source|(?:skeletal )?muscle\b.*|bone\b.*|(?:body )?water\b.*|visceral\b.*|bmr\b.*|metabolic age|lean\b.*|fat mass\b.*|fat[- ]free\b.*)$/

const isOfBody = (header: Header): boolean => {
  const { date, weight, fat, steps } = columnsLike(header, COLUMNS)
  const known = [...Object.values(COLUMNS), BESIDE]
  return (
    date !== -1 &&
    Math.max(weight, fat, steps) !== -1 &&
    header.names.every((name) => known.some((each) => each.test(name)))
  )
}

/**
 * A table of one's own, or of an app that nobody knows: a date, and weight, body fat or steps, recognised by what its columns are. It must have
 * none that other things have too, such as repetitions or calories, and is taken only if no app's table is meant.
 */
const plainDays = readingTable({
  source: "csv",
  matches: () => false,
  mayBe: isOfBody,
  columns: (header) => columnsLike(header, COLUMNS)
})

/** The table of somebody's own that a text begins with; null if it is none, or of an app. */
export const plainTableIn = (
  text: string,
  name: string
): { readonly kind: TableKind; readonly header: Header } | null => {
  const starts = tableStarts(text)
  const headers = starts.map(({ header }) => header)
  if (unreadAppOf(text, headers) !== undefined) return null
  if (recogniseTable(starts, name, TABLE_KINDS, text)?.isCertain === true) return null
  const found = recogniseTable(starts, name, [plainDays], text)
  return found === null ? null : { kind: found.kind, header: found.header }
}

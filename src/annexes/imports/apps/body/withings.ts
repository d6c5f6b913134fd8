import { kilogramsIn, unitInName } from "../../formats/amounts.ts"
import { date, moment, number } from "../../formats/columns/columns.ts"
import { tableOf } from "../../formats/columns/tables.ts"
import { spanOf } from "../../formats/measures/nights.ts"
import { NOWHERE } from "../../formats/reading-columns.ts"
import { readingTable } from "../../formats/reading-table.ts"
import type { Header, TableKind } from "../../formats/table.ts"

/** The app translates the names, but keeps their order: five masses with a unit between the date and the comment. */
const TRANSLATED = { date: 0, weight: 1, fat: 2 }
const TRANSLATED_COLUMNS = 7

const isTranslated = ({ names }: Header): boolean => {
  const units = names.map(unitInName)
  const masses = units.slice(1, -1)
  return (
    names.length === TRANSLATED_COLUMNS &&
    units[0] === null &&
    units.at(-1) === null &&
    // Masses in grams are of foods.
    masses.every((unit) => unit === masses[0] && unit !== "g" && kilogramsIn(unit ?? "") !== null)
  )
}

const namedColumns = (header: Header) =>
  header.places({
    date: ["date", "datum"],
    weight: /^(?:weight|gewicht) \(.+\)$/,
    fat: /^(?:fat mass|fettmasse) \(.+\)$/
  })

const isNamed = (columns: ReturnType<typeof namedColumns>): boolean =>
  Object.values(columns).every((place) => place !== -1)

const columnsOf = (header: Header) => {
  const named = namedColumns(header)
  return !isNamed(named) && isTranslated(header) ? TRANSLATED : named
}

/** `weight.csv`: one row per weighing, in any language. Body fat is the fat mass as a share of the weight. */
export const withingsWeights: TableKind = {
  source: "withings",
  matches: (header) =>
    isTranslated(header) ||
    (isNamed(namedColumns(header)) &&
      header.search(/^(?:comments|kommentare|(?:bone|muscle|lean) mass \(.+\))$/) !== -1),
  required: (header) => [columnsOf(header).date, columnsOf(header).weight],
  date: (header) => columnsOf(header).date,
  read: ({ moments, header, emit }) => {
    const column = columnsOf(header)
    const unitOf = (place: number) => kilogramsIn(unitInName(header.names[place] ?? "") ?? "") ?? 1
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(column.date))
        const weight = cells.positive(column.weight)
        const fat = cells.positive(column.fat)
        if (weight === null) cells.refuse("it holds no weight")
        if (!cells.areRead(emit, place) || at === null || weight === null) return
        const kilograms = weight * unitOf(column.weight)
        const reading = { _tag: "Reading", place, at, origin: null } as const
        emit.push({ ...reading, rows: 1, metric: "weight", value: kilograms })
        if (fat === null) return
        emit.push({ ...reading, rows: 0, metric: "body_fat", value: ((fat * unitOf(column.fat)) / kilograms) * 100 })
      }
    }
  }
}

/** `sleep.csv` of the archive: one row per sleep, with the seconds of each stage. */
export const withingsSleeps = tableOf(
  {
    source: "withings",
    matches: (header) => header.has("from", "to", "light (s)", "deep (s)"),
    columns: {
      start: date("from"),
      end: moment("to"),
      light: number("light (s)"),
      deep: number("deep (s)"),
      rem: number("rem (s)")
    },
    check: ({ start, end }) => (spanOf(start, end) === undefined ? "it states no start and end of a sleep" : null)
  },
  ({ emit }) => ({
    row: ({ start, end, light, deep, rem }, place) => {
      const span = spanOf(start, end)
      if (span === undefined || end === null) return
      const minutes = ((light ?? 0) + (deep ?? 0) + (rem ?? 0)) / 60
      if (minutes === 0) emit.count(place, "times in bed without sleep")
      else emit.nights.add({ source: "", ...span, minutes, at: end, isStaged: true }, place)
    }
  })
)

/**
 * `aggregates_steps.csv` of the archive: one row per day. Other tables there have the same columns, so it is recognised
 * by its name.
 */
export const withingsSteps = readingTable({
  source: "withings",
  matches: () => false,
  mayBe: (header, _, path) =>
    /(?:^|\/)aggregates_steps\.csv$/i.test(path) && ["date,value", "date,steps"].includes(header.names.join()),
  path: /(?:^|\/)aggregates_steps\.csv$/i,
  columns: () => ({ ...NOWHERE, date: 0, steps: 1 })
})

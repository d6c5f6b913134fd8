import { kilogramsIn, unitInName } from "./amounts.ts"
import { Cells } from "./cells.ts"
import { Moments } from "./moments.ts"
import type { Header, TableKind } from "./table.ts"

const columnsOf = (header: Header) => ({
  date: header.find("date", "datum"),
  weight: header.search(/^(?:weight|gewicht) \(.+\)$/),
  fat: header.search(/^(?:fat mass|fettmasse) \(.+\)$/)
})

/** `weight.csv`: one row a weighing, in English and German. Body fat is the share of the fat mass in the weight. */
export const withingsWeights: TableKind = {
  source: "withings",
  matches: (header) => Object.values(columnsOf(header)).every((place) => place !== -1),
  required: (header) => [columnsOf(header).date, columnsOf(header).weight],
  read: ({ header, options, emit }) => {
    const column = columnsOf(header)
    const unitOf = (place: number) => kilogramsIn(unitInName(header.names[place] ?? "") ?? "") ?? 1
    const moments = new Moments(options.timezone)
    return {
      row: (fields, place) => {
        const cells = new Cells(fields, header.delimiter)
        const at = moments.read(fields(column.date))
        if (at === null) cells.refuse(`"${fields(column.date).slice(0, 40)}" is no date`)
        const weight = cells.positive(column.weight)
        const fat = cells.positive(column.fat)
        if (weight === null) cells.refuse("it holds no weight")
        if (!cells.areRead(emit, place) || at === null || weight === null) return
        const kilograms = weight * unitOf(column.weight)
        const reading = { _tag: "Reading", place, at, origin: null } as const
        emit.push({ ...reading, rows: 1, metric: "weight", value: kilograms })
        if (fat === null) return
        emit.push({ ...reading, rows: 0, metric: "body_fat", value: ((fat * unitOf(column.fat)) / kilograms) * 100 })
      },
      end: () => undefined
    }
  }
}

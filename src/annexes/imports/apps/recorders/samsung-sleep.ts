import type { Cells } from "../../formats/cells.ts"
import { spanOf } from "../../formats/measures/nights.ts"
import type { Header, TableContext, TableKind } from "../../formats/table.ts"
import type { Moment, Place } from "../../rows/rows.ts"
import { timesIn } from "./samsung-times.ts"

const STAGES: Readonly<Record<string, "awake" | "asleep">> = {
  "40001": "awake",
  "40002": "asleep",
  "40003": "asleep",
  "40004": "asleep"
}

/** Reads the start and the end of a row, and passes them on unless they are none. */
const spansIn = (
  { header, options, emit }: TableContext,
  take: (cells: Cells, span: { readonly start: number; readonly end: number }, at: Moment, place: Place) => void
) => {
  const column = header.places({ start: "start_time", end: "end_time", offset: "time_offset" })
  const timeOf = timesIn({ options })
  return (cells: Cells, place: Place): void => {
    const [start, end] = [column.start, column.end].map((time) => timeOf(cells.text(time), cells.text(column.offset)))
    const span = spanOf(start ?? null, end ?? null)
    if (span === undefined) cells.refuse("it states no start and end of a sleep")
    if (cells.areRead(emit, place) && span !== undefined && end != null) take(cells, span, end, place)
  }
}

const efficiencyOf = (cells: Cells, header: Header): number => {
  const percent = Number(cells.text(header.find("efficiency")))
  return percent > 0 && percent <= 100 ? percent / 100 : 1
}

/** `sleep`: one row per sleep. It states how much of its time the person slept, if at all. */
export const samsungSleep: Pick<TableKind, "read"> = {
  read: (context) => ({
    row: spansIn(context, (cells, { start, end }, at, place) => {
      const minutes = ((end - start) / 60_000) * efficiencyOf(cells, context.header)
      context.emit.nights.add({ source: "", start, end, minutes, at, isStaged: false }, place)
    })
  })
}

/** `sleep_stage`: one row per stage of a sleep. Of a night that has them, they count. */
export const samsungStages: Pick<TableKind, "read"> = {
  read: (context) => {
    const stage = context.header.find("stage")
    return {
      row: spansIn(context, (cells, { start, end }, at, place) => {
        const kind = STAGES[cells.text(stage)]
        if (kind === "awake") context.emit.count(place, "times awake at night, which are not sleep")
        else if (kind === undefined)
          context.emit.leaveOut(place, `"${cells.text(stage).slice(0, 40)}" is no stage of sleep`)
        else {
          const minutes = (end - start) / 60_000
          context.emit.nights.add({ source: "stages", start, end, minutes, at, isStaged: true }, place)
        }
      })
    }
  }
}

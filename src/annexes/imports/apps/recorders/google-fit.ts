import { kilogramsIn, unitInName } from "../../formats/amounts.ts"
import { notRead } from "../../formats/columns/tables.ts"
import { StepRows, stepSurvey } from "../../formats/step-rows.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import { pass } from "../../rows/advice.ts"

const STEPS = "step count"
const weightIn = (header: Header): number => header.search(/^average weight \(.+\)$/)

/** The table of daily activity: one row per day, with the day's mean weight. */
export const googleFitDays: TableKind = {
  source: "google-fit",
  matches: (header) =>
    header.has("date", STEPS) &&
    (header.has("move minutes count") || (header.has("calories (kcal)") && header.search(/^(?:average|low) /) !== -1)),
  required: (header) => [header.find("date")],
  date: (header) => header.find("date"),
  survey: (context) => {
    const [date, steps] = [context.header.find("date"), context.header.find(STEPS)]
    return stepSurvey(context, (cells) => ({ date: cells.text(date), time: "", steps: cells.whole(steps) }))
  },
  read: ({ header, moments, options, emit }) => {
    const together = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
    const column = { date: header.find("date"), steps: header.find(STEPS), weight: weightIn(header) }
    const kilograms = kilogramsIn(unitInName(header.names[column.weight] ?? "") ?? "") ?? 1
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(column.date))
        const steps = cells.whole(column.steps) || null
        const weight = cells.positive(column.weight)
        if (steps === null && weight === null) cells.refuse("it holds neither steps nor a weight")
        if (!cells.areRead(emit, place) || at === null) return
        const reading = { _tag: "Reading", place, at, origin: null } as const
        if (steps !== null && together !== undefined) together.add(place, at, steps, 1)
        else if (steps !== null) emit.push({ ...reading, rows: 1, metric: "steps", value: Math.round(steps) })
        if (weight === null) return
        emit.push({ ...reading, rows: steps === null ? 1 : 0, metric: "weight", value: weight * kilograms })
      },
      end: () => together?.end()
    }
  }
}

/** The table of one day in quarters of an hour. The daily table has the same steps. */
export const googleFitQuarters = notRead(
  {
    source: "google-fit",
    mayBe: (header) => header.has("start time", "end time") && header.search(/^(?:step count|move minutes)/) !== -1,
    whenAlone: {
      problem: "has parts of days",
      advice: pass("Daily activity metrics.csv of Google Fit, or the archive that has both")
    }
  },
  "parts of days, which the table of daily activity has whole"
)

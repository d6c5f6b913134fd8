import { Metric } from "../../../../features/body-metrics/model.ts"
import { kilogramsInUnit, unitOfMetric } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import type { Cells } from "../../formats/cells.ts"
import { StepRows, stepSurvey } from "../../formats/step-rows.ts"
import { together } from "../../formats/surveys.ts"
import type { Header, Survey, SurveyContext, TableKind } from "../../formats/table.ts"

/** A metric by its name, with spaces or underscores. */
const metricNamed = (written: string): Metric | undefined => {
  const name = written.toLowerCase().replaceAll(" ", "_")
  return Metric.literals.find((metric) => metric === name)
}

const columnsOf = (header: Header) => header.places({ date: "date", metric: "metric", value: "value", unit: "unit" })

const metricIn = (cells: Cells, column: ReturnType<typeof columnsOf>) => metricNamed(cells.text(column.metric))

const weightSurvey = ({ file, header, options }: SurveyContext): Survey | null => {
  if (options.weightUnit !== undefined) return null
  const column = columnsOf(header)
  return unitSurvey(file, (survey, cells) => {
    if (metricIn(cells, column) === "weight" && cells.text(column.unit) === "")
      survey.weight(cells.number(column.value) ?? 0)
  })
}

/** Fettle's own table, for everything else: `date,metric,value,unit`. */
export const plainReadings: TableKind = {
  source: "csv",
  matches: (header) =>
    header.has("date", "metric", "value") && header.names.every((name) => /^(?:date|metric|value|unit|)$/.test(name)),
  required: (header) => [header.find("date"), header.find("metric"), header.find("value")],
  date: (header) => header.find("date"),
  survey: (context) => {
    const column = columnsOf(context.header)
    return together(
      weightSurvey(context),
      stepSurvey(context, (cells) => ({
        date: cells.text(column.date),
        time: "",
        steps: metricIn(cells, column) === "steps" ? cells.whole(column.value) : null
      }))
    )
  },
  read: ({ header, moments, options, emit }) => {
    const column = columnsOf(header)
    const steps = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(column.date))
        const metric = metricIn(cells, column)
        if (metric === undefined)
          cells.refuse("its metric is none that set_body_metrics takes, such as weight, body_fat, steps or waist")
        const value = metric === "steps" ? cells.whole(column.value) : cells.number(column.value)
        if (value === null) cells.refuse("it holds no value")
        const unit = cells.text(column.unit).toLowerCase()
        const asked = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
        const factor =
          metric === undefined ? null : metric === "weight" && unit === "" ? asked : unitOfMetric(metric, unit)
        if (metric !== undefined && factor === null) cells.refuse(`"${unit.slice(0, 40)}" is not a unit of ${metric}`)
        if (!cells.areRead(emit, place)) return
        if (at === null || metric === undefined || value === null || factor === null) return
        if (metric === "steps" && steps !== undefined) steps.add(place, at, value, 1)
        else emit.push({ _tag: "Reading", place, rows: 1, metric, value: value * factor, at, origin: null })
      },
      end: () => steps?.end()
    }
  }
}

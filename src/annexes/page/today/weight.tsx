/** @jsxImportSource hono/jsx */
import { number, signed } from "../../../values/charts/format.ts"
import { LineChart } from "../../../values/charts/line-chart.tsx"
import { Spark } from "../../../values/charts/spark.tsx"
import type { Today } from "../features/overview/definition.ts"
import { Folding } from "../frame/folding.tsx"
import type { Visit } from "../frame/page.ts"
import { HOME_PATH, TRENDS_PATH } from "../frame/paths.ts"
import { WeighForm } from "../readings/readings.tsx"
import { dayWords } from "./train.tsx"

/** The smallest range of weights that a drawing shows. */
const LEAST = { kg: 2, lb: 4 } as const

interface Weight {
  readonly visit: Visit
  readonly latest: Today["latest"]["weight"]
  readonly weight: Today["lately"]["weight"]
}

const rateText = ({ rate }: Weight["weight"], unit: string): string | undefined =>
  rate === undefined ? undefined : `${signed(rate.perWeek, 1)} ${unit} a week`

/** The weights as a line: small, or as a chart with axes and figures if nothing else is recorded. */
const Drawing = ({ visit, weight, isAlone }: Omit<Weight, "latest"> & { readonly isAlone: boolean }) => {
  const { from, periods, grain, latest, change = 0, excluded } = weight
  const unit = visit.user.bodyWeightUnit
  const description =
    latest === undefined
      ? "No weight."
      : `The trend is ${number(latest.trend, 1)} ${unit}, a change of ${signed(change, 1)} ${unit}.`
  if (!isAlone)
    return (
      <Spark
        points={periods}
        from={from}
        to={visit.today}
        least={LEAST[unit]}
        label={`Weight of the last 30 days. ${description}`}
      />
    )
  return (
    <LineChart
      id="weight-chart"
      title={`Weight of 12 weeks, ${unit}`}
      description={description}
      unit={unit}
      from={from}
      to={visit.today}
      grain={grain}
      points={periods}
      excluded={excluded}
      least={LEAST[unit]}
      format={(value) => number(value, 1)}
      empty=""
    />
  )
}

/** The latest weight, its line, and a field for today's: shown if today has none, else behind "Change". */
export const WeightCard = ({ visit, latest, weight, isAlone }: Weight & { readonly isAlone: boolean }) => {
  const unit = visit.user.bodyWeightUnit
  const rate = rateText(weight, unit)
  const form = <WeighForm visit={visit} latest={latest} to={HOME_PATH} />
  if (latest === null)
    return (
      <section class="card weigh" aria-label="Weight">
        {form}
      </section>
    )
  const { values, faults } = visit.form("weigh")
  const isToday = latest.date === visit.today
  return (
    <section class="card weigh" aria-labelledby="weight">
      <h2 id="weight" class="aside">
        <a href={TRENDS_PATH}>Weight</a> {rate === undefined ? null : <small>{rate}</small>}
      </h2>
      <p class="big">
        {number(latest.display.value, 1)}{" "}
        <small>
          {unit} {dayWords(latest.date, visit.today)}
          {weight.latest === undefined || weight.periods.length < 2 ? "" : ` · trend ${number(weight.latest.trend, 1)}`}
        </small>
      </p>
      {isToday ? (
        <Folding isOpen={faults.size > 0 || Object.keys(values).length > 0} summary="Change">
          {form}
        </Folding>
      ) : (
        form
      )}
      <Drawing visit={visit} weight={weight} isAlone={isAlone} />
    </section>
  )
}

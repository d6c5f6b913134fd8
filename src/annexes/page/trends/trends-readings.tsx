/** @jsxImportSource hono/jsx */
import { isGirth, type Metric } from "../../../features/body-metrics/model.ts"
import { BarChart } from "../../../values/charts/bar-chart.tsx"
import { counted, longDay, number, signed } from "../../../values/charts/format.ts"
import { LineChart } from "../../../values/charts/line-chart.tsx"
import type { Trends } from "../features/overview/definition.ts"
import type { Smoothed } from "../features/overview/model.ts"
import { readingsAddress, TRENDS_PATH } from "../frame/paths.ts"
import { COMPARISONS } from "../goals/goal-words.ts"
import { nameOf } from "../readings/metric-names.ts"
import { Tile, Tiles } from "./figures.tsx"
import { Card, type Days } from "./trend-card.tsx"

type Target = Smoothed["targets"][number]

const UNIT = { kg: "kg", lb: "lb", percent: "%", steps: "", cm: "cm", in: "in", bpm: "bpm", minutes: "min" } as const

/** The smallest range shown of a smoothed metric. */
const LEAST = { kg: 2, lb: 4, percent: 2, steps: 2, cm: 2, in: 1, bpm: 10, minutes: 60 } as const

/** Leads to the readings behind the figures. */
const AllReadings = ({ metric }: { readonly metric: Metric }) => (
  <p>
    <a
      href={readingsAddress(metric)}
    >{`${nameOf(metric)} of each day, to change or delete ${metric === "steps" ? "some" : "one"}`}</a>
  </p>
)

/** The readings that the figures leave out, and what the person may do. */
const LeftOut = ({ excluded, unit }: Pick<Smoothed, "excluded" | "unit">) => {
  const shown = excluded.slice(-3).map(({ date, value }) => `${number(value, 2)} ${UNIT[unit]} on ${longDay(date)}`)
  if (excluded.length === 0) return null
  const more = excluded.length > shown.length ? ` and ${excluded.length - shown.length} earlier` : ""
  return (
    <p class="soft">
      {`Left out as ${excluded.length === 1 ? "a probable typing error" : "probable typing errors"}: ${shown.join(", ")}${more}. A reading counts once another within a week agrees with it.`}
    </p>
  )
}

const weeks = (count: number) => counted(count, "week", "weeks")

/** When the present rate meets a goal, in words. */
const outlookText = (outlook: Target["outlook"]): string => {
  switch (outlook.status) {
    case "met":
      return "reached"
    case "unknown":
      return "how soon you reach it can be said after 5 readings over 2 weeks, the last one at most 4 weeks old"
    case "does_not_meet":
      return "at your present rate, you do not reach it"
    case "meets": {
      const { from, to } = outlook
      if (to === undefined) {
        const earliest = from === 0 ? "this week" : `in ${weeks(from)}`
        return `at your present rate, you reach it ${earliest} at the earliest, and perhaps not within 2 years`
      }
      if (from === 0) return `at your present rate, you reach it within ${weeks(to)}`
      return `at your present rate, you reach it in ${from === to ? weeks(to) : `${from} to ${weeks(to)}`}`
    }
  }
}

/** The goals for a metric, and when the present rate meets each. */
const Aims = ({ targets, unit }: Pick<Smoothed, "targets" | "unit">) =>
  targets.map(({ name, value, comparison, outlook }) => (
    <p>{`Goal “${name}”, ${COMPARISONS[comparison]} ${number(value, 2)} ${UNIT[unit]}: ${outlookText(outlook)}.`}</p>
  ))

/** A metric with its trend. */
export const SmoothedCard = ({
  title,
  metric,
  smoothed,
  from,
  to,
  empty
}: Days & {
  readonly title: string
  readonly metric: Metric
  readonly smoothed: Smoothed
  readonly empty: string
}) => {
  const { unit, latest, rate, change = 0, periods, grain, excluded, targets } = smoothed
  const id = metric.replaceAll("_", "-")
  if (periods.length + excluded.length === 0) return null
  const format = (value: number) => number(value, 1)
  return (
    <Card title={title} id={id}>
      {latest === undefined ? null : (
        <Tiles>
          <Tile label="Trend" value={format(latest.trend)} unit={UNIT[unit]} note={longDay(latest.date)} />
          <Tile
            label="Change a week"
            value={rate === undefined ? undefined : signed(rate.perWeek, 2)}
            unit={UNIT[unit]}
            note={
              rate === undefined
                ? "needs 5 readings over 2 weeks"
                : `95 % sure: ${signed(rate.low, 2)} to ${signed(rate.high, 2)}, last 4 weeks`
            }
          />
          <Tile label="Change in this range" value={signed(change, 1)} unit={UNIT[unit]} />
        </Tiles>
      )}
      <LineChart
        id={`${id}-chart`}
        title={`${title}, ${UNIT[unit]}`}
        description={
          latest === undefined
            ? empty
            : `The trend is ${format(latest.trend)} ${UNIT[unit]}, a change of ${signed(change, 1)} between ${longDay(from)} and ${longDay(to)}.`
        }
        unit={UNIT[unit]}
        from={from}
        to={to}
        grain={grain}
        points={periods}
        excluded={excluded}
        targets={targets.map(({ value }) => value)}
        figures="averages"
        least={LEAST[unit]}
        format={format}
        empty={empty}
        below={<AllReadings metric={metric} />}
      />
      <Aims targets={targets} unit={unit} />
      <LeftOut excluded={excluded} unit={unit} />
    </Card>
  )
}

/** The girths with a switch between them, the resting heart rate and sleep: each that has two readings. */
export const MeasureCards = ({
  measures,
  girth,
  range,
  from,
  to
}: Days & Pick<Trends, "measures" | "range"> & { readonly girth: string | undefined }) => {
  const girths = measures.filter(({ metric }) => isGirth(metric))
  const chosen = girths.find(({ metric }) => metric === girth) ?? girths[0]
  const others = measures.filter(({ metric }) => !isGirth(metric))
  return (
    <>
      {girths.length < 2 ? null : (
        <nav aria-label="Girth" class="ranges">
          {girths.map(({ metric }) => (
            <a
              href={`${TRENDS_PATH}?${new URLSearchParams({ range, girth: metric })}#${chosen?.metric.replaceAll("_", "-")}`}
              {...(metric === chosen?.metric ? { "aria-current": "true" as const } : {})}
            >
              {nameOf(metric)}
            </a>
          ))}
        </nav>
      )}
      {[...(chosen === undefined ? [] : [chosen]), ...others].map(({ metric, ...smoothed }) => (
        <SmoothedCard
          from={from}
          to={to}
          title={nameOf(metric)}
          metric={metric}
          smoothed={smoothed}
          empty="Nothing was measured in this range."
        />
      ))}
    </>
  )
}

/** The steps of each day. */
export const StepsCard = ({ steps, from, to }: Days & Pick<Trends, "steps">) =>
  steps.periods.length === 0 ? null : (
    <Card title="Steps" id="steps">
      {steps.mean === undefined ? null : (
        <Tiles>
          <Tile label="Average" value={number(steps.mean)} unit="a day" note="on days with steps" />
        </Tiles>
      )}
      <BarChart
        id="steps-chart"
        title="Steps a day"
        description={`On average ${number(steps.mean ?? 0)} steps a day.`}
        unit="steps a day"
        from={from}
        to={to}
        grain={steps.grain}
        bars={steps.periods.map(({ first, mean }) => ({ first, amounts: [mean] }))}
        parts={[{ label: steps.grain === "day" ? "Steps" : "Steps a day", className: "c1" }]}
        mean={steps.mean}
        figures="averages"
        format={(value) => number(value)}
        below={<AllReadings metric="steps" />}
        empty="No steps in this range. Record them on Today, or let an agent do it."
      />
    </Card>
  )

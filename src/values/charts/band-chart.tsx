/** @jsxImportSource hono/jsx */
import { area, line } from "d3-shape"
import { type ActivityDay, plusDays } from "../activity-day.ts"
import { endOf, type Grain } from "../trends/periods.ts"
import { type ChartProps, Frame } from "./frame.tsx"
import { runsOf } from "./runs.ts"
import { type Days, daysScale, spanScale } from "./scales.ts"

/** The interval of a period, and the value inside it if there is one. */
export interface Range {
  readonly first: ActivityDay
  readonly low: number
  readonly high: number
  readonly value?: number | undefined
}

/** Splits the periods at gaps; any missing period is a gap. */
const unbroken = <A extends { readonly first: ActivityDay }>(
  periods: ReadonlyArray<A>,
  grain: Grain
): ReadonlyArray<ReadonlyArray<A>> =>
  runsOf(periods, (one, next) => plusDays(endOf(one.first, grain), 1) !== next.first)

/**
 * The edges of a run's band, from the start of its first period to the end of its last, so that a single period has a
 * width too.
 */
const edgesOf = (run: ReadonlyArray<Range>, days: Days) =>
  run.flatMap(({ first, low, high }, index) => {
    const { start, end } = days.span(first)
    const middle = { x: days.middle(first), low, high }
    return [
      ...(index === 0 ? [{ ...middle, x: start }] : []),
      middle,
      ...(index === run.length - 1 ? [{ ...middle, x: end }] : [])
    ]
  })

interface BandChartProps extends ChartProps {
  readonly ranges: ReadonlyArray<Range>
  /** The smallest range of values on the axis, so that noise looks like noise. */
  readonly least: number
  /** Labels of the line and the band. */
  readonly names: { readonly value: string; readonly interval: string }
}

/**
 * Draws the interval of each period as a band, and the values inside it as a line. A missing period leaves a gap in
 * both, a missing value one in the line. Without data, it shows `empty`.
 */
export const BandChart = ({ ranges, least, names, empty, ...chart }: BandChartProps) => {
  if (ranges.length === 0) return <p class="soft">{empty}</p>
  const { from, to, grain, format } = chart
  const days = daysScale(from, to, grain)
  const values = spanScale(
    ranges.flatMap(({ low, high }) => [low, high]),
    least,
    format
  )
  const band = area<{ readonly x: number; readonly low: number; readonly high: number }>(
    ({ x }) => x,
    ({ low }) => values.at(low),
    ({ high }) => values.at(high)
  ).digits(0)
  const inside = line<{ readonly first: ActivityDay; readonly value: number }>(
    ({ first }) => days.middle(first),
    ({ value }) => values.at(value)
  ).digits(1)
  const valued = ranges.flatMap(({ first, value }) => (value === undefined ? [] : [{ first, value }]))
  return (
    <Frame
      chart={chart}
      days={days.ticks}
      values={values.ticks}
      keys={[
        { label: names.value, className: "key-line" },
        { label: names.interval, className: "key-band" }
      ]}
      table={{
        columns: [names.value, "Low", "High"],
        rows: ranges.map(({ first, low, high, value }) => ({
          first,
          cells: [value === undefined ? "–" : format(value), format(low), format(high)]
        }))
      }}
    >
      <path
        class="band"
        d={unbroken(ranges, grain)
          .map((run) => band(edgesOf(run, days)) ?? "")
          .join("")}
      />
      <path
        class="trend"
        d={unbroken(valued, grain)
          .map((run) => inside(run) ?? "")
          .join("")}
      />
    </Frame>
  )
}

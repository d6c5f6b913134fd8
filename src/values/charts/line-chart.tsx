/** @jsxImportSource hono/jsx */
import { line } from "d3-shape"
import { type ActivityDay, daysBetween } from "../activity-day.ts"
import { type Grain, periodOf } from "../trends/periods.ts"
import { type ChartProps, Frame } from "./frame.tsx"
import { runsOf } from "./runs.ts"
import { daysScale, HEIGHT, spanScale, tenth, WIDTH } from "./scales.ts"

/** A period's mean, and the trend at its end. */
export interface Point {
  readonly first: ActivityDay
  readonly mean: number
  readonly trend: number
}

/** Two periods further apart than this many days are separated by a gap, without a line. */
const GAP_DAYS = { day: 14, week: 28, month: 92, year: 731 } as const satisfies Record<Grain, number>

/** The points, split at gaps. */
export const withoutGaps = (points: ReadonlyArray<Point>, grain: Grain): ReadonlyArray<ReadonlyArray<Point>> =>
  runsOf(points, (one, next) => daysBetween(one.first, next.first) > GAP_DAYS[grain])

/** Draws each period's mean as a point, and the trend as a line that breaks at gaps. Without data, it shows `empty`. */
export const LineChart = ({
  points,
  excluded = [],
  targets = [],
  least,
  names,
  empty,
  ...chart
}: ChartProps & {
  readonly points: ReadonlyArray<Point>
  /** Values that are drawn hollow and left out of the scale; those beyond it lie on its edge. */
  readonly excluded?: ReadonlyArray<{ readonly date: ActivityDay; readonly value: number }>
  /** Values drawn as horizontal lines; all are within the scale. */
  readonly targets?: ReadonlyArray<number>
  /** The smallest range of values on the axis, so that noise looks like noise. */
  readonly least: number
  /** Labels of the points and the line; by default, readings and their trend. */
  readonly names?: { readonly point: string; readonly line: string }
}) => {
  if (points.length === 0) return <p class="soft">{empty}</p>
  const { from, to, grain, format } = chart
  const days = daysScale(from, to, grain)
  const values = spanScale([...points.flatMap(({ mean, trend }) => [mean, trend]), ...targets], least, format)
  const trend = line<Point>(
    ({ first }) => days.middle(first),
    ({ trend }) => values.at(trend)
  ).digits(1)
  const dots = points
    .map(({ first, mean }) => `M${Math.round(days.middle(first))} ${tenth(values.at(mean))}h0`)
    .join("")
  const onEdge = (at: number) => Math.min(HEIGHT, Math.max(0, at))
  const hollow = excluded
    .map(({ date, value }) => {
      const at = days.middle(periodOf(date, grain))
      return `M${Math.round(at)} ${tenth(onEdge(values.at(value)))}h0`
    })
    .join("")
  return (
    <Frame
      chart={chart}
      days={days.ticks}
      values={values.ticks}
      keys={[
        { label: names?.point ?? (grain === "day" ? "Reading" : `Average of the ${grain}`), className: "key-dots" },
        { label: names?.line ?? "Trend", className: "key-line" },
        ...(excluded.length === 0 ? [] : [{ label: "Left out", className: "key-hollow" }]),
        ...(targets.length === 0 ? [] : [{ label: "Goal", className: "key-goal" }])
      ]}
      table={{
        columns: [names?.point ?? (grain === "day" ? "Reading" : "Average"), names?.line ?? "Trend"],
        rows: points.map(({ first, mean, trend }) => ({ first, cells: [format(mean), format(trend)] }))
      }}
    >
      {targets.length === 0 ? null : (
        <path class="mean" d={targets.map((value) => `M0 ${tenth(values.at(value))}H${WIDTH}`).join("")} />
      )}
      <path class="dots" d={dots} />
      {hollow === "" ? null : (
        <>
          <path class="ring" d={hollow} />
          <path class="hole" d={hollow} />
        </>
      )}
      <path
        class="trend"
        d={withoutGaps(points, grain)
          .map((run) => trend(run) ?? "")
          .join("")}
      />
    </Frame>
  )
}

/** @jsxImportSource hono/jsx */
import { line } from "d3-shape"
import { type ActivityDay, daysBetween } from "../activity-day.ts"
import type { Grain } from "../trends/periods.ts"
import { PERIOD_TITLE, periodName } from "./format.ts"
import { Frame } from "./frame.tsx"
import { runsOf } from "./runs.ts"
import { daysScale, spanScale } from "./scales.ts"

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

/** Rounds to a tenth of a pixel. Horizontally, a whole unit is about as fine. */
const tenth = (value: number): number => Math.round(value * 10) / 10

/** Draws each period's mean as a point, and the trend as a line that breaks at gaps. Without data, it shows `empty`. */
export const LineChart = ({
  id,
  title,
  description,
  unit,
  from,
  to,
  grain,
  points,
  least,
  names,
  format,
  empty
}: {
  readonly id: string
  readonly title: string
  readonly description: string
  /** The unit of the values. */
  readonly unit: string
  readonly from: ActivityDay
  readonly to: ActivityDay
  readonly grain: Grain
  readonly points: ReadonlyArray<Point>
  /** The smallest range of values on the axis, so that noise looks like noise. */
  readonly least: number
  /** Labels of the points and the line; by default, readings and their trend. */
  readonly names?: { readonly point: string; readonly line: string }
  readonly format: (value: number) => string
  /** A sentence. */
  readonly empty: string
}) => {
  if (points.length === 0) return <p class="soft">{empty}</p>
  const days = daysScale(from, to, grain)
  const values = spanScale(
    points.flatMap(({ mean, trend }) => [mean, trend]),
    least,
    format
  )
  const trend = line<Point>(
    ({ first }) => days.middle(first),
    ({ trend }) => values.at(trend)
  ).digits(1)
  const dots = points
    .map(({ first, mean }) => `M${Math.round(days.middle(first))} ${tenth(values.at(mean))}h0`)
    .join("")
  return (
    <Frame
      id={id}
      title={title}
      description={description}
      unit={unit}
      days={days.ticks}
      values={values.ticks}
      keys={[
        { label: names?.point ?? (grain === "day" ? "Reading" : `Mean of the ${grain}`), className: "key-dots" },
        { label: names?.line ?? "Trend", className: "key-line" }
      ]}
      table={{
        columns: [PERIOD_TITLE[grain], names?.point ?? (grain === "day" ? "Reading" : "Mean"), names?.line ?? "Trend"],
        rows: points
          .map(({ first, mean, trend }) => [periodName(first, grain), format(mean), format(trend)])
          .toReversed()
      }}
    >
      <path class="dots" d={dots} />
      <path
        class="trend"
        d={withoutGaps(points, grain)
          .map((run) => trend(run) ?? "")
          .join("")}
      />
    </Frame>
  )
}

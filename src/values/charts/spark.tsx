/** @jsxImportSource hono/jsx */
import { line } from "d3-shape"
import type { ActivityDay } from "../activity-day.ts"
import type { Grain } from "../trends/periods.ts"
import { type Point, withoutGaps } from "./line-chart.tsx"
import { daysScale, tenth, WIDTH } from "./scales.ts"

/** The height of the drawing, in pixels, and the space above and below its lines. */
const [HEIGHT, EDGE] = [56, 6]

/**
 * A small line without axes: each period's value as a point, and the trend as a line that breaks at gaps. `label` says in
 * words what it shows. Nothing is drawn of fewer than two points.
 */
export const Spark = ({
  points,
  from,
  to,
  grain = "day",
  least,
  label
}: {
  readonly points: ReadonlyArray<Point>
  readonly from: ActivityDay
  readonly to: ActivityDay
  readonly grain?: Grain
  /** The smallest range of values that fills the height, so that noise looks like noise. */
  readonly least: number
  readonly label: string
}) => {
  if (points.length < 2) return null
  const days = daysScale(from, to, grain)
  const values = points.flatMap(({ mean, trend }) => [mean, trend])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const range = Math.max(least, high - low)
  const at = (value: number) => EDGE + ((high + (range - (high - low)) / 2 - value) / range) * (HEIGHT - 2 * EDGE)
  const trend = line<Point>(
    ({ first }) => days.middle(first),
    (point) => at(point.trend)
  ).digits(1)
  return (
    <svg
      class="spark"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={String(HEIGHT)}
    >
      <path
        class="dots"
        d={points.map(({ first, mean }) => `M${Math.round(days.middle(first))} ${tenth(at(mean))}h0`).join("")}
      />
      <path
        class="trend"
        d={withoutGaps(points, grain)
          .map((run) => trend(run) ?? "")
          .join("")}
      />
    </svg>
  )
}

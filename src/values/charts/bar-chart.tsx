/** @jsxImportSource hono/jsx */
import { stack } from "d3-shape"
import type { ActivityDay } from "../activity-day.ts"
import { type ChartProps, Frame } from "./frame.tsx"
import { amountScale, type Days, daysScale, HEIGHT, tenth, type Values } from "./scales.ts"

/** The amounts of a period, one for each part of its bar, lowest first. */
export interface Bar {
  readonly first: ActivityDay
  readonly amounts: ReadonlyArray<number>
}

/** A part of every bar: its label, and the class that colours it. */
export interface Part {
  readonly label: string
  readonly className: string
}

/** Width of a bar, as a share of its period. */
const FILLED = 0.76

/** The bars of one part as one path: a vertical stroke for each, from its lower to its upper value. */
const pathOf = (
  bars: ReadonlyArray<{ readonly first: ActivityDay; readonly low: number; readonly high: number }>,
  days: Days,
  values: Values
): string =>
  bars
    .filter(({ low, high }) => high > low)
    .map(
      ({ first, low, high }) => `M${Math.round(days.middle(first))} ${tenth(values.at(low))}V${tenth(values.at(high))}`
    )
    .join("")

/** The parts; of a single one only what it is an average of, if anything. */
const keysOf = (parts: ReadonlyArray<Part>, { grain, figures }: Pick<ChartProps, "grain" | "figures">) =>
  parts.length > 1
    ? parts
    : figures === "averages" && grain !== "day"
      ? parts.map(({ className }) => ({ label: `Average of the ${grain}`, className }))
      : []

/**
 * A bar for each period, of one or several stacked parts. `mean` is drawn as a horizontal line. Without data, it shows
 * `empty`.
 */
export const BarChart = ({
  bars,
  parts,
  mean,
  columns,
  empty,
  ...chart
}: ChartProps & {
  readonly bars: ReadonlyArray<Bar>
  readonly parts: ReadonlyArray<Part>
  readonly mean?: number | undefined
  /** More columns of the table, after those of the parts. */
  readonly columns?: ReadonlyArray<{ readonly title: string; readonly cell: (index: number) => string }>
}) => {
  if (bars.length === 0) return <p class="soft">{empty}</p>
  const { from, to, grain, format } = chart
  const days = daysScale(from, to, grain)
  const values = amountScale(
    bars.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0)),
    format
  )
  const layers = stack<Bar, number>()
    .keys(parts.map((_, index) => index))
    .value(({ amounts }, index) => amounts[index] ?? 0)([...bars])
  const more = columns ?? []
  const { start, end } = days.span(bars[0]?.first ?? from)
  const width = tenth((end - start) * FILLED)
  return (
    <Frame
      chart={chart}
      days={days.ticks}
      values={values.ticks}
      keys={keysOf(parts, chart)}
      table={{
        columns: [...parts.map(({ label }) => label), ...more.map(({ title }) => title)],
        rows: bars.map(({ first, amounts }, index) => ({
          first,
          cells: [...parts.map((_, part) => format(amounts[part] ?? 0)), ...more.map(({ cell }) => cell(index))]
        }))
      }}
    >
      {layers.map((layer, index) => (
        <path
          class={`bars ${parts[index]?.className ?? ""}`}
          stroke-width={width}
          d={pathOf(
            layer.map(([low, high], at) => ({ first: bars[at]?.first ?? from, low, high })),
            days,
            values
          )}
        />
      ))}
      {mean === undefined ? null : <path class="mean" d={`M0 ${tenth(Math.min(HEIGHT, values.at(mean)))}H1000`} />}
    </Frame>
  )
}

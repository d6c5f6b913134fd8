/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx"
import type { ActivityDay } from "../activity-day.ts"
import type { Grain } from "../trends/periods.ts"
import { PERIOD_TITLE, periodName } from "./format.ts"
import { anchorOf, HEIGHT, type Tick, WIDTH } from "./scales.ts"

/** What every chart shows: periods of `grain` between two days, with one unit. */
export interface Chart {
  /** Unique on its page. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The unit of the values, shown above their axis. */
  readonly unit: string
  readonly from: ActivityDay
  readonly to: ActivityDay
  readonly grain: Grain
  readonly format: (value: number) => string
  /** Whether each figure of a longer period than a day is the mean of its days. */
  readonly figures?: "averages" | undefined
  /** What stands below the table of figures. */
  readonly below?: Child
}

/** A chart that may have no data; then it shows `empty`, a sentence. */
export interface ChartProps extends Chart {
  readonly empty: string
}

/** The figures behind a chart: a heading for each column, and the cells of each period, the earliest first. */
export interface Table {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{ readonly first: ActivityDay; readonly cells: ReadonlyArray<string> }>
}

/** A colour in the chart, and its meaning. */
export interface Key {
  readonly label: string
  readonly className: string
}

const AVERAGES = { week: "Weekly averages", month: "Monthly averages", year: "Yearly averages" } as const

/** The name of the table of figures. */
const tableName = ({ grain, figures }: Pick<Chart, "grain" | "figures">): string =>
  grain === "day"
    ? "Figures of this chart"
    : figures === "averages"
      ? AVERAGES[grain]
      : `Figures of this chart, by ${grain}`

const percent = (x: number): string => `${Math.round((x / WIDTH) * 1000) / 10}%`

/** Height of the day labels, width of the value labels, and height of the unit above them; in pixels. */
const LABELS = 24
const AXIS = 46
const ABOVE = 14

/** The figures as a table, the latest period first. */
const Rows = ({ columns, rows, grain }: Table & { readonly grain: Grain }) => (
  <table>
    <thead>
      <tr>
        {[PERIOD_TITLE[grain], ...columns].map((column) => (
          <th scope="col">{column}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.toReversed().map(({ first, cells }) => (
        <tr>
          <th>{periodName(first, grain)}</th>
          {cells.map((cell) => (
            <td>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/**
 * A chart with its axes, and the same figures as a table below it. The drawing stretches to the available width, while
 * lines keep their thickness. Labels do not stretch, so they stay readable at any width.
 */
export const Frame = ({
  chart: { id, title, description, unit, grain, figures, below },
  days,
  values,
  keys = [],
  table,
  children
}: {
  readonly chart: Chart
  readonly days: ReadonlyArray<Tick>
  readonly values: ReadonlyArray<Tick>
  readonly keys?: ReadonlyArray<Key>
  readonly table: Table
  readonly children?: Child
}) => (
  <figure class="chart">
    {keys.length === 0 ? null : (
      <ul class="keys">
        {keys.map(({ label, className }) => (
          <li class={className}>{label}</li>
        ))}
      </ul>
    )}
    <svg
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
      width="100%"
      height={String(HEIGHT + LABELS)}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      <text class="unit" x={-AXIS} y={-ABOVE}>
        {unit}
      </text>
      {values.map(({ at, label }) => (
        <>
          <line x1="0" x2="100%" y1={at} y2={at} />
          <text x="-8" y={at + 4} text-anchor="end">
            {label}
          </text>
        </>
      ))}
      {days.map(({ at, label }) => (
        <text x={percent(at)} y={HEIGHT + 18} text-anchor={anchorOf(at)}>
          {label}
        </text>
      ))}
      <svg
        aria-hidden="true"
        width="100%"
        height={String(HEIGHT)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {children}
      </svg>
    </svg>
    <details>
      <summary>{tableName({ grain, figures })}</summary>
      <section class="wide" tabindex={0} aria-label={`Figures: ${title}`}>
        <Rows {...table} grain={grain} />
      </section>
      {below}
    </details>
  </figure>
)

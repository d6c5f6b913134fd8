import { Record, Schema } from "effect"

/**
 * Every limit of a user. Settings, the options of `fettle user`, columns, get_context and the rate limiter are derived
 * from this table. A limit's setting, option and column are named after its `column`.
 */
export const LIMITS = {
  readsPerMinute: { column: "reads_per_minute", default: 300, meaning: "reads that come back each minute" },
  readsBurst: { column: "reads_burst", default: 100, meaning: "most reads at once" },
  writesPerMinute: { column: "writes_per_minute", default: 120, meaning: "writes that come back each minute" },
  writesBurst: { column: "writes_burst", default: 60, meaning: "most writes at once" },
  writesPerDay: { column: "writes_per_day", default: 5000, meaning: "most writes in one day" },
  arrivalsPerMinute: {
    column: "arrivals_per_minute",
    default: 4,
    meaning: "bodies of devices that come back each minute"
  },
  arrivalsBurst: { column: "arrivals_burst", default: 60, meaning: "most bodies of devices at once" },
  bodyMetricBatch: { column: "body_metric_batch", default: 100, meaning: "most readings in one call" },
  goalTemplates: { column: "goal_templates", default: 50, meaning: "most goal templates" },
  customFoods: { column: "custom_foods", default: 1000, meaning: "most custom foods" }
} as const

export type LimitName = keyof typeof LIMITS

/** The column of each limit. Null means that the service's default applies. */
export type LimitColumn = (typeof LIMITS)[LimitName]["column"]

const Amount = Schema.Int.pipe(Schema.nonNegative())

/** The limits of one user: rates in requests, the others in items. 0 allows none. */
export const Limits = Schema.Struct(Record.map(LIMITS, () => Amount))
export type Limits = typeof Limits.Type

/** What is left of a user's limits, in whole calls. */
export interface Allowance {
  readonly limits: Limits
  readonly reads: number
  readonly writes: number
  readonly writesToday: number
}

import { Record, Schema } from "effect"

/**
 * Every limit of a user, written once. Its setting, its option of `fettle user` and its column are named after `column`;
 * settings, columns, options, get_context and the rate limiter derive from this table.
 */
export const LIMITS = {
  readsPerMinute: { column: "reads_per_minute", default: 300, meaning: "reads that come back each minute" },
  readsBurst: { column: "reads_burst", default: 100, meaning: "most reads at once" },
  writesPerMinute: { column: "writes_per_minute", default: 120, meaning: "writes that come back each minute" },
  writesBurst: { column: "writes_burst", default: 60, meaning: "most writes at once" },
  writesPerDay: { column: "writes_per_day", default: 5000, meaning: "most writes in one day" },
  bodyMetricBatch: { column: "body_metric_batch", default: 100, meaning: "most readings in one call" },
  goalTemplates: { column: "goal_templates", default: 50, meaning: "most goal templates" },
  customFoods: { column: "custom_foods", default: 1000, meaning: "most custom foods" }
} as const

export type LimitName = keyof typeof LIMITS

/** The column of each limit; null in it means that the service's own limit holds. */
export type LimitColumn = (typeof LIMITS)[LimitName]["column"]

const Amount = Schema.Int.pipe(Schema.nonNegative())

/** What one user may do: rates in requests, the rest in items. 0 allows none. */
export const Limits = Schema.Struct(Record.map(LIMITS, () => Amount))
export type Limits = typeof Limits.Type

/** What is left of a user's limits, in whole calls. */
export interface Allowance {
  readonly limits: Limits
  readonly reads: number
  readonly writes: number
  readonly writesToday: number
}

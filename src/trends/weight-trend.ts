import { type ActivityDay, daysBetween, plusDays } from "../values/activity-day.ts"

/** A value measured on a day. */
export interface Measured {
  readonly date: ActivityDay
  readonly value: number
}

/** A measured value, and the trend on its day. */
export interface Smoothed extends Measured {
  readonly trend: number
}

/** The time constant of the trend, in days: a reading's weight falls to 1/e in this time. */
const TREND_DAYS = 10

/**
 * How many days before a range its trend must begin for the range to be settled: what came earlier has a weight of
 * less than e⁻¹², six millionths.
 */
export const SETTLING_DAYS = 120

/**
 * The exponentially weighted moving average of readings on irregular days, oldest first and at most one a day. After a
 * gap of Δ days a reading moves the trend by 1 − exp(−Δ / 10) of its distance, so that the gap and not the number of
 * readings decides how much the past still weighs. The trend begins at the first reading.
 *
 * Formula: EMA_next of A. Eckner, "Algorithms for Unevenly Spaced Time Series: Moving Averages and Other Rolling
 * Operators", 2012.
 */
export const smoothed = (readings: ReadonlyArray<Measured>): ReadonlyArray<Smoothed> => {
  const points: Array<Smoothed> = []
  for (const { date, value } of readings) {
    const before = points.at(-1)
    const kept = before === undefined ? 0 : Math.exp(-daysBetween(before.date, date) / TREND_DAYS)
    points.push({ date, value, trend: before === undefined ? value : kept * before.trend + (1 - kept) * value })
  }
  return points
}

/** The days over which the rate of a trend is taken. */
const RATE_DAYS = 28

/** The fewest days that a rate can be told from. */
const LEAST_RATE_DAYS = 7

/**
 * The rate of the trend in units a week: seven times the slope of the ordinary least-squares line through the trend's
 * values of the 28 days up to the last reading. Undefined if these lie less than 7 days apart.
 *
 * Formula: slope = Σ(x − x̄)(y − ȳ) / Σ(x − x̄)², x in days (C. F. Gauss, "Theoria motus", 1809).
 */
export const ratePerWeek = (points: ReadonlyArray<Smoothed>): number | undefined => {
  const last = points.at(-1)
  if (last === undefined) return undefined
  const since = plusDays(last.date, 1 - RATE_DAYS)
  const recent = points.filter(({ date }) => date >= since)
  const [first] = recent
  if (first === undefined || daysBetween(first.date, last.date) < LEAST_RATE_DAYS) return undefined
  const days = recent.map(({ date }) => daysBetween(first.date, date))
  const meanDay = days.reduce((sum, day) => sum + day, 0) / days.length
  const meanTrend = recent.reduce((sum, { trend }) => sum + trend, 0) / recent.length
  let above = 0
  let below = 0
  for (const [index, { trend }] of recent.entries()) {
    const away = (days[index] ?? 0) - meanDay
    above += away * (trend - meanTrend)
    below += away * away
  }
  return (7 * above) / below
}

import { type ActivityDay, daysBetween, plusDays } from "../activity-day.ts"
import { lineThrough, slopeErrorOf, studentQuantile } from "./least-squares.ts"

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
 * How many days before a range its trend must begin to have settled: earlier readings have a weight of less than e⁻¹²,
 * six millionths.
 */
export const SETTLING_DAYS = 120

/**
 * The exponentially weighted moving average of readings on irregular days, oldest first and at most one a day. After a
 * gap of Δ days, a reading moves the trend by 1 − exp(−Δ / 10) of its distance, so that the weight of the past depends
 * on the gap, not on the number of readings. The trend begins at the first reading.
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

/** The rate is taken over this many days, up to the last reading. */
const RATE_DAYS = 28

/** The fewest readings for a rate, and the fewest days that they must span, both included. */
export const [LEAST_RATE_READINGS, LEAST_RATE_DAYS] = [5, 14]

/** The rate of readings in their unit per week, with its 95 % interval. */
export interface Rate {
  readonly perWeek: number
  readonly low: number
  readonly high: number
}

/** The readings of the 28 days up to the last one, with their days counted, and their line if they suffice for a rate. */
const recentOf = (readings: ReadonlyArray<Measured>) => {
  const last = readings.at(-1)
  if (last === undefined) return undefined
  const since = plusDays(last.date, 1 - RATE_DAYS)
  const recent = readings.filter(({ date }) => date >= since)
  const points = recent.map(({ date, value }) => ({ day: daysBetween(since, date), value }))
  const span = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0) + 1
  const line = points.length < LEAST_RATE_READINGS || span < LEAST_RATE_DAYS ? undefined : lineThrough(points)
  return line === undefined ? undefined : { points, line }
}

/**
 * The rate of change: seven times the slope of the least-squares line through the raw readings of the 28 days up to the
 * last one. The smoothed line would lag: it begins at the first reading, and after 14 days of steady loss its slope is
 * half of the true one. Undefined for fewer than 5 readings, or if they span less than 14 days. `leastDeviation` is the
 * smallest plausible standard deviation of a single reading, in its unit.
 */
export const rateOf = (readings: ReadonlyArray<Measured>, leastDeviation: number): Rate | undefined => {
  const found = recentOf(readings)
  if (found === undefined) return undefined
  const { points, line } = found
  const { error, freedom } = slopeErrorOf(points, line, leastDeviation)
  const half = 7 * studentQuantile(freedom) * error
  return { perWeek: 7 * line.slope, low: 7 * line.slope - half, high: 7 * line.slope + half }
}

/**
 * The value of the line of `rateOf` on the day of the last reading, in the readings' unit. The trend is about ten days
 * behind it. Undefined where there is no rate.
 */
export const levelOf = (readings: ReadonlyArray<Measured>): number | undefined => {
  const found = recentOf(readings)
  const last = found?.points.at(-1)
  const residual = found?.line.residuals.at(-1)
  return last === undefined || residual === undefined ? undefined : last.value - residual
}

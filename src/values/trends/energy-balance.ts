import { type ActivityDay, daysBetween, plusDays } from "../activity-day.ts"
import { type Line, lineThrough, type Point, slopeErrorOf, studentQuantile } from "./least-squares.ts"
import type { Measured } from "./weight-trend.ts"

/** A day with at least one diary entry. */
export interface EatenDay {
  readonly date: ActivityDay
  /** kcal */
  readonly calories: number
  /** Whether all its entries are of one meal type. */
  readonly isOneMeal: boolean
}

/** A value and its 95 % interval. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Days from the first to the last, both included. */
export interface Window {
  readonly from: ActivityDay
  readonly to: ActivityDay
}

/** What a window must contain before anything is computed from it. */
type Need =
  | "days"
  | "weigh_ins"
  | "weigh_in_span_days"
  | "weigh_ins_in_each_third"
  | "weigh_ins_spread_out"
  | "food_days"
  | "food_days_in_each_week"

/** A requirement not met: how much there is, and how much is needed. */
export interface Missing {
  readonly what: Need
  readonly have: number
  readonly need: number
}

/** What would narrow the interval most. */
export type Narrowing = "longer_window" | "more_weigh_ins" | "more_food_days"

/** The energy balance over a window. Kilocalories a day, unrounded. */
export interface Balance {
  readonly expenditure: Estimate
  /** Kilograms a week. */
  readonly weight: Estimate
  /** Energy eaten minus energy spent: negative while weight is lost. */
  readonly balance: Estimate
  readonly intake: { readonly mean: number; readonly daysLogged: number; readonly days: number }
  /** Days left out because their diary looks unfinished. */
  readonly doubtful: ReadonlyArray<EatenDay>
  /** Readings left out because they are too far from all others. Kilograms. */
  readonly outliers: ReadonlyArray<Measured>
  /** Expenditure including the doubtful days, if they move it by more than 100 kcal. */
  readonly withDoubtful: Estimate | undefined
  /** Whether one half has so much more or less food that water may have moved the weight. */
  readonly isShifted: boolean
  readonly weighIns: number
  readonly narrowing: Narrowing
}

/** The energy density of a change in body weight (K. D. Hall, 2008, PMC2376744). */
export const KCAL_PER_KG = 7700

const [SHORTEST_WEEKS, LONGEST_WEEKS, BEST_WEEKS] = [4, 52, 6]

/** The smallest plausible standard deviation of a single weight, in kilograms. */
const LEAST_DEVIATION = 0.3

const NEEDED = { weigh_ins: 8, weigh_in_span_days: 21, weigh_ins_in_each_third: 2, food_days_in_each_week: 4 } as const
const FOOD_SHARE = 0.7
/** Most leverage on the slope that two neighbouring days may have together, as a share. */
const MOST_LEVERAGE = 0.5

const [OUTLIER_DEVIATIONS, OUTLIER_KG] = [4 * 1.4826, 1.5]
const DOUBTFUL_KCAL = 100
const SHIFT = 0.2

/** The widest half-interval that still allows a single value, in kcal. */
const WIDEST = 500

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: ReadonlyArray<number>): number => sumOf(values) / values.length

/** The standard deviation of a sample. */
const deviationOf = (values: ReadonlyArray<number>): number => {
  const mean = meanOf(values)
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
}

const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half })

/**
 * The whole weeks at the end of a range, at most 52, excluding `today`, whose diary is not finished. For a range of
 * less than 4 weeks, returns its number of days instead.
 */
export const windowOf = (from: ActivityDay, to: ActivityDay, today: ActivityDay): Window | number => {
  const last = to < today ? to : plusDays(today, -1)
  const days = Math.max(0, daysBetween(from, last) + 1)
  const weeks = Math.min(LONGEST_WEEKS, Math.floor(days / 7))
  return weeks < SHORTEST_WEEKS ? days : { from: plusDays(last, 1 - 7 * weeks), to: last }
}

export const SHORTEST_DAYS = 7 * SHORTEST_WEEKS

const pointsOf = (readings: ReadonlyArray<Measured>, from: ActivityDay): ReadonlyArray<Point> =>
  readings.map(({ date, value }) => ({ day: daysBetween(from, date), value }))

/**
 * Readings over 1.5 kg and over 4 standard deviations (1.4826 times the median absolute deviation) from the others.
 * Distances are measured from the median residual, as one absurd reading shifts the whole line.
 */
const outliersOf = (readings: ReadonlyArray<Measured>, line: Line): ReadonlyArray<Measured> => {
  const middle = medianOf(line.residuals)
  const usual = medianOf(line.residuals.map((residual) => Math.abs(residual - middle)))
  const most = Math.max(OUTLIER_KG, OUTLIER_DEVIATIONS * usual)
  return readings.filter((_, index) => Math.abs((line.residuals[index] ?? 0) - middle) > most)
}

/** Days of less than half the usual kcal with entries of only one meal type: probably not logged to the end. */
const doubtfulOf = (eaten: ReadonlyArray<EatenDay>): ReadonlyArray<EatenDay> => {
  const usual = medianOf(eaten.map(({ calories }) => calories))
  return eaten.filter(({ calories, isOneMeal }) => isOneMeal && calories < usual / 2)
}

/** The largest share of the spread that two neighbouring days have together. */
const mostLeverage = (points: ReadonlyArray<Point>, { leverage }: Line): number =>
  Math.max(
    ...points.map(
      ({ day }, index) => (leverage[index] ?? 0) + (points[index + 1]?.day === day + 1 ? (leverage[index + 1] ?? 0) : 0)
    )
  )

/** The fewest days in any of `parts` equal parts of a window. */
const fewestInParts = (days: ReadonlyArray<number>, length: number, parts: number): number => {
  const counts = Array.from({ length: parts }, () => 0)
  for (const day of days) {
    const part = Math.floor((day * parts) / length)
    counts[part] = (counts[part] ?? 0) + 1
  }
  return Math.min(...counts)
}

const missingOf = (
  points: ReadonlyArray<Point>,
  line: Line | undefined,
  eaten: ReadonlyArray<EatenDay>,
  { from, to }: Window
): ReadonlyArray<Missing> => {
  const days = daysBetween(from, to) + 1
  const foodDays = eaten.map(({ date }) => daysBetween(from, date))
  const needed: ReadonlyArray<Missing> = [
    { what: "weigh_ins", have: points.length, need: NEEDED.weigh_ins },
    {
      what: "weigh_in_span_days",
      have: points.length === 0 ? 0 : (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0) + 1,
      need: NEEDED.weigh_in_span_days
    },
    {
      what: "weigh_ins_in_each_third",
      have: fewestInParts(
        points.map(({ day }) => day),
        days,
        3
      ),
      need: NEEDED.weigh_ins_in_each_third
    },
    { what: "food_days", have: eaten.length, need: Math.ceil(FOOD_SHARE * days) },
    {
      what: "food_days_in_each_week",
      have: fewestInParts(foodDays, days, days / 7),
      need: NEEDED.food_days_in_each_week
    }
  ]
  const missing = needed.filter(({ have, need }) => have < need)
  if (missing.length > 0 || line === undefined || mostLeverage(points, line) <= MOST_LEVERAGE) return missing
  return [{ what: "weigh_ins_spread_out", have: 0, need: 1 }]
}

/** The standard error of the mean kcal of `logged` days, as a sample of `days`. */
const intakeErrorOf = (logged: ReadonlyArray<EatenDay>, days: number): number => {
  const deviation = deviationOf(logged.map(({ calories }) => calories))
  return deviation * Math.sqrt((1 - logged.length / days) / logged.length)
}

/**
 * How far a line's slope lies from the mean change of weight because food intake varies from day to day: weight is the
 * sum of those days, a random walk, and the slope of a walk of N steps misses its mean step by σ / √(5 N).
 */
const wanderOf = (logged: ReadonlyArray<EatenDay>, days: number): number =>
  deviationOf(logged.map(({ calories }) => calories)) / Math.sqrt(5 * days)

const isShifted = (logged: ReadonlyArray<EatenDay>, { from, to }: Window): boolean => {
  const middle = plusDays(from, (daysBetween(from, to) + 1) / 2)
  const mean = (days: ReadonlyArray<EatenDay>) => meanOf(days.map(({ calories }) => calories))
  const halves = [logged.filter(({ date }) => date < middle), logged.filter(({ date }) => date >= middle)] as const
  return Math.abs(mean(halves[0]) - mean(halves[1])) > SHIFT * mean(logged)
}

const narrowingOf = (weightError: number, intakeError: number, weighIns: number, days: number): Narrowing => {
  if (intakeError > weightError) return "more_food_days"
  return days < 7 * BEST_WEEKS || weighIns >= 0.8 * days ? "longer_window" : "more_weigh_ins"
}

/**
 * The mean daily energy expenditure over a window of whole weeks: the mean intake, less 7,700 kcal for each kilogram of
 * the least-squares slope of the raw weights. It is not clamped to a formula. Returns what is missing if the window has
 * too little data.
 *
 * `weights` are kilograms, at most one a day; `eaten` are the days with a diary entry; both within the window, oldest
 * first. The interval is Student's, from the standard errors of the slope (`slopeErrorOf`), of the mean intake
 * (`intakeErrorOf`), and of a slope as the mean change (`wanderOf`); those of the balance and the change a week leave
 * out the intake's. `bun run simulate:energy` simulates people and shows how often the intervals hold the truth.
 */
export const energyBalance = (
  weights: ReadonlyArray<Measured>,
  eaten: ReadonlyArray<EatenDay>,
  window: Window
): Balance | ReadonlyArray<Missing> => {
  const days = daysBetween(window.from, window.to) + 1
  const first = lineThrough(pointsOf(weights, window.from))
  const outliers = first === undefined ? [] : outliersOf(weights, first)
  const points = pointsOf(
    weights.filter((reading) => !outliers.includes(reading)),
    window.from
  )
  const doubtful = doubtfulOf(eaten)
  const logged = eaten.filter((day) => !doubtful.includes(day))
  const line = lineThrough(points)
  const missing = missingOf(points, line, logged, window)
  if (missing.length > 0 || line === undefined) return missing

  const { error, freedom } = slopeErrorOf(points, line, LEAST_DEVIATION)
  const width = studentQuantile(freedom)
  const balance = KCAL_PER_KG * line.slope
  const weightError = KCAL_PER_KG * error
  const expenditureOf = (used: ReadonlyArray<EatenDay>): Estimate =>
    around(
      meanOf(used.map(({ calories }) => calories)) - balance,
      width * Math.hypot(intakeErrorOf(used, days), wanderOf(used, days), weightError)
    )
  const balanceHalf = width * Math.hypot(wanderOf(logged, days), weightError)
  const expenditure = expenditureOf(logged)
  const withAll = expenditureOf(eaten)
  return {
    expenditure,
    weight: around(7 * line.slope, (7 * balanceHalf) / KCAL_PER_KG),
    balance: around(balance, balanceHalf),
    intake: { mean: meanOf(logged.map(({ calories }) => calories)), daysLogged: logged.length, days },
    doubtful,
    outliers,
    withDoubtful: Math.abs(withAll.value - expenditure.value) > DOUBTFUL_KCAL ? withAll : undefined,
    isShifted: isShifted(logged, window),
    weighIns: points.length,
    narrowing: narrowingOf(weightError, intakeErrorOf(logged, days), points.length, days)
  }
}

/** Whether the interval is so wide that a single value would mislead. */
export const isTooWide = ({ low, high }: Estimate): boolean => high - low > 2 * WIDEST

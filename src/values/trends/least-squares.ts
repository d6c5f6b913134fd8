/** A value on a day; days are counted from any origin. */
export interface Point {
  readonly day: number
  readonly value: number
}

/** A straight line through points, by ordinary least squares. */
export interface Line {
  /** In units a day. */
  readonly slope: number
  /** Each point's distance above the line, in the order of the points. */
  readonly residuals: ReadonlyArray<number>
  /** Σ(x − x̄)², in days². */
  readonly spread: number
  /** Each point's share of the spread, from 0 to 1: its leverage on the slope. */
  readonly leverage: ReadonlyArray<number>
}

const meanOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

/**
 * The line through at least two points on different days; undefined for fewer.
 *
 * Formula: slope = Σ(x − x̄)(y − ȳ) / Σ(x − x̄)² (C. F. Gauss, "Theoria motus", 1809).
 */
export const lineThrough = (points: ReadonlyArray<Point>): Line | undefined => {
  const day = meanOf(points.map((point) => point.day))
  const value = meanOf(points.map((point) => point.value))
  const away = points.map((point) => point.day - day)
  const spread = sumOf(away.map((days) => days * days))
  if (!(spread > 0)) return undefined
  const slope = sumOf(points.map((point, index) => (away[index] ?? 0) * (point.value - value))) / spread
  return {
    slope,
    residuals: points.map((point, index) => point.value - value - slope * (away[index] ?? 0)),
    spread,
    leverage: away.map((days) => (days * days) / spread)
  }
}

/**
 * Bounds on the correlation of neighbouring days: short series show less than there is, and it is never taken as
 * negative.
 */
const [LEAST_CORRELATION, MOST_CORRELATION] = [0.2, 0.7]

/**
 * The correlation of the residuals of consecutive days, corrected for short series by (1 + 4φ) / max(8, pairs) and kept
 * between 0.2 and 0.7.
 *
 * Correction: F. H. C. Marriott and J. A. Pope, "Bias in the estimation of autocorrelations", Biometrika 41 (1954).
 */
const correlationOf = (points: ReadonlyArray<Point>, residuals: ReadonlyArray<number>): number => {
  const products = points.flatMap(({ day }, index) =>
    points[index + 1]?.day === day + 1 ? [(residuals[index] ?? 0) * (residuals[index + 1] ?? 0)] : []
  )
  const variance = meanOf(residuals.map((residual) => residual * residual))
  const seen = products.length === 0 || variance === 0 ? 0 : meanOf(products) / variance
  const corrected = seen + (1 + 4 * seen) / Math.max(8, products.length)
  return Math.min(MOST_CORRELATION, Math.max(LEAST_CORRELATION, corrected))
}

/** The uncertainty of a slope. */
interface SlopeError {
  /** The standard error, in units a day. */
  readonly error: number
  /** Degrees of freedom, at least 3. */
  readonly freedom: number
}

/**
 * The standard error of a line's slope if neighbouring days are correlated: s / √Σ(x − x̄)² × √((1 + φ) / (1 − φ)),
 * with n (1 − φ) / (1 + φ) − 2 degrees of freedom. `leastDeviation` is the smallest plausible standard deviation of a
 * single value, in its unit: five readings that happen to lie on a line are not exact.
 */
export const slopeErrorOf = (points: ReadonlyArray<Point>, line: Line, leastDeviation: number): SlopeError => {
  const { residuals, spread } = line
  const deviation = Math.sqrt(sumOf(residuals.map((residual) => residual * residual)) / Math.max(1, points.length - 2))
  const correlation = correlationOf(points, residuals)
  const inflation = (1 + correlation) / (1 - correlation)
  return {
    error: (Math.max(leastDeviation, deviation) / Math.sqrt(spread)) * Math.sqrt(inflation),
    freedom: Math.max(3, points.length / inflation - 2)
  }
}

/** The quantile of the standard normal distribution at 97.5 %. */
const NORMAL = 1.959963984540054

/**
 * The quantile of Student's t distribution at 97.5 %, for at least 3 degrees of freedom, whole or not; accurate to 4
 * digits.
 *
 * Formula: G. W. Hill, "Algorithm 396: Student's t-quantiles", Communications of the ACM 13 (1970).
 */
export const studentQuantile = (freedom: number): number => {
  const a = 1 / (freedom - 0.5)
  const b = 48 / (a * a)
  let c = ((20700 * a) / b - 98) * a - 16
  c = c * a + 96.36
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom
  let y = (d * 0.05) ** (2 / freedom)
  if (y > 0.05 + a) {
    const x = -NORMAL
    y = x * x
    if (freedom < 5) c += 0.3 * (freedom - 4.5) * (x + 0.6)
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    y = a * y * y
    y = y > 0.002 ? Math.expm1(y) : 0.5 * y * y + y
  } else {
    y =
      ((1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)) * y - 1) *
        ((freedom + 1) / (freedom + 2)) +
      1 / y
  }
  return Math.sqrt(freedom * y)
}

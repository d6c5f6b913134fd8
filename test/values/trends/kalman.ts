import { type ActivityDay, daysBetween } from "../../../src/values/activity-day.ts"
import { type EatenDay, KCAL_PER_KG } from "../../../src/values/trends/energy-balance.ts"
import type { Measured } from "../../../src/values/trends/weight-trend.ts"

/**
 * Another solution of the same question, for comparison: a Kalman filter whose state is the body's weight and its daily
 * expenditure. Each day the weight changes by (eaten − expenditure) / 7,700; a day without an entry has the mean of the
 * others, with less certainty. Returns the expenditure and its standard error in kcal a day.
 *
 * Formulas: R. E. Kalman, "A New Approach to Linear Filtering and Prediction Problems", 1960.
 */
export const filtered = (
  weights: ReadonlyArray<Measured>,
  eaten: ReadonlyArray<EatenDay>,
  { from, to }: { readonly from: ActivityDay; readonly to: ActivityDay }
): { readonly value: number; readonly error: number } => {
  const weighed = new Map(weights.map(({ date, value }) => [daysBetween(from, date), value]))
  const logged = new Map(eaten.map(({ date, calories }) => [daysBetween(from, date), calories]))
  const mean = eaten.reduce((sum, { calories }) => sum + calories, 0) / eaten.length
  const variance = eaten.reduce((sum, { calories }) => sum + (calories - mean) ** 2, 0) / (eaten.length - 1)

  // The noise of a weight is inflated, because neighbouring days are alike.
  const noise = 0.6 ** 2 * 2
  let [body, expenditure] = [weights[0]?.value ?? 0, mean]
  let [bodyVariance, covariance, expenditureVariance] = [noise, 0, 1000 ** 2]
  const days = daysBetween(from, to) + 1
  for (let day = 0; day < days; day++) {
    const seen = weighed.get(day)
    if (seen !== undefined && day > 0) {
      const innovation = bodyVariance + noise
      const [gainOfBody, gainOfExpenditure] = [bodyVariance / innovation, covariance / innovation]
      const miss = seen - body
      body += gainOfBody * miss
      expenditure += gainOfExpenditure * miss
      expenditureVariance -= gainOfExpenditure * covariance
      covariance -= gainOfExpenditure * bodyVariance
      bodyVariance -= gainOfBody * bodyVariance
    }
    const calories = logged.get(day)
    body += ((calories ?? mean) - expenditure) / KCAL_PER_KG
    const lost = -1 / KCAL_PER_KG
    bodyVariance += 2 * lost * covariance + lost * lost * expenditureVariance
    bodyVariance += calories === undefined ? variance / KCAL_PER_KG ** 2 : 0
    covariance += lost * expenditureVariance
  }
  return { value: expenditure, error: Math.sqrt(expenditureVariance) }
}

import type { DaySums } from "../../../../features/diary/store.ts"
import { type ActivityDay, plusDays } from "../../../../values/activity-day.ts"
import { round } from "../../../../values/round.ts"
import { mean, type Session } from "../../../../values/trends/figures.ts"
import { periodOf } from "../../../../values/trends/periods.ts"
import { NEIGHBOUR_DAYS, withoutSlips } from "../../../../values/trends/slips.ts"
import type { Measured } from "../../../../values/trends/weight-trend.ts"
import { fromKilograms, type WeightUnit } from "../../../../values/units.ts"
import type { Week } from "./model.ts"

/** The first day of the week before that of `today`. Weeks begin on Monday. */
export const lastMonday = (today: ActivityDay): ActivityDay => plusDays(periodOf(today, "week"), -7)

const within = <A extends { readonly date: ActivityDay }>(
  items: ReadonlyArray<A>,
  from: ActivityDay,
  to: ActivityDay
) => items.filter(({ date }) => date >= from && date <= to)

/**
 * This week up to today, and the last one. The items are oldest first and begin before the last week; `weights` are in
 * the user's unit, and volumes of `sessions` in kilograms.
 */
export const weeksOf = (
  {
    weights,
    leastDeviation,
    days,
    sessions,
    strengthUnit
  }: {
    readonly weights: ReadonlyArray<Measured>
    readonly leastDeviation: number
    readonly days: ReadonlyArray<DaySums>
    readonly sessions: ReadonlyArray<Session>
    readonly strengthUnit: WeightUnit
  },
  today: ActivityDay
): { readonly current: Week; readonly previous: Week } => {
  const previous = lastMonday(today)
  const { kept } = withoutSlips(within(weights, plusDays(previous, -NEIGHBOUR_DAYS), today), leastDeviation)
  const weekOf = (from: ActivityDay, to: ActivityDay): Week => {
    const eaten = within(days, from, to === today ? plusDays(today, -1) : to)
    const known = eaten.filter(({ protein, carbs, fat }) => protein + carbs + fat > 0)
    const done = within(sessions, from, to)
    const calories = mean(eaten.map(({ calories }) => calories))
    const protein = mean(known.map(({ protein }) => protein))
    const weight = mean(within(kept, from, to).map(({ value }) => value))
    return {
      from,
      to,
      foodDays: eaten.length,
      ...(calories === undefined ? {} : { calories: round(calories, 0) }),
      ...(protein === undefined ? {} : { protein: round(protein, 0) }),
      sessions: done.length,
      volume: fromKilograms(
        done.reduce((sum, { volume }) => sum + volume, 0),
        strengthUnit,
        0
      ),
      ...(weight === undefined ? {} : { weight: round(weight, 2) })
    }
  }
  return { current: weekOf(plusDays(previous, 7), today), previous: weekOf(previous, plusDays(previous, 6)) }
}

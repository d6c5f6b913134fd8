import { Effect } from "effect"
import { type Energy, energyOf } from "../../../../features/body-metrics/analysis.ts"
import type { Reading } from "../../../../features/body-metrics/model.ts"
import { mapGivingWay } from "../../../../platform/workers/give-way.ts"
import { type ActivityDay, plusDays } from "../../../../values/activity-day.ts"
import type { EatenDay } from "../../../../values/trends/energy-balance.ts"
import { endOf, grainFor, periodOf } from "../../../../values/trends/periods.ts"
import type { WeightUnit } from "../../../../values/units.ts"
import type { Trends } from "./definition.ts"

/** The number of weeks over which expenditure is estimated; fewer for somebody who began later. */
const WEEKS = 6
const FEWER_WEEKS = [5, 4]

/** How many days before a range its first estimate begins. */
export const ENERGY_DAYS = 7 * WEEKS

/** Most estimates in a chart: one for each week of two years, or each month of longer ranges. */
const MOST_ESTIMATES = 120

/** The data for estimates: weights in kilograms and days with diary entries, both oldest first. */
export interface Logged {
  readonly weights: ReadonlyArray<Reading>
  readonly days: ReadonlyArray<EatenDay>
  readonly today: ActivityDay
  readonly unit: WeightUnit
}

/** The number of items before a day. */
const countBefore = (items: ReadonlyArray<{ readonly date: ActivityDay }>, day: ActivityDay): number => {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && item.date < day) low = middle + 1
    else high = middle
  }
  return low
}

const energyOver = (weeks: number, to: ActivityDay, { weights, days, today, unit }: Logged): Energy => {
  const from = plusDays(to, 1 - 7 * weeks)
  const within = <A extends { readonly date: ActivityDay }>(items: ReadonlyArray<A>) =>
    items.slice(countBefore(items, from), countBefore(items, plusDays(to, 1)))
  return energyOf(within(weights), within(days), { from, to }, today, unit)
}

/** The energy balance of the 6 weeks that end with `to`; of 5 or 4 if 6 have too little data. */
const energyUpTo = (to: ActivityDay, logged: Logged): Energy =>
  FEWER_WEEKS.reduce(
    (found, weeks) => (found.status === "not_enough_data" ? energyOver(weeks, to, logged) : found),
    energyOver(WEEKS, to, logged)
  )

/**
 * Expenditure up to yesterday, and at the end of each period from `from` to `today`. Periods with too little data have
 * none; those with a wide interval have no single value.
 */
export const expenditureOf = Effect.fnUntraced(function* (logged: Logged, from: ActivityDay) {
  const { today } = logged
  const yesterday = plusDays(today, -1)
  const latest = energyUpTo(yesterday, logged)
  const grain = grainFor(from, today, MOST_ESTIMATES, "week")
  const firsts: Array<ActivityDay> = []
  for (let first = periodOf(from, grain); first <= yesterday; first = plusDays(endOf(first, grain), 1)) {
    firsts.push(first)
  }
  const periods = yield* mapGivingWay(firsts, (first): ReadonlyArray<Trends["energy"]["periods"][number]> => {
    const end = endOf(first, grain)
    const { expenditure, from, to } = end < yesterday ? energyUpTo(end, logged) : latest
    return expenditure === undefined ? [] : [{ first, from, to, ...expenditure }]
  })
  return { grain, latest, periods: periods.flat() }
})

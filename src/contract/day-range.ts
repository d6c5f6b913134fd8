import { daysBetween, isActivityDay } from "../values/activity-day.ts"
import type { BrokenRule, Fault } from "./broken-rule.ts"

const onBoth = (rule: BrokenRule): ReadonlyArray<Fault> => ["from", "to"].map((field) => ({ field, rule }))

/**
 * The faults of a range of days, both inclusive, after defaults. Values that are not days are reported by their own
 * fields.
 */
export const rangeFaults = (
  from: unknown,
  to: unknown,
  longestDays = Number.POSITIVE_INFINITY
): ReadonlyArray<Fault> => {
  if (!isActivityDay(from) || !isActivityDay(to)) return []
  if (from > to) return onBoth({ is: "order", first: ["from", from], last: ["to", to] })
  return daysBetween(from, to) >= longestDays
    ? onBoth({ is: "said", text: `the range ${from} to ${to} spans more than ${longestDays} days; ask in parts` })
    : []
}

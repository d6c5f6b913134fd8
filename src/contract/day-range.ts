import { daysBetween, isActivityDay } from "../values/activity-day.ts"
import type { FieldError } from "./errors.ts"

const onBoth = (message: string): ReadonlyArray<FieldError> => ["from", "to"].map((field) => ({ field, message }))

/**
 * The faults of a range of days, both inclusive, after defaults. Values that are not days are reported by their own
 * fields.
 */
export const rangeFaults = (
  from: unknown,
  to: unknown,
  longestDays = Number.POSITIVE_INFINITY
): ReadonlyArray<FieldError> => {
  if (!isActivityDay(from) || !isActivityDay(to)) return []
  if (from > to) return onBoth(`from (${from}) must not be after to (${to})`)
  return daysBetween(from, to) >= longestDays
    ? onBoth(`the range ${from} to ${to} spans more than ${longestDays} days; ask in parts`)
    : []
}

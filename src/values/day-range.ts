import type { FieldError } from "../contract/errors.ts"
import { daysBetween, isActivityDay } from "./activity-day.ts"

const onBoth = (message: string): ReadonlyArray<FieldError> => ["from", "to"].map((field) => ({ field, message }))

/** What is wrong with a range of days, defaults put in; a day that is none is told by its own field. */
export const rangeFaults = (
  from: unknown,
  to: unknown,
  longestDays = Number.POSITIVE_INFINITY
): ReadonlyArray<FieldError> => {
  if (!isActivityDay(from) || !isActivityDay(to)) return []
  if (from > to) return onBoth(`from (${from}) must not lie after to (${to})`)
  return daysBetween(from, to) >= longestDays
    ? onBoth(`the range ${from} to ${to} spans more than ${longestDays} days; ask in parts`)
    : []
}

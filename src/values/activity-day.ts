import { DateTime, Schema } from "effect"
import { must } from "./must.ts"

/** The first and the last valid day. */
export const FIRST_DAY = "1900-01-01"
export const LAST_DAY = "2100-12-31"

const MILLIS_PER_DAY = 86_400_000

const isRealDay = (text: string): boolean => {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  // Every month has days 1 to 28.
  return text.slice(8) <= "28" || new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

/**
 * A calendar day `YYYY-MM-DD` in a user's own timezone, from 1900-01-01 to 2100-12-31.
 * Days can be compared as text, with `<` and `>`.
 */
export const ActivityDay = Schema.String.pipe(
  Schema.filter(isRealDay, {
    ...must({ be: "day", first: FIRST_DAY, last: LAST_DAY }),
    jsonSchema: { format: "date" }
  }),
  Schema.brand("ActivityDay")
)
export type ActivityDay = typeof ActivityDay.Type

export const isActivityDay = (value: unknown): value is ActivityDay => typeof value === "string" && isRealDay(value)

/** The number of a day: days since 1970-01-01. */
const parsed = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MILLIS_PER_DAY

const FIRST_NUMBER = parsed(FIRST_DAY)
const LAST_NUMBER = parsed(LAST_DAY)

/**
 * Days already made, by number, and their numbers: looking one up takes a fortieth of the time of making it. There are
 * 73,414 days in all, and most processes see some hundreds.
 */
const made = new Map<number, ActivityDay>()
const numbers = new Map<ActivityDay, number>()

/**
 * The day this many days after 1970-01-01, limited to the first and the last valid day. The database returns days in
 * this form, which is faster to transfer than text.
 */
export const dayAfterEpoch = (number: number): ActivityDay => {
  const held = Math.min(Math.max(number, FIRST_NUMBER), LAST_NUMBER)
  const known = made.get(held)
  if (known !== undefined) return known
  const text = new Date(held * MILLIS_PER_DAY).toISOString().slice(0, 10)
  const day = ActivityDay.make(text, { disableValidation: true })
  made.set(held, day)
  return day
}

const numberOf = (day: ActivityDay): number => {
  const known = numbers.get(day)
  if (known !== undefined) return known
  const number = parsed(day)
  numbers.set(day, number)
  return number
}

/** `days` later (earlier if negative), limited to the first and the last valid day. */
export const plusDays = (day: ActivityDay, days: number): ActivityDay => dayAfterEpoch(numberOf(day) + days)

/** The number of days from `from` to `to`; 0 for the same day. */
export const daysBetween = (from: ActivityDay, to: ActivityDay): number => numberOf(to) - numberOf(from)

/** The Activity Day of `instant` in the IANA timezone `timezone`. */
export const activityDayAt = (instant: DateTime.Utc, timezone: DateTime.TimeZone.Named): ActivityDay => {
  const { year, month, day } = DateTime.toParts(DateTime.setZone(instant, timezone))
  return dayAfterEpoch(Date.UTC(year, month - 1, day) / MILLIS_PER_DAY)
}

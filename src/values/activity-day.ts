import { DateTime, Schema } from "effect"

/** The first and the last valid day. */
export const FIRST_DAY = "1900-01-01"
export const LAST_DAY = "2100-12-31"

const MILLIS_PER_DAY = 86_400_000

const isRealDay = (text: string): boolean => {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  // Every month has the days up to 28.
  return text.slice(8) <= "28" || new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

/**
 * A calendar day `YYYY-MM-DD` in a user's own timezone, from 1900-01-01 to 2100-12-31.
 * Days can be compared as text, with `<` and `>`.
 */
export const ActivityDay = Schema.String.pipe(
  Schema.filter(isRealDay, {
    message: () => `must be a real calendar day YYYY-MM-DD from ${FIRST_DAY} to ${LAST_DAY}`,
    jsonSchema: { format: "date" }
  }),
  Schema.brand("ActivityDay")
)
export type ActivityDay = typeof ActivityDay.Type

export const isActivityDay = (value: unknown): value is ActivityDay => typeof value === "string" && isRealDay(value)

const ofMillis = (millis: number): ActivityDay => {
  const text = new Date(millis).toISOString().slice(0, 10)
  const held = text < FIRST_DAY || text.startsWith("-") ? FIRST_DAY : text > LAST_DAY ? LAST_DAY : text
  return ActivityDay.make(held, { disableValidation: true })
}

const toMillis = (day: ActivityDay): number => Date.parse(`${day}T00:00:00Z`)

/** The day so many days after 1970-01-01. The database counts days so, which is faster to hand over than text. */
export const dayAfterEpoch = (days: number): ActivityDay => ofMillis(days * MILLIS_PER_DAY)

/** `days` later (earlier if negative), limited to the first and the last valid day. */
export const plusDays = (day: ActivityDay, days: number): ActivityDay => ofMillis(toMillis(day) + days * MILLIS_PER_DAY)

/** The number of days from `from` to `to`; 0 for the same day. */
export const daysBetween = (from: ActivityDay, to: ActivityDay): number =>
  Math.round((toMillis(to) - toMillis(from)) / MILLIS_PER_DAY)

/** The Activity Day of `instant` in the IANA timezone `timezone`. */
export const activityDayAt = (instant: DateTime.Utc, timezone: DateTime.TimeZone.Named): ActivityDay => {
  const { year, month, day } = DateTime.toParts(DateTime.setZone(instant, timezone))
  return ofMillis(Date.UTC(year, month - 1, day))
}

import { DateTime, Schema } from "effect"

/** The first and the last day that Fettle takes. */
export const FIRST_DAY = "1900-01-01"
export const LAST_DAY = "2100-12-31"

const MILLIS_PER_DAY = 86_400_000

const isRealDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * A calendar day `YYYY-MM-DD` in a user's own timezone, from 1900-01-01 to 2100-12-31.
 * Days compare with `<` and `>` like the text they are.
 */
export const ActivityDay = Schema.String.pipe(
  Schema.filter(isRealDay, {
    message: () => `must be a real calendar day YYYY-MM-DD from ${FIRST_DAY} to ${LAST_DAY}`,
    jsonSchema: { format: "date" }
  }),
  Schema.brand("ActivityDay")
)
export type ActivityDay = typeof ActivityDay.Type

const ofMillis = (millis: number): ActivityDay => {
  const text = new Date(millis).toISOString().slice(0, 10)
  return ActivityDay.make(text < FIRST_DAY || text.startsWith("-") ? FIRST_DAY : text > LAST_DAY ? LAST_DAY : text)
}

const toMillis = (day: ActivityDay): number => Date.parse(`${day}T00:00:00Z`)

/** `days` later (earlier when negative), held within the first and the last day. */
export const plusDays = (day: ActivityDay, days: number): ActivityDay => ofMillis(toMillis(day) + days * MILLIS_PER_DAY)

/** How many days `to` lies after `from`; 0 for the same day. */
export const daysBetween = (from: ActivityDay, to: ActivityDay): number =>
  Math.round((toMillis(to) - toMillis(from)) / MILLIS_PER_DAY)

/** The day last asked for of each timezone, and its second: a calendar is dear, and asked several times a request. */
const lastAsked = new Map<string, { readonly second: number; readonly day: ActivityDay }>()

/** The Activity Day that `instant` falls on in the IANA zone `timezone`. */
export const activityDayAt = (instant: DateTime.Utc, timezone: DateTime.TimeZone.Named): ActivityDay => {
  const second = Math.floor(instant.epochMillis / 1000)
  const last = lastAsked.get(timezone.id)
  if (last?.second === second) return last.day
  const { year, month, day: dayOfMonth } = DateTime.toParts(DateTime.setZone(instant, timezone))
  const day = ofMillis(Date.UTC(year, month - 1, dayOfMonth))
  lastAsked.set(timezone.id, { second, day })
  return day
}

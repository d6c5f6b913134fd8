import { DateTime, Option } from "effect"
import type { Moment } from "./rows.ts"

const formatted = (zoned: DateTime.Zoned): string => DateTime.formatIsoOffset(zoned).replace(".000", "")

/** A moment and its ISO 8601 text, with the offset of the zone at that time. */
export interface Timestamp {
  readonly text: string
  /** Epoch milliseconds. */
  readonly millis: number
}

const timestamp = (zoned: Option.Option<DateTime.Zoned>): Timestamp | undefined =>
  Option.getOrUndefined(Option.map(zoned, (zoned) => ({ text: formatted(zoned), millis: zoned.epochMillis })))

/** The time of a moment in its own zone, or in `timezone`; undefined where it has only a day. */
export const timestampOf = (moment: Moment, timezone: string): Timestamp | undefined => {
  const timeZone = moment.zone ?? timezone
  if (moment.instant !== null) return timestamp(DateTime.makeZoned(moment.instant, { timeZone }))
  if (moment.time === null) return undefined
  const local = `${moment.day}T${moment.time}Z`
  return timestamp(DateTime.makeZoned(local, { timeZone, adjustForTimeZone: true }))
}

/** The time some seconds later, in the same zone. */
export const later = (moment: Moment, start: Timestamp, seconds: number, timezone: string): Timestamp | undefined =>
  timestamp(DateTime.makeZoned(start.millis + seconds * 1000, { timeZone: moment.zone ?? timezone }))

import { DateTime, Option } from "effect"
import { zoneClockOf } from "../formats/zones.ts"
import { type Eras, zoneAmong } from "./eras.ts"
import type { Moment } from "./rows.ts"

/** The same for a zone with a name; undefined if its clocks are not whole minutes from UTC. */
const formattedIn = (zone: string, millis: number): string | undefined => {
  const offset = zoneClockOf(zone).offsetAt(millis)
  if (offset % 60_000 !== 0) return undefined
  const minutes = Math.abs(offset) / 60_000
  const digits = (value: number) => String(value).padStart(2, "0")
  const text = new Date(millis + offset).toISOString().slice(0, -1)
  return `${text}${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`
}

/** ISO 8601 with the offset. Asking the system for the offset of each timestamp would take most of the time of a long body. */
const formatted = (zoned: DateTime.Zoned): string => {
  const { zone, epochMillis } = zoned
  const text = zone._tag === "Named" ? formattedIn(zone.id, epochMillis) : undefined
  return (text ?? DateTime.formatIsoOffset(zoned)).replace(".000", "")
}

/** A moment and its ISO 8601 text, with the offset of the zone at that time. */
export interface Timestamp {
  readonly text: string
  /** Epoch milliseconds. */
  readonly millis: number
}

const timestamp = (zoned: Option.Option<DateTime.Zoned>): Timestamp | undefined =>
  Option.getOrUndefined(
    Option.map(zoned, (zoned) => {
      let text: string | undefined
      return {
        // Formatted when it is asked for: to compare sessions, only the time is needed.
        get text() {
          text ??= formatted(zoned)
          return text
        },
        millis: zoned.epochMillis
      }
    })
  )

/** The timezone of a person's times: at an instant, or of those that are local. */
export type ZoneAt = (instant: number | null) => string

/** The timezone of a person who lived elsewhere before. */
export const zoneAtOf =
  (timezone: string, eras: Eras): ZoneAt =>
  (instant) =>
    instant === null ? timezone : zoneAmong(eras, timezone, instant)

/** The time of a moment in its own zone, or else in the person's; undefined where it has only a day. */
export const timestampOf = (moment: Moment, zoneAt: ZoneAt): Timestamp | undefined => {
  const timeZone = moment.zone ?? zoneAt(moment.instant)
  if (moment.instant !== null) return timestamp(DateTime.makeZoned(moment.instant, { timeZone }))
  if (moment.time === null) return undefined
  const local = `${moment.day}T${moment.time}Z`
  return timestamp(DateTime.makeZoned(local, { timeZone, adjustForTimeZone: true }))
}

/** The time some seconds later, in the same zone. */
export const later = (moment: Moment, start: Timestamp, seconds: number, zoneAt: ZoneAt): Timestamp | undefined =>
  timestamp(DateTime.makeZoned(start.millis + seconds * 1000, { timeZone: moment.zone ?? zoneAt(moment.instant) }))

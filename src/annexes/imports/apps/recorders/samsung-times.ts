import type { TableContext } from "../../formats/table.ts"
import { ZoneClock } from "../../formats/zones.ts"
import type { Moment } from "../../rows/rows.ts"

/** The clock without an offset. */
export const UTC = new ZoneClock("UTC")

/** Parses epoch milliseconds, or `2019-01-01 07:10:00.000` in UTC as in older exports. */
export const instantOf = (text: string): number => {
  if (/^\d{10,14}$/.test(text)) return Number(text)
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)?$/.exec(text) ?? []
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
}

/** Reads instants in the zone of their row, such as `UTC+0100`, or else in the person's. */
export const timesIn = ({ options }: Pick<TableContext, "options">) => {
  const { clock } = options
  return (text: string, offset: string): Moment | null => {
    const instant = instantOf(text)
    if (Number.isNaN(instant)) return null
    const [, sign, hours, minutes] = /^UTC([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
    if (sign === undefined) return clock.momentAt(instant, false)
    const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1)
    const moment = UTC.momentAt(instant + shift, false)
    return moment === null ? null : { ...moment, instant }
  }
}

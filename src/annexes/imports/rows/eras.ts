import { Schema } from "effect"
import { Timezone } from "../../../contract/handler/user.ts"

/** Most timezones that are remembered for a source. Whoever moves more often loses the oldest. */
export const MOST_ERAS = 1000

const isTimezone = Schema.is(Timezone)

/** A timezone, and the instant (epoch milliseconds) until which times are read in it. */
export const Era = Schema.Struct({
  zone: Schema.String.pipe(
    Schema.filter((zone): boolean => isTimezone(zone), { message: () => "must be an IANA timezone name" })
  ),
  until: Schema.JsonNumber
})

/** The timezones in which earlier times of a source were read, oldest first. Later times are read in the current one. */
export const Eras = Schema.Array(Era).pipe(
  Schema.maxItems(MOST_ERAS, { message: () => `must have at most ${MOST_ERAS} timezones` })
)
export type Eras = typeof Eras.Type

/** The timezone of an instant (epoch milliseconds): that of the first era that reaches it, or the current one. */
export const zoneAmong = (eras: Eras, current: string, instant: number): string =>
  eras.find(({ until }) => instant < until)?.zone ?? current

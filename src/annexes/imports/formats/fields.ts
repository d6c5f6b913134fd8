import { Predicate } from "effect"
import { isActivityDay } from "../../../values/activity-day.ts"
import { codePoints } from "../../../values/text.ts"
import { clipped, storable } from "../rows/keys.ts"
import type { Moment } from "../rows/rows.ts"
import { timeOf } from "./moments.ts"
import { type PersonClock, ZoneClock } from "./zones.ts"

export type Json = Readonly<Record<string, unknown>>

export const isJson: (value: unknown) => value is Json = Predicate.isRecord

export const listIn = (json: Json, name: string): ReadonlyArray<unknown> | undefined => {
  const value = json[name]
  return Array.isArray(value) ? value : undefined
}

/** A table's value for a received name; undefined for names that every object has, such as `__proto__`. */
export const entryOf = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const DECIMAL = /^\d{1,15}(?:\.\d{1,15})?$/

/** A finite number of at least 0, which may be written as text, such as `"72.5"`; undefined for anything else. */
export const amountIn = (json: Json, name: string): number | undefined => {
  const given = json[name]
  const value = typeof given === "string" && DECIMAL.test(given) ? Number(given) : given
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined
}

const LONGEST_TEXT = 500

/** Non-empty text, cut to 500 characters; undefined for anything else. */
export const textIn = (json: Json, name: string): string | undefined => {
  const value = json[name]
  if (typeof value !== "string") return undefined
  const text = storable(value.slice(0, 4 * LONGEST_TEXT)).trim()
  return text === "" ? undefined : codePoints(text) > LONGEST_TEXT ? clipped(text, LONGEST_TEXT) : text
}

/** A received value for a message: at most 40 characters. What is nested is only named: it may be deep. */
export const shown = (value: unknown): string => {
  if (typeof value === "string") return `"${storable(value.slice(0, 40))}"`
  if (value === undefined) return "nothing"
  if (typeof value !== "object" || value === null) return String(value)
  return Array.isArray(value) ? "a list" : "an object"
}

/** Why a field cannot be used: `its qty is not a number of at least 0: "many"`, or `it has no qty`. */
export const isNot = (json: Json, field: string, what: string): string =>
  json[field] === undefined || json[field] === null
    ? `it has no ${field}`
    : `its ${field} is not ${what}: ${shown(json[field])}`

export const notARecord = (value: unknown): string => `${shown(value)} is not a record`

/** Why a field cannot be read as a list; undefined if it can, or has no value. */
export const noListIn = (json: Json, name: string): string | undefined => {
  const value = json[name]
  return value === undefined || value === null || Array.isArray(value) ? undefined : `${shown(value)} is not a list`
}

/** What `amountIn` reads. */
export const AMOUNT = "a number of at least 0"

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|([+-]\d{2}):?(\d{2}))$/
/** A telephone set to 12 hours writes `7:57:00 am`, with a narrow no-break space. */
const SPACED = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2}:\d{2}(?:\s?[ap]\.?\s?m\.?)?) ([+-]\d{2}):?(\d{2})$/i

/** Reads times. Their day is that of their own offset, or else of the person's clock. */
export class Times {
  constructor(private readonly clock: PersonClock) {}

  /** Parses `2026-03-01T07:00:00Z`, or an offset instead of Z; undefined for anything else. */
  instant(value: unknown): Moment | undefined {
    if (typeof value !== "string" || value.length > 40) return undefined
    const match = ISO.exec(value)
    if (match === null || !isActivityDay(value.slice(0, 10))) return undefined
    const [, hours, minutes] = match
    const at = Date.parse(
      hours === undefined ? value : `${value.slice(0, value.search(/[+-]\d{2}:?\d{2}$/))}${hours}:${minutes}`
    )
    return Number.isNaN(at) ? undefined : this.momentAt(at, hours === undefined ? undefined : `${hours}:${minutes}`)
  }

  /** The same for a time at which a day may begin. */
  midnight(value: unknown): Moment | undefined {
    const moment = this.instant(value)
    return moment === undefined || moment.instant === null || moment.zone !== null
      ? moment
      : (this.clock.midnightAt(moment.instant) ?? undefined)
  }

  /** Parses `2026-03-01 07:00:00 -0800`; undefined for anything else. */
  spaced(value: unknown): Moment | undefined {
    const match = typeof value === "string" ? SPACED.exec(value) : null
    if (match === null) return undefined
    const [, day, written = "", hours, minutes] = match
    const time = timeOf(written)
    if (time === null || !isActivityDay(day)) return undefined
    const [hour, minute, second] = [time.hour, time.minute, time.second].map((part) => String(part).padStart(2, "0"))
    const at = Date.parse(`${day}T${hour}:${minute}:${second}${hours}:${minutes}`)
    return Number.isNaN(at) ? undefined : this.momentAt(at, `${hours}:${minutes}`)
  }

  private momentAt(at: number, offset: string | undefined): Moment | undefined {
    if (offset === undefined) return this.clock.momentAt(at, false) ?? undefined
    const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number)
    if (hours > 14 || minutes > 59) return undefined
    const shift = (hours * 60 + minutes) * 60_000 * (offset.startsWith("-") ? -1 : 1)
    const moment = UTC.momentAt(at + shift, false)
    return moment === null ? undefined : { ...moment, instant: at, zone: offset }
  }
}

const UTC = new ZoneClock("UTC")

import { isActivityDay } from "../../../values/activity-day.ts"
import type { Moment } from "../rows/rows.ts"
import { brief } from "./brief.ts"
import type { LocalClock } from "./zones.ts"

const two = (number: number): string => String(number).padStart(2, "0")

/** A day and a time without a known zone; null if they do not exist. */
export const localMoment = (
  year: number,
  month: number,
  day: number,
  time: { readonly hour: number; readonly minute: number; readonly second: number } | null
): Moment | null => {
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
  if (!isActivityDay(text)) return null
  if (time === null) return { day: text, time: null, instant: null, zone: null }
  const { hour, minute, second } = time
  if (hour > 23 || minute > 59 || second > 59) return null
  return { day: text, time: `${two(hour)}:${two(minute)}:${two(second)}`, instant: null, zone: null }
}

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([ap])\.? ?m\.?)?(?: ?Uhr)?$/i

/** A time of day in 24 or 12 hours: `08:15`, `8:25 PM`, `6:04 Uhr`; null for anything else. */
export const timeOf = (
  text: string
): { readonly hour: number; readonly minute: number; readonly second: number } | null => {
  const found = TIME.exec(brief(text))
  if (found === null) return null
  const [, hours, minutes, seconds = "0", half] = found
  const written = Number(hours)
  if (half !== undefined && (written < 1 || written > 12)) return null
  const hour = half === undefined ? written : (written % 12) + (half.toLowerCase() === "p" ? 12 : 0)
  const time = { hour, minute: Number(minutes), second: Number(seconds) }
  return time.hour > 23 || time.minute > 59 || time.second > 59 ? null : time
}

const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
/** Dates such as `2025年2月3日`, as written in Chinese and Japanese. */
const EAST_ASIAN = /^(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日(?!\d)/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/
const ORDERED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/
/** Completes the year of `4/8/26` to one of this century, as that of `8.4.26` is. */
const withCentury = (text: string): string =>
  text.replace(/^(\d{1,2}\/\d{1,2}\/)(\d{2})$/, (_, start, year) => `${start}20${year}`)
/** The offset from UTC at the end of a time. */
export const OFFSET = /(?:(Z)|([+-])(\d{2}):?(\d{2}))$/

const dayOf = (text: string, isMonthFirst: boolean | undefined): readonly [number, number, number] | null => {
  const date = DATE.exec(text)
  if (date !== null) return [Number(date[1]), Number(date[2]), Number(date[3])]
  const dotted = DOTTED.exec(text)
  if (dotted !== null) return [Number(dotted[3]?.padStart(4, "20")), Number(dotted[2]), Number(dotted[1])]
  const ordered = isMonthFirst === undefined ? null : ORDERED.exec(withCentury(text))
  if (ordered === null) return null
  const [, one, , other, year] = ordered
  return isMonthFirst ? [Number(year), Number(one), Number(other)] : [Number(year), Number(other), Number(one)]
}

const dateIn = (text: string): string => brief(text).split(/[T,\s]/, 1)[0] ?? ""

/** Whether a text is a date, possibly with a time, in which day and month could be either way round. */
export const isOrdered = (text: string): boolean => ORDERED.test(withCentury(dateIn(text)))

/** The formats of numeric dates without a time. A file uses one of them. */
export const DATES: ReadonlyArray<RegExp> = [DATE, DOTTED, ORDERED]

/**
 * Reads days and times as exports write them, except with month names: `2024-03-05`, `2024-03-05 18:30:00`,
 * `2024-03-05T18:30:00+02:00`, `5.3.2024, 18:30`; `3/5/2024 18:30` only if the order of day and month is known. With an
 * offset, day and time are the ones it gives. `Z` says nothing about where the person was, so the day is that of
 * `clock`.
 */
export class Moments {
  constructor(
    private readonly clock: LocalClock,
    private readonly isMonthFirst?: boolean
  ) {}

  /** Null if the text is not a day. */
  read(text: string): Moment | null {
    const trimmed = brief(text).replace(EAST_ASIAN, "$1-$2-$3 ").trim()
    const end = trimmed.search(/[T,\s]/)
    const day = dayOf(end === -1 ? trimmed : trimmed.slice(0, end), this.isMonthFirst)
    if (day === null) return null
    const [year, month, date] = day
    if (end === -1) return localMoment(year, month, date, null)
    const rest = trimmed.slice(end).replace(/^[T,\s]+/, "")
    const offset = OFFSET.exec(rest)
    const time = timeOf(offset === null ? rest : rest.slice(0, offset.index))
    if (time === null) return null
    const local = localMoment(year, month, date, time)
    if (offset === null || local === null) return local
    const asUtc = Date.parse(`${local.day}T${local.time}Z`)
    if (offset[1] !== undefined) return this.clock.momentAt(asUtc, false)
    const shift = (Number(offset[3]) * 60 + Number(offset[4])) * 60_000
    return { ...local, instant: asUtc - (offset[2] === "-" ? -shift : shift) }
  }

  /** Combines a day from one column with a time from another, which may be empty or unreadable. */
  readDay(text: string, time: string): Moment | null {
    const moment = this.read(text)
    const read = moment === null || moment.time !== null ? null : timeOf(time)
    if (moment === null || read === null) return moment
    return { ...moment, time: `${two(read.hour)}:${two(read.minute)}:${two(read.second)}` }
  }
}

/** The seconds between two moments; null unless both are instants. */
export const secondsBetween = (start: Moment, end: Moment | null): number | null =>
  start.instant === null || end === null || end.instant === null ? null : (end.instant - start.instant) / 1000

import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { type Eras, MOST_ERAS, zoneAmong } from "../rows/eras.ts"
import type { Moment } from "../rows/rows.ts"

const DAY_MS = 86_400_000

/** Whether this system knows a timezone of that name. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** The local days and times of instants (epoch milliseconds). */
export abstract class LocalClock {
  /** The timezone at an instant. */
  abstract zoneAt(instant: number): string

  /** Local time minus UTC in milliseconds. */
  abstract offsetAt(instant: number): number

  /** The local day as days since 1970-01-01. */
  dayNumberAt(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS)
  }

  /** The first instant of the next local day. */
  nextDayAfter(instant: number): number {
    const day = this.dayNumberAt(instant) + 1
    const guess = day * DAY_MS - this.offsetAt(instant)
    if (this.dayNumberAt(guess) === day && this.dayNumberAt(guess - 1) === day - 1) return guess
    // The clock changes in between, so midnight may not exist, or may be at another distance.
    let before = instant
    let after = instant + 2 * DAY_MS
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.dayNumberAt(middle) >= day) after = middle
      else before = middle
    }
    return after
  }

  /** The instant as a local moment; null outside the valid years. */
  momentAt(instant: number, namesZone: boolean): Moment | null {
    const local = new Date(instant + this.offsetAt(instant))
    if (Number.isNaN(local.getTime())) return null
    const text = local.toISOString()
    const day = text.slice(0, 10)
    if (!isActivityDay(day)) return null
    return { day, time: text.slice(11, 19), instant, zone: namesZone ? this.zoneAt(instant) : null }
  }
}

/** Whether a local time, in milliseconds as if it were UTC, comes twice because clocks go back. */
export const isRepeated = (clock: LocalClock, local: number): boolean => {
  const [before, after] = [clock.offsetAt(local - DAY_MS), clock.offsetAt(local + DAY_MS)]
  return before > after && clock.offsetAt(local - before) === before && clock.offsetAt(local - after) === after
}

/** Most days whose offsets a clock keeps. */
const MOST_DAYS = 10_000

/** The clock of one timezone. Fast for millions of instants: it asks the system twice per day. */
export class ZoneClock extends LocalClock {
  private readonly format: Intl.DateTimeFormat
  /** The offset throughout each UTC day, or null if it changes within the day. */
  private readonly offsets = new Map<number, number | null>()

  constructor(private readonly zone: string) {
    super()
    this.format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    })
  }

  private askOffset(instant: number): number {
    const parts: Record<string, string> = {}
    for (const { type, value } of this.format.formatToParts(instant)) parts[type] = value
    const { year, month, day, hour, minute, second, era } = parts
    const fullYear = era === "BC" ? 1 - Number(year) : Number(year)
    const local = new Date(0)
    local.setUTCFullYear(fullYear, Number(month) - 1, Number(day))
    local.setUTCHours(Number(hour), Number(minute), Number(second))
    return local.getTime() - Math.floor(instant / 1000) * 1000
  }

  zoneAt(): string {
    return this.zone
  }

  offsetAt(instant: number): number {
    const day = Math.floor(instant / DAY_MS)
    let offset = this.offsets.get(day)
    if (offset === undefined) {
      const first = this.askOffset(day * DAY_MS)
      offset = first === this.askOffset((day + 1) * DAY_MS) ? first : null
      if (this.offsets.size === MOST_DAYS) this.offsets.clear()
      this.offsets.set(day, offset)
    }
    return offset ?? this.askOffset(instant)
  }
}

/** Most clocks that are kept: one takes as long to make as a thousand of its answers. */
const MOST_CLOCKS = 20
const clocks = new Map<string, ZoneClock>()

/** The clock of a timezone, which is kept for the next who ask for it. */
export const zoneClockOf = (zone: string): ZoneClock => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const clock = new ZoneClock(zone)
  if (clocks.size === MOST_CLOCKS) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

/** The clock of a person who may have lived in other timezones before. */
export class PersonClock extends LocalClock {
  private readonly here: ZoneClock

  constructor(
    private readonly timezone: string,
    private readonly eras: Eras = []
  ) {
    super()
    this.here = zoneClockOf(timezone)
  }

  zoneAt(instant: number): string {
    return zoneAmong(this.eras, this.timezone, instant)
  }

  offsetAt(instant: number): number {
    return zoneClockOf(this.zoneAt(instant)).offsetAt(instant)
  }

  /** The current day at an instant: where the person lives, or lived before, whichever is later. */
  lastDayAt(instant: number): ActivityDay | null {
    const [now, before] = [this.here.momentAt(instant, false), this.momentAt(instant, false)]
    return now === null || before === null || now.day > before.day ? (now?.day ?? null) : before.day
  }

  /** The moment at which a day begins whose midnight may already be that of the current timezone. */
  midnightAt(instant: number): Moment | null {
    const here = this.here.momentAt(instant, false)
    return here?.time === "00:00:00" ? here : this.momentAt(instant, false)
  }
}

/**
 * The timezones of a source's times once it has been read in `zone` at an instant: whatever is known of that day keeps
 * its day when the person moves.
 */
export const erasAfter = (eras: Eras, zone: string, instant: number): Eras => {
  const until = zoneClockOf(zone).nextDayAfter(instant)
  const last = eras.at(-1)
  if (last !== undefined && last.until >= until) return eras
  return [...(last?.zone === zone ? eras.slice(0, -1) : eras), { zone, until }].slice(-MOST_ERAS)
}

/** The day this many days after 1970-01-01; null outside the valid years. */
export const dayOfNumber = (day: number): ActivityDay | null => {
  const date = new Date(day * DAY_MS)
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10)
  return isActivityDay(text) ? text : null
}

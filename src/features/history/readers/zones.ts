import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import type { Eras } from "../eras.ts"
import type { Moment } from "../rows.ts"

const DAY_MS = 86_400_000

/** Whether this system knows a timezone of that name. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/**
 * The clock of a timezone, and of those in which the person lived before, if `eras` has any. Fast for millions of
 * instants: it asks the system twice per day.
 */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat
  /** The offset throughout each UTC day, or null if it changes within the day. */
  private readonly offsets = new Map<number, number | null>()
  private readonly before: ReadonlyArray<{ readonly clock: ZoneClock; readonly until: number }>
  /** The clock of the current timezone alone. */
  private readonly here: ZoneClock

  constructor(
    private readonly zone: string,
    eras: Eras = []
  ) {
    this.before = eras.map(({ zone, until }) => ({ clock: new ZoneClock(zone), until }))
    this.here = eras.length === 0 ? this : new ZoneClock(zone)
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

  /** The timezone at an instant. */
  zoneAt(instant: number): string {
    return this.before.find(({ until }) => instant < until)?.clock.zone ?? this.zone
  }

  /** Local time minus UTC in milliseconds. */
  offsetAt(instant: number): number {
    for (const { clock, until } of this.before) if (instant < until) return clock.offsetAt(instant)
    const day = Math.floor(instant / DAY_MS)
    let offset = this.offsets.get(day)
    if (offset === undefined) {
      const first = this.askOffset(day * DAY_MS)
      offset = first === this.askOffset((day + 1) * DAY_MS) ? first : null
      this.offsets.set(day, offset)
    }
    return offset ?? this.askOffset(instant)
  }

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

  /** The instant as a moment in this zone; null outside the valid years. */
  momentAt(instant: number, namesZone: boolean): Moment | null {
    const local = new Date(instant + this.offsetAt(instant))
    if (Number.isNaN(local.getTime())) return null
    const text = local.toISOString()
    const day = text.slice(0, 10)
    if (!isActivityDay(day)) return null
    return { day, time: text.slice(11, 19), instant, zone: namesZone ? this.zoneAt(instant) : null }
  }
}

/**
 * The timezones of a source's times once it has been read in `zone` at an instant: whatever is known of that day keeps
 * its day when the person moves.
 */
export const erasAfter = (eras: Eras, zone: string, instant: number): Eras => {
  const until = new ZoneClock(zone).nextDayAfter(instant)
  const last = eras.at(-1)
  if (last !== undefined && last.until >= until) return eras
  return [...(last?.zone === zone ? eras.slice(0, -1) : eras), { zone, until }]
}

/** The day this many days after 1970-01-01; null outside the valid years. */
export const dayOfNumber = (day: number): ActivityDay | null => {
  const date = new Date(day * DAY_MS)
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10)
  return isActivityDay(text) ? text : null
}

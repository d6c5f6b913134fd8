import { describe, expect, test } from "bun:test"
import { DateTime, Schema } from "effect"
import fc from "fast-check"
import {
  ActivityDay,
  activityDayAt,
  daysBetween,
  FIRST_DAY,
  LAST_DAY,
  plusDays
} from "../../src/values/activity-day.ts"

const isDay = Schema.is(ActivityDay)
const zones = Intl.supportedValuesOf("timeZone")
const day = fc
  .date({ min: new Date(`${FIRST_DAY}T00:00:00Z`), max: new Date(`${LAST_DAY}T00:00:00Z`), noInvalidDate: true })
  .map((date) => ActivityDay.make(date.toISOString().slice(0, 10)))

/** The calendar date that the platform's own formatter shows at that time in that zone. */
const shown = (millis: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(millis)
    .map(({ type, value }) => [type, value] as const)
  const { year, month, day } = Object.fromEntries(parts)
  return `${year}-${month}-${day}`
}

const dayAt = (millis: number, zone: string): string =>
  activityDayAt(DateTime.unsafeMake(millis), DateTime.zoneUnsafeMakeNamed(zone))

/**
 * The first instant after `from` at which a zone's offset differs, by bisection within a year; undefined if the offset
 * stays.
 */
const nextChange = (zone: string, from: number): number | undefined => {
  const named = DateTime.zoneUnsafeMakeNamed(zone)
  const offset = (millis: number) => DateTime.zonedOffset(DateTime.unsafeMakeZoned(millis, { timeZone: named }))
  for (let start = from; start < from + 366 * 86_400_000; start += 7 * 86_400_000) {
    let low = start
    let high = start + 7 * 86_400_000
    if (offset(low) === offset(high)) continue
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    return high
  }
  return undefined
}

describe("an Activity Day", () => {
  test.each(["2024-02-29", FIRST_DAY, LAST_DAY, "2026-03-14"])("%s is valid", (text) => expect(isDay(text)).toBe(true))

  test.each([
    "2023-02-29",
    "2026-02-30",
    "1899-12-31",
    "2101-01-01",
    "2026-3-4",
    "2026-03-14T00:00:00Z",
    " 2026-03-14",
    "26-03-14",
    "0000-00-00",
    ""
  ])("%p is invalid", (text) => expect(isDay(text)).toBe(false))

  test("adding days and counting them agree, across leap years and centuries", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        const to = plusDays(from, days)
        if (to !== FIRST_DAY && to !== LAST_DAY) expect(daysBetween(from, to)).toBe(days)
        expect(isDay(to)).toBe(true)
      })
    )
  })

  test("is the date on local clocks, in every zone, at any time", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2037, 0) }),
        (zone, millis) => {
          expect(dayAt(millis, zone)).toBe(shown(millis, zone))
        }
      ),
      { numRuns: 2000 }
    )
  })

  test("is correct around every clock change of every zone in 2026", () => {
    for (const zone of zones) {
      const change = nextChange(zone, Date.UTC(2026, 0, 1))
      if (change === undefined) continue
      for (const seconds of [-86_400, -3601, -3600, -1, 0, 1, 3600, 86_400]) {
        const millis = change + seconds * 1000
        expect(`${zone} ${dayAt(millis, zone)}`).toBe(`${zone} ${shown(millis, zone)}`)
      }
    }
  })

  test("changes at the user's local midnight", () => {
    expect(dayAt(Date.parse("2026-03-14T10:59:59Z"), "Pacific/Auckland")).toBe("2026-03-14")
    expect(dayAt(Date.parse("2026-03-14T11:00:00Z"), "Pacific/Auckland")).toBe("2026-03-15")
    expect(dayAt(Date.parse("2011-12-30T10:00:00Z"), "Pacific/Apia")).toBe("2011-12-31")
  })
})

import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay, FIRST_DAY, isActivityDay, LAST_DAY, plusDays } from "../../../src/values/activity-day.ts"
import { byPeriod, endOf, type Grain, grainFor, periodOf } from "../../../src/values/trends/periods.ts"
import { dayAt, numberOf, someDay } from "./support.ts"

const GRAINS: ReadonlyArray<Grain> = ["day", "week", "month", "year"]
const first = ActivityDay.make(FIRST_DAY)
const last = ActivityDay.make(LAST_DAY)

/** Whether two days belong together, by the names of the calendar alone. */
const together = (a: string, b: string, grain: Grain): boolean => {
  switch (grain) {
    case "day":
      return a === b
    case "week":
      // 1970-01-05 was a Monday.
      return Math.floor((numberOf(a) - 4) / 7) === Math.floor((numberOf(b) - 4) / 7)
    case "month":
      return a.slice(0, 7) === b.slice(0, 7)
    case "year":
      return a.slice(0, 4) === b.slice(0, 4)
  }
}

describe.each(GRAINS)("periods of a %s", (grain) => {
  test("contain the days that belong together, from their first to their last", () => {
    const near = fc.tuple(someDay, fc.integer({ min: -400, max: 400 }))
    fc.assert(
      fc.property(near, ([day, distance]) => {
        const other = plusDays(day, distance)
        const start = periodOf(day, grain)
        const end = endOf(start, grain)
        expect(periodOf(other, grain) === start).toBe(together(day, other, grain))
        expect(start <= other && other <= end).toBe(together(day, other, grain))
      }),
      { numRuns: 1000 }
    )
  })

  test("reach both ends of the calendar", () => {
    expect(endOf(periodOf(last, grain), grain)).toBe(last)
    expect(isActivityDay(periodOf(first, grain))).toBe(true)
    const before = plusDays(last, -1)
    expect(together(endOf(periodOf(before, grain), grain), before, grain)).toBe(true)
  })
})

test("items keep their period, oldest period first", () => {
  const items = fc.array(fc.record({ date: someDay, value: fc.integer() }), { maxLength: 50 })
  fc.assert(
    fc.property(items, fc.constantFrom(...GRAINS), (items, grain) => {
      const periods = byPeriod(items, grain)
      const firsts = periods.map(({ first }) => first)
      expect(firsts).toEqual([...new Set(firsts)].sort())
      for (const { first, items } of periods) for (const { date } of items) expect(periodOf(date, grain)).toBe(first)
      expect(new Set(periods.flatMap(({ items }) => items))).toEqual(new Set(items))
    })
  )
})

describe("the grain", () => {
  test("is the finest with at most this many periods", () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 0, max: 4000 }), (from, days) => {
        const to = plusDays(from, days)
        const grain = grainFor(from, to, 130)
        const every = Array.from({ length: days + 1 }, (_, index) => dayAt(numberOf(from) + index))
        const count = (grain: Grain) => new Set(every.map((day) => periodOf(day, grain))).size
        expect(count(grain)).toBeLessThanOrEqual(130)
        const finer = GRAINS[GRAINS.indexOf(grain) - 1]
        // Months and weeks differ in length, so the choice is slightly early.
        if (finer !== undefined) expect(count(finer)).toBeGreaterThan(finer === "month" ? 115 : 129)
      })
    )
  })

  test("of the whole calendar is the year, and is never finer than requested", () => {
    expect(grainFor(first, last, 130)).toBe("year")
    expect(grainFor(dayAt(20_000), dayAt(20_000), 130, "week")).toBe("week")
    expect(grainFor(dayAt(20_000), dayAt(20_029), 130)).toBe("day")
    expect(grainFor(dayAt(20_000), dayAt(20_364), 130)).toBe("week")
    expect(grainFor(dayAt(20_000), dayAt(21_094), 130)).toBe("month")
  })
})

import { expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay, dayAfterEpoch, FIRST_DAY, LAST_DAY, plusDays } from "../../src/values/activity-day.ts"
import { Weekday, weekdayOf } from "../../src/values/weekday.ts"

test("the day of the week is that of the calendar, from the first day to the last", () => {
  expect(weekdayOf(ActivityDay.make("2026-03-14"))).toBe("sat")
  expect(weekdayOf(ActivityDay.make("1970-01-01"))).toBe("thu")
  expect(weekdayOf(ActivityDay.make(FIRST_DAY))).toBe("mon")
  expect(weekdayOf(ActivityDay.make(LAST_DAY))).toBe("fri")
})

test("a week later it is the same, and the days of a week follow each other", () => {
  fc.assert(
    fc.property(fc.integer({ min: -25_000, max: 47_000 }), (number) => {
      const day = dayAfterEpoch(number)
      const next = Weekday.literals[(Weekday.literals.indexOf(weekdayOf(day)) + 1) % 7]!
      expect([weekdayOf(plusDays(day, 1)), weekdayOf(plusDays(day, 7))]).toEqual([next, weekdayOf(day)])
    })
  )
})

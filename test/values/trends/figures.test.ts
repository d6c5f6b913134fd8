import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { eatenOf, mean, meansOf, trainingOf, trendsOf } from "../../../src/values/trends/figures.ts"
import { firstOf, RANGES } from "../../../src/values/trends/range.ts"
import { smoothed } from "../../../src/values/trends/weight-trend.ts"
import { dayAt, numberOf, someDay, someReadings } from "./support.ts"

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** Means by month, computed with a plain object. */
const plainMeans = (items: ReadonlyArray<{ readonly date: string; readonly value: number }>) => {
  const sums: Record<string, { sum: number; count: number }> = {}
  for (const { date, value } of items) {
    const held = sums[monthOf(date)] ?? { sum: 0, count: 0 }
    sums[monthOf(date)] = { sum: held.sum + value, count: held.count + 1 }
  }
  return Object.keys(sums)
    .sort()
    .map((first) => ({ first, days: sums[first]!.count, mean: sums[first]!.sum / sums[first]!.count }))
}

describe("means by month", () => {
  test("of readings are the plain ones; days without a reading do not count", () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        const expected = plainMeans(readings)
        const found = meansOf(readings, "month")
        expect(found.map(({ first, days }) => [String(first), days])).toEqual(
          expected.map(({ first, days }) => [first, days])
        )
        for (const [index, { mean }] of found.entries()) expect(mean).toBeCloseTo(expected[index]!.mean, 9)
      })
    )
  })

  test("of a trend have the trend on the month's last day with a reading", () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        const points = smoothed(readings)
        for (const { first, trend, mean, days } of trendsOf(points, "month")) {
          const last = points.filter(({ date }) => monthOf(date) === first).at(-1)!
          expect(trend).toBe(last.trend)
          expect({ first, days, mean }).toEqual(meansOf(readings, "month").find((month) => month.first === first)!)
        }
      })
    )
  })

  test("of the diary count the days with an entry, each nutrient separately", () => {
    const amount = fc.double({ min: 0, max: 5000, noNaN: true })
    const days = fc.uniqueArray(
      fc.record({ date: someDay, calories: amount, protein: amount, carbs: amount, fat: amount }),
      { selector: ({ date }) => date, maxLength: 60 }
    )
    fc.assert(
      fc.property(days, (days) => {
        const found = eatenOf(days, "month")
        for (const nutrient of ["calories", "protein", "carbs", "fat"] as const) {
          const expected = plainMeans(days.map((day) => ({ date: day.date, value: day[nutrient] })))
          expect(found.map(({ first, days }) => [String(first), days])).toEqual(
            expected.map(({ first, days }) => [first, days])
          )
          for (const [index, month] of found.entries()) expect(month[nutrient]).toBeCloseTo(expected[index]!.mean, 7)
        }
      })
    )
  })
})

describe("training", () => {
  const sessions = fc.array(fc.record({ date: someDay, volume: fc.integer({ min: 0, max: 20_000 }) }), {
    maxLength: 40
  })

  test("loses no session and no kilogram at any grain", () => {
    fc.assert(
      fc.property(sessions, fc.constantFrom("week" as const, "month" as const, "year" as const), (sessions, grain) => {
        const periods = trainingOf(sessions, grain, dayAt(22_000))
        expect(periods.reduce((sum, period) => sum + period.sessions, 0)).toBe(sessions.length)
        expect(periods.reduce((sum, period) => sum + period.volume, 0)).toBe(
          sessions.reduce((sum, { volume }) => sum + volume, 0)
        )
      })
    )
  })

  test("a week's sessions per week are its sessions, even if the week has only begun", () => {
    fc.assert(
      fc.property(sessions, someDay, (sessions, today) => {
        for (const { sessions: count, perWeek } of trainingOf(sessions, "week", today)) expect(perWeek).toBe(count)
      })
    )
  })

  test("a month's are divided by its weeks up to today", () => {
    const session = (date: string) => ({ date: ActivityDay.make(date), volume: 100 })
    const sessions = [session("2026-02-02"), session("2026-02-27"), session("2026-03-02"), session("2026-03-03")]
    expect(trainingOf(sessions, "month", ActivityDay.make("2026-03-14"))).toEqual([
      { first: ActivityDay.make("2026-02-01"), sessions: 2, perWeek: 0.5, volume: 200 },
      { first: ActivityDay.make("2026-03-01"), sessions: 2, perWeek: 1, volume: 200 }
    ])
    expect(trainingOf(sessions, "month", ActivityDay.make("2026-03-03")).at(-1)?.perWeek).toBe(2)
  })
})

test("the mean of no values is absent, not zero", () => {
  expect(mean([])).toBeUndefined()
  expect(mean([1, 2])).toBe(1.5)
})

test("a range has its days, including today; the whole range has no first day", () => {
  const today = ActivityDay.make("2026-03-30")
  for (const range of RANGES) {
    const first = firstOf(range, today)
    if (range === "all" || first === undefined) expect([range, first]).toEqual(["all", undefined])
    else expect(numberOf(today) - numberOf(first) + 1).toBe(Number(range))
  }
})

import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { studentQuantile } from "../../../src/values/trends/least-squares.ts"
import { type Measured, rateOf, SETTLING_DAYS, smoothed } from "../../../src/values/trends/weight-trend.ts"
import { dayAt, numberOf, someReadings } from "./support.ts"

const START = 20_000

describe("the trend", () => {
  test("is the sum of all readings by their weights, written out", () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        const days = readings.map(({ date }) => numberOf(date))
        const points = smoothed(readings)
        expect(points.length).toBe(readings.length)
        for (const [last, point] of points.entries()) {
          // Each reading's share when it came, and what is left of it now.
          const expected = readings.slice(0, last + 1).reduce((sum, { value }, index) => {
            const share = index === 0 ? 1 : 1 - Math.E ** ((days[index - 1]! - days[index]!) / 10)
            return sum + value * share * Math.E ** ((days[index]! - days[last]!) / 10)
          }, 0)
          expect(point.trend).toBeCloseTo(expected, 9)
          expect([point.date, point.value]).toEqual([readings[last]!.date, readings[last]!.value])
        }
      })
    )
  })

  test("stays between the lowest and the highest reading", () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        const values = readings.map(({ value }) => value)
        for (const { trend } of smoothed(readings)) {
          expect(trend).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
          expect(trend).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
        }
      })
    )
  })

  test("does not depend on the unit: pounds give the trend of kilograms, in pounds", () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        const inPounds = smoothed(readings.map(({ date, value }) => ({ date, value: value / 0.45359237 })))
        for (const [index, { trend }] of smoothed(readings).entries()) {
          expect(inPounds[index]!.trend * 0.45359237).toBeCloseTo(trend, 8)
        }
      })
    )
  })

  test("of one reading is that reading, and of none is empty", () => {
    expect(smoothed([{ date: dayAt(START), value: 80 }])).toEqual([{ date: dayAt(START), value: 80, trend: 80 }])
    expect(smoothed([])).toEqual([])
  })

  test("after a long gap is the new reading; the days of the gap decide, not the number of readings", () => {
    const afterYears = smoothed([
      { date: dayAt(START), value: 90 },
      { date: dayAt(START + 800), value: 70 }
    ])
    expect(afterYears[1]!.trend).toBeCloseTo(70, 9)
    const afterTenDays = smoothed([
      { date: dayAt(START), value: 90 },
      { date: dayAt(START + 10), value: 70 }
    ])
    expect(afterTenDays[1]!.trend).toBeCloseTo(70 + 20 / Math.E, 9)
  })

  test("is settled if it starts early enough", () => {
    const readings = Array.from({ length: 600 }, (_, day) => ({
      date: dayAt(START + day),
      value: day < 300 ? 150 : 80 + Math.sin(day)
    }))
    const whole = smoothed(readings).at(-1)!.trend
    const short = smoothed(readings.slice(-SETTLING_DAYS - 1)).at(-1)!.trend
    expect(Math.abs(whole - short)).toBeLessThan(0.001)
  })
})

describe("the rate", () => {
  const every = (days: ReadonlyArray<number>, value: (day: number) => number) =>
    days.map((day) => ({ date: dayAt(START + day), value: value(day) }))
  const upTo = (days: number) => Array.from({ length: days }, (_, day) => day)

  const frequent = fc
    .uniqueArray(
      fc.record({ day: fc.integer({ min: 0, max: 60 }), value: fc.double({ min: 20, max: 500, noNaN: true }) }),
      { selector: ({ day }) => day, minLength: 15, maxLength: 40 }
    )
    .map((readings) =>
      readings.sort((a, b) => a.day - b.day).map(({ day, value }) => ({ date: dayAt(START + day), value }))
    )

  test("is the least-squares slope of the raw readings, over all pairs of the last 28 days", () => {
    let shown = 0
    fc.assert(
      fc.property(frequent, (readings) => {
        const lastDay = numberOf(readings.at(-1)?.date ?? "2020-01-01")
        const recent = readings
          .map(({ date, value }) => ({ x: numberOf(date), y: value }))
          .filter(({ x }) => x > lastDay - 28)
        const rate = rateOf(readings, 0.3)
        if (recent.length < 5 || lastDay - recent[0]!.x < 13) return expect(rate).toBeUndefined()
        shown++
        const pairs = recent.flatMap((a, index) => recent.slice(index + 1).map((b) => ({ x: b.x - a.x, y: b.y - a.y })))
        const slope = pairs.reduce((sum, { x, y }) => sum + x * y, 0) / pairs.reduce((sum, { x }) => sum + x * x, 0)
        expect(rate?.perWeek).toBeCloseTo(slope * 7, 6)
        expect(rate!.low).toBeLessThan(rate!.perWeek)
        expect(rate!.high - rate!.perWeek).toBeCloseTo(rate!.perWeek - rate!.low, 6)
      }),
      { numRuns: 500 }
    )
    expect(shown).toBeGreaterThan(100)
  })

  test("of a steady loss is that loss, from the first day on which it is shown", () => {
    const line = (day: number) => 100 - day * 0.1
    expect(rateOf(every(upTo(13), line), 0.3)).toBeUndefined()
    for (let days = 14; days < 120; days++) {
      expect(rateOf(every(upTo(days), line), 0.3)?.perWeek).toBeCloseTo(-0.7, 9)
    }
  })

  test("needs five readings that span two weeks, within 28 days", () => {
    const of = (...days: ReadonlyArray<number>) =>
      rateOf(
        every(days, (day) => 80 + day),
        0.3
      )
    expect(of()).toBeUndefined()
    expect(of(0, 4, 8, 13)).toBeUndefined()
    expect(of(0, 3, 6, 9, 12)).toBeUndefined()
    expect(of(0, 3, 6, 9, 13)?.perWeek).toBeCloseTo(7, 9)
    expect(of(0, 3, 6, 9, 60)).toBeUndefined()
  })

  test("has a wider interval if neighbouring days are alike, and never claims to be exact", () => {
    const width = (readings: ReadonlyArray<Measured>) => {
      const rate = rateOf(readings, 0.3)!
      return rate.high - rate.low
    }
    const alternating = every(upTo(28), (day) => 80 + (day % 2))
    const inWeeks = every(upTo(28), (day) => 80 + (Math.floor(day / 7) % 2))
    expect(width(inWeeks)).toBeGreaterThan(1.5 * width(alternating))
    expect(width(every(upTo(28), (day) => 80 - day * 0.1))).toBeGreaterThan(0.1)
  })
})

describe("Student's quantile at 97.5 %", () => {
  // From the table in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
  test.each([
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [8, 2.306],
    [10, 2.228],
    [20, 2.086],
    [40, 2.021],
    [100, 1.984]
  ])("with %d degrees of freedom is %d", (freedom, quantile) => {
    expect(studentQuantile(freedom)).toBeCloseTo(quantile, 3)
  })

  test("falls with the degrees of freedom, whole or not", () => {
    const freedoms = Array.from({ length: 400 }, (_, index) => 3 + index / 4)
    const quantiles = freedoms.map(studentQuantile)
    expect(quantiles).toEqual([...quantiles].sort((a, b) => b - a))
  })
})

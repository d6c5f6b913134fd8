import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { ratePerWeek, SETTLING_DAYS, smoothed } from "../../src/trends/weight-trend.ts"
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

  test("of one reading is the reading, of none is nothing", () => {
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

  test("is settled if it begins early enough", () => {
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
  test("is the least-squares slope of the trend, by all pairs of its last 28 days", () => {
    let told = 0
    fc.assert(
      fc.property(someReadings, (readings) => {
        const points = smoothed(readings)
        const lastDay = numberOf(points.at(-1)?.date ?? "2020-01-01")
        const recent = points
          .map(({ date, trend }) => ({ x: numberOf(date), y: trend }))
          .filter(({ x }) => x > lastDay - 28)
        const rate = ratePerWeek(points)
        if (recent.length < 2 || lastDay - recent[0]!.x < 7) return expect(rate).toBeUndefined()
        told++
        const pairs = recent.flatMap((a, index) => recent.slice(index + 1).map((b) => ({ x: b.x - a.x, y: b.y - a.y })))
        const slope = pairs.reduce((sum, { x, y }) => sum + x * y, 0) / pairs.reduce((sum, { x }) => sum + x * x, 0)
        expect(rate).toBeCloseTo(slope * 7, 7)
      }),
      { numRuns: 300 }
    )
    expect(told).toBeGreaterThan(20)
  })

  test("of a steady loss is that loss, once the trend has settled", () => {
    const readings = Array.from({ length: 200 }, (_, day) => ({ date: dayAt(START + day), value: 100 - day * 0.1 }))
    expect(ratePerWeek(smoothed(readings))).toBeCloseTo(-0.7, 4)
  })

  test("is not told from one reading, or from less than a week", () => {
    const readings = (days: ReadonlyArray<number>) =>
      smoothed(days.map((day) => ({ date: dayAt(START + day), value: 80 + day })))
    expect(ratePerWeek(readings([]))).toBeUndefined()
    expect(ratePerWeek(readings([0]))).toBeUndefined()
    expect(ratePerWeek(readings([0, 1, 2, 3, 4, 5, 6]))).toBeUndefined()
    expect(ratePerWeek(readings([0, 7]))).toBeGreaterThan(0)
    expect(ratePerWeek(readings([0, 7, 60]))).toBeUndefined()
  })
})

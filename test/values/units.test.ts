import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { canonical, show, valueFaults } from "../../src/body-metrics/model.ts"
import { ActivityDay } from "../../src/values/activity-day.ts"
import { round } from "../../src/values/round.ts"

describe("rounding", () => {
  test.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [0.1 + 0.2, 2, 0.3],
    [1e-9, 4, 0],
    [-1e-9, 4, 0],
    [123_456.785, 2, 123_456.79],
    [1e20, 2, 1e20]
  ])("%p to %p decimals is %p", (value, decimals, rounded) => expect(round(value, decimals)).toBe(rounded))

  test("never moves a value by more than half a unit of its last place, and is stable", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          const rounded = round(value, decimals)
          expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
          expect(round(rounded, decimals)).toBe(rounded)
        }
      )
    )
  })
})

describe("a body weight", () => {
  const date = ActivityDay.make("2026-03-14")

  test("given in lb with at most 2 decimals comes back as the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4410, max: 110_231 }), (hundredths) => {
        const pounds = hundredths / 100
        expect(valueFaults("weight", pounds, "lb")).toEqual([])
        const value = canonical("weight", pounds, "lb")
        expect(show("weight", { date, value }, "lb").display).toEqual({ value: pounds, unit: "lb" })
      }),
      { numRuns: 5000 }
    )
  })

  test("given in kg with at most 2 decimals comes back as the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 50_000 }), (hundredths) => {
        expect(canonical("weight", hundredths / 100, "kg")).toBe(hundredths / 100)
      })
    )
  })
})

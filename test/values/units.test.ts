import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { canonical, show, valueFaults } from "../../src/features/body-metrics/model.ts"
import { ActivityDay } from "../../src/values/activity-day.ts"
import { round } from "../../src/values/round.ts"

describe("rounding", () => {
  test.each([
    [1.005, 2, 1.01],
    [1.005 * 3, 2, 3.02],
    [((33.3 * 30) / 100) * 22.5, 2, 224.78],
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

/** Rounded half away from zero by its digits alone, as whole numbers. */
const roundedByDigits = (value: number, decimals: number): number => {
  const [whole = "0", fraction = ""] = String(Math.abs(value)).split(".")
  const digits = BigInt(whole + fraction.padEnd(decimals + 1, "0").slice(0, decimals + 1))
  const rounded = Number(`${(digits + 5n) / 10n}e-${decimals}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

describe("rounding follows the decimal digits of a number", () => {
  const decimals = fc.integer({ min: 0, max: 4 })

  test("of any number up to 10,000", () => {
    const value = fc.double({ min: -1e4, max: 1e4, noNaN: true }).filter((value) => !String(value).includes("e"))
    fc.assert(
      fc.property(value, decimals, (value, decimals) =>
        expect(round(value, decimals)).toBe(roundedByDigits(value, decimals))
      ),
      { numRuns: 5000 }
    )
  })

  test("of numbers half way between two, and their neighbours", () => {
    const place = fc.integer({ min: -999_999, max: 999_999 })
    const tail = fc.constantFrom("5", "49999", "50001", "499999999", "500000001")
    fc.assert(
      fc.property(place, decimals, tail, (place, decimals, tail) => {
        const digits = String(Math.abs(place)).padStart(decimals + 1, "0")
        const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}${tail}`
        const value = Number(place < 0 ? `-${text}` : text)
        expect(round(value, decimals)).toBe(roundedByDigits(value, decimals))
      }),
      { numRuns: 5000 }
    )
  })
})

test("rounding an amount of a food follows the decimal digits of its factors", () => {
  const hundredths = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(hundredths(10_000), hundredths(30_000), hundredths(5000), (per100, size, servings) => {
      const product = BigInt(per100) * BigInt(size) * BigInt(servings)
      const rounded = Number((product + 500_000n) / 1_000_000n) / 100
      expect(round((((per100 / 100) * (size / 100)) / 100) * (servings / 100), 2)).toBe(rounded)
    }),
    {
      numRuns: 20_000,
      examples: [
        [3330, 3000, 2250],
        [300, 10_000, 101]
      ]
    }
  )
})

describe("a body weight", () => {
  const date = ActivityDay.make("2026-03-14")

  test("given in lb with at most 2 decimals comes back as the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4410, max: 110_231 }), (hundredths) => {
        const pounds = hundredths / 100
        expect(valueFaults("weight", pounds, "lb")).toEqual([])
        const value = canonical("weight", pounds, "lb")
        expect(show("weight", { date, value }, { bodyWeightUnit: "lb", distanceUnit: "km" }).display).toEqual({
          value: pounds,
          unit: "lb"
        })
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

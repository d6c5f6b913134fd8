import { describe, expect, test } from "bun:test"
import { ActivityDay, plusDays } from "../../../src/values/activity-day.ts"
import { outlookOf, type Target } from "../../../src/values/trends/target.ts"
import { type Measured, rateOf } from "../../../src/values/trends/weight-trend.ts"

const FIRST = ActivityDay.make("2026-01-01")
const LEAST = 0.3

/** A reading on each of the days, of what `value` returns for it. */
const readings = (days: number, value: (day: number) => number): ReadonlyArray<Measured> =>
  Array.from({ length: days }, (_, day) => ({ date: plusDays(FIRST, day), value: value(day) }))

const outlook = (all: ReadonlyArray<Measured>, target: Target, ago = 0) =>
  outlookOf(all, rateOf(all, LEAST), target, plusDays(all.at(-1)?.date ?? FIRST, ago))

const losing = readings(60, (day) => 86 - day / 10)
const max = (value: number) => ({ value, comparison: "max" }) as const
const min = (value: number) => ({ value, comparison: "min" }) as const

describe("when the present rate meets a target", () => {
  test("is a range of weeks around the true one", () => {
    // 80.1 kg on the last day, and 0.7 kg a week.
    const found = outlook(losing, max(75))
    expect(found).toMatchObject({ status: "meets" })
    if (found.status !== "meets") throw new Error("no range")
    expect(found.from).toBeLessThanOrEqual(5.1 / 0.7)
    expect(found.to).toBeGreaterThanOrEqual(5.1 / 0.7)
    expect((found.to ?? 99) - found.from).toBeLessThan(6)
  })

  test("is counted from today", () => {
    const [now, later] = [outlook(losing, max(75)), outlook(losing, max(75), 14)]
    if (now.status !== "meets" || later.status !== "meets") throw new Error("no range")
    expect(now.from - later.from).toBe(2)
    expect((now.to ?? 0) - (later.to ?? 0)).toBe(2)
  })

  test("is now where the readings have passed it, and never in the other direction", () => {
    expect(outlook(losing, max(81))).toEqual({ status: "met" })
    expect(outlook(losing, min(80))).toEqual({ status: "met" })
    expect(outlook(losing, { value: 83, comparison: "equals" })).toEqual({ status: "met" })
    expect(outlook(losing, min(85))).toEqual({ status: "does_not_meet" })
    const gaining = readings(60, (day) => 60 + day / 20)
    expect(outlook(gaining, min(66))).toMatchObject({ status: "meets" })
    expect(outlook(gaining, max(60))).toEqual({ status: "does_not_meet" })
  })

  test("has no end where the slow end of the interval leads elsewhere, or takes over two years", () => {
    const steady = readings(40, (day) => 80 + (day % 2 === 0 ? 0.6 : -0.6))
    expect(outlook(steady, max(79))).toEqual({ status: "meets", from: expect.any(Number) })
    expect(outlook(losing, max(20))).toMatchObject({ status: "meets" })
    expect(outlook(steady, max(30))).toEqual({ status: "does_not_meet" })
  })

  test("is stated for at most two years", () => {
    const far = Array.from({ length: 1200 }, (_, step) => outlook(losing, max(80 - step / 10)))
    const [from, to] = [far, far].map((all, end) =>
      all.flatMap((found) => (found.status === "meets" ? ((end === 0 ? found.from : found.to) ?? []) : []))
    )
    expect([Math.max(...(from ?? [])), Math.max(...(to ?? []))]).toEqual([104, 104])
    expect(far.at(-1)).toEqual({ status: "does_not_meet" })
  })

  test("is unknown without enough readings, or when the last one is old", () => {
    expect(outlook(losing.slice(0, 10), max(75))).toEqual({ status: "unknown" })
    expect(outlook([], max(75))).toEqual({ status: "unknown" })
    expect(outlook(losing, max(75), 27)).toMatchObject({ status: "meets" })
    expect(outlook(losing, max(75), 28)).toEqual({ status: "unknown" })
  })

  test("holds the true week for nineteen of twenty people", () => {
    // A fixed generator, for normal deviates by Box and Muller.
    let seed = 7
    const uniform = () => {
      seed = (seed * 48271) % 2147483647
      return seed / 2147483647
    }
    const noise = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    const people = 400
    let held = 0
    for (let person = 0; person < people; person++) {
      const rate = 0.4 + uniform() * 0.6
      const all = readings(42, (day) => 90 - (rate / 7) * day + 0.5 * noise())
      const found = outlook(all, max(80))
      const due = (10 - (rate / 7) * 41) / rate
      if (found.status === "meets" && found.from <= due && due <= (found.to ?? 999)) held += 1
    }
    expect(held / people).toBeGreaterThanOrEqual(0.95)
  })
})

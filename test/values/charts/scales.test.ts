import { expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay, plusDays } from "../../../src/values/activity-day.ts"
import { number, periodName, signed } from "../../../src/values/charts/format.ts"
import { withoutGaps } from "../../../src/values/charts/line-chart.tsx"
import { amountScale, daysScale, HEIGHT, spanScale, WIDTH } from "../../../src/values/charts/scales.ts"
import { grainFor, periodOf } from "../../../src/values/trends/periods.ts"
import { dayAt, someDay } from "../trends/support.ts"

/** The narrowest plot, in a window of 320 pixels, and the width of a character of its labels. */
const NARROW = 206
const CHARACTER = 6.7

test("days lie in order between the edges, and their labels do not touch at 320 pixels", () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: 29, max: 9000 }), (from, length) => {
      const to = plusDays(from, length)
      const grain = grainFor(from, to, 120)
      const { span, ticks } = daysScale(from, to, grain)
      const [first, last] = [span(periodOf(from, grain)), span(periodOf(to, grain))]
      expect(first.start).toBeLessThanOrEqual(last.start)
      expect(first.start).toBeGreaterThanOrEqual(-1)
      expect(last.end).toBeLessThanOrEqual(WIDTH + 1)
      expect(ticks.length).toBeGreaterThan(0)
      for (const [index, { at, label }] of ticks.entries()) {
        expect([at >= 0, at <= WIDTH]).toEqual([true, true])
        const next = ticks[index + 1]
        if (next === undefined) continue
        // The outermost labels are beside their marks, the others centred on them.
        const right = (at / WIDTH) * NARROW + label.length * CHARACTER * (at < 60 ? 1 : 0.5)
        const left = (next.at / WIDTH) * NARROW - next.label.length * CHARACTER * (next.at > WIDTH - 60 ? 1 : 0.5)
        expect(right).toBeLessThan(left)
      }
    }),
    { numRuns: 500 }
  )
})

test("values lie between the edges, higher ones higher, whatever they are", () => {
  const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(values, (values) => {
      for (const { at, ticks } of [spanScale(values, 2, number), amountScale(values, number)]) {
        for (const value of values) {
          expect(at(value)).toBeGreaterThanOrEqual(-1e-6)
          expect(at(value)).toBeLessThanOrEqual(HEIGHT + 1e-6)
        }
        expect(at(Math.max(...values))).toBeLessThanOrEqual(at(Math.min(...values)))
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThan(12)
      }
      expect(amountScale(values, number).at(0)).toBe(HEIGHT)
    })
  )
})

test("amounts are marked at whole numbers, also if few", () => {
  for (const [most, marks] of [
    [0.4, ["0", "1"]],
    [1, ["0", "1"]],
    [2, ["0", "1", "2"]],
    [3.2, ["0", "1", "2", "3", "4"]]
  ] as const)
    expect(amountScale([most], (value) => number(value, 1)).ticks.map(({ label }) => label)).toEqual([...marks])
})

test("a line has one piece more than gaps, and no point is lost", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
  fc.assert(
    fc.property(gaps, (gaps) => {
      let day = 20_000
      const points = [0, ...gaps].map((gap) => {
        day += gap
        return { first: dayAt(day), mean: 1, trend: 1 }
      })
      const runs = withoutGaps(points, "day")
      expect(runs.length).toBe(1 + gaps.filter((gap) => gap > 14).length)
      expect(runs.flat()).toEqual(points)
    })
  )
  expect(withoutGaps([], "day")).toEqual([])
})

test("numbers and periods are written as people write them", () => {
  expect([number(8450), number(72.44, 1), number(-0.04, 1), number(-3)]).toEqual(["8,450", "72.4", "0", "−3"])
  expect([signed(0.42, 1), signed(-1.2, 1), signed(0.001, 1), signed(0)]).toEqual(["+0.4", "−1.2", "0", "0"])
  const day = ActivityDay.make("2026-03-09")
  expect((["day", "week", "month", "year"] as const).map((grain) => periodName(day, grain))).toEqual([
    "9 Mar 2026",
    "9 Mar 2026",
    "Mar 2026",
    "2026"
  ])
})

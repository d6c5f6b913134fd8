import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { withoutSlips } from "../../../src/values/trends/slips.ts"
import { smoothed } from "../../../src/values/trends/weight-trend.ts"
import { slipScores } from "./simulated-slips.ts"
import { dayAt, someReadings } from "./support.ts"

const START = 20_000
const readings = (days: ReadonlyArray<number>, value: (day: number) => number) =>
  days.map((day) => ({ date: dayAt(START + day), value: value(day) }))
const upTo = (days: number) => Array.from({ length: days }, (_, day) => day)
const slipsOf = (of: ReturnType<typeof readings>) => withoutSlips(of, 0.3).slips.map(({ value }) => value)

describe("a slip of the finger", () => {
  const weight = (day: number) => 84 - day / 20 + Math.sin(day * 1.7) * 0.4

  test("is left out wherever it stands, and moves the average by less than a day's noise", () => {
    for (const slip of [28.4, 181.7, 824, 88.5]) {
      for (const at of [0, 1, 30, 58, 59]) {
        const given = readings(upTo(60), (day) => (day === at ? slip : weight(day)))
        const { kept, slips } = withoutSlips(given, 0.3)
        expect(slips).toEqual([given[at]!])
        const right = smoothed(readings(upTo(60), weight)).at(-1)!.trend
        expect(Math.abs(smoothed(kept).at(-1)!.trend - right)).toBeLessThan(0.1)
      }
    }
  })

  test("is left out of weekly and monthly readings, too", () => {
    for (const step of [7, 30]) {
      const days = upTo(12).map((index) => index * step)
      expect(slipsOf(readings(days, (day) => (day === 11 * step ? 28.4 : 82 - day / 100)))).toEqual([28.4])
    }
  })

  test("is measured from most of its neighbours, and not from their mean", () => {
    const days = [0, 8, 16, 24, 32, 40]
    const of = (value: number) => slipsOf(readings(days, (day) => (day === 16 ? value : day % 32 === 8 ? 80 : 81.3)))
    expect(of(79.7)).toEqual([79.7])
    expect(of(79.9)).toEqual([])
  })

  test("several do not hide each other, nor take others along", () => {
    const at = new Map([
      [10, 28.4],
      [20, 181.7],
      [40, 28.3],
      [59, 97.1]
    ])
    const given = readings(upTo(60), (day) => at.get(day) ?? weight(day))
    expect(slipsOf(given)).toEqual([28.4, 181.7, 28.3, 97.1])
  })
})

describe("a true jump", () => {
  test.each([
    ["after a month", 31],
    ["after an illness of a fortnight", 14]
  ])("%s counts from its second reading", (_, gap) => {
    const before = readings(upTo(40), (day) => 82 + (day % 2) / 5)
    const after = (count: number) =>
      readings(
        upTo(count).map((day) => day + 39 + gap),
        () => 75
      )
    expect(slipsOf([...before, ...after(1)])).toEqual([75])
    for (const count of [2, 3, 10, 30]) expect(slipsOf([...before, ...after(count)])).toEqual([])
  })
})

test("what is left out does not depend on the unit", () => {
  fc.assert(
    fc.property(someReadings, (given) => {
      const inPounds = withoutSlips(
        given.map((reading) => ({ ...reading, value: reading.value / 0.45359237 })),
        0.3 / 0.45359237
      )
      expect(inPounds.slips.map(({ date }) => date)).toEqual(withoutSlips(given, 0.3).slips.map(({ date }) => date))
    })
  )
})

test("fewer than six readings are not judged", () => {
  expect(slipsOf(readings([0, 1, 2, 3, 4], (day) => (day === 2 ? 28.4 : 82)))).toEqual([])
})

test("in simulated people, average and rate are a twentieth as wrong, and the interval contains the truth as often", () => {
  const { typed, kept, true: right, found, mistaken } = slipScores(400, 1)
  expect(kept.average).toBeLessThan(typed.average / 20)
  expect(kept.rate).toBeLessThan(typed.rate / 20)
  expect(Math.abs(kept.covered - right.covered)).toBeLessThan(0.01)
  expect(found).toBeGreaterThan(0.96)
  expect(mistaken).toBeLessThan(0.002)
})

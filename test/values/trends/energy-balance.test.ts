import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay, daysBetween, plusDays } from "../../../src/values/activity-day.ts"
import {
  type Balance,
  type EatenDay,
  energyBalance,
  KCAL_PER_KG,
  type Missing,
  windowOf
} from "../../../src/values/trends/energy-balance.ts"
import type { Measured } from "../../../src/values/trends/weight-trend.ts"
import { filtered } from "./kalman.ts"
import { coverageOf, dice, GROUPS, person, score } from "./simulated-people.ts"

const FROM = ActivityDay.make("2026-01-05")
const upTo = (days: number) => Array.from({ length: days }, (_, day) => day)
const window = (days: number) => ({ from: FROM, to: plusDays(FROM, days - 1) })
const weights = (days: ReadonlyArray<number>, value: (day: number) => number): ReadonlyArray<Measured> =>
  days.map((day) => ({ date: plusDays(FROM, day), value: value(day) }))
const eaten = (days: ReadonlyArray<number>, calories: (day: number) => number): ReadonlyArray<EatenDay> =>
  days.map((day) => ({ date: plusDays(FROM, day), calories: calories(day), isOneMeal: false }))

const found = (result: ReturnType<typeof energyBalance>): Balance => {
  if (!("expenditure" in result)) throw new Error(`missing: ${JSON.stringify(result)}`)
  return result
}
const missing = (result: ReturnType<typeof energyBalance>): ReadonlyArray<Missing["what"]> =>
  "expenditure" in result ? [] : result.map(({ what }) => what)

describe("the window", () => {
  const today = ActivityDay.make("2026-03-14")
  const of = (from: string, to: string) => windowOf(ActivityDay.make(from), ActivityDay.make(to), today)

  test("is whole weeks at the end of the range, without today", () => {
    expect(of("2026-02-01", "2026-03-14")).toEqual({ from: "2026-02-07", to: "2026-03-13" } as never)
    expect(of("2026-02-01", "2026-02-28")).toEqual({ from: "2026-02-01", to: "2026-02-28" } as never)
    expect(of("2025-03-14", "2026-03-14")).toEqual({ from: "2025-03-15", to: "2026-03-13" } as never)
  })

  test("needs 28 days", () => {
    expect(of("2026-02-15", "2026-03-14")).toBe(27)
    expect(of("2026-02-14", "2026-03-14")).toEqual({ from: "2026-02-14", to: "2026-03-13" } as never)
    expect(of("2026-03-14", "2026-03-14")).toBe(0)
  })
})

describe("the energy balance", () => {
  test("is exact without noise", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(28, 42, 84),
        fc.double({ min: 1200, max: 4000, noNaN: true }),
        fc.double({ min: -0.15, max: 0.15, noNaN: true }),
        (days, intake, perDay) => {
          const all = upTo(days)
          const { expenditure, balance, weight } = found(
            energyBalance(
              weights(all, (day) => 80 + perDay * day),
              eaten(all, () => intake),
              window(days)
            )
          )
          expect(expenditure.value).toBeCloseTo(intake - 7700 * perDay, 5)
          expect(balance.value).toBeCloseTo(7700 * perDay, 5)
          expect(weight.value).toBeCloseTo(7 * perDay, 8)
        }
      )
    )
  })

  test("changes only its expenditure if a diary misses a constant share of everything", () => {
    const random = dice(1)
    for (const group of GROUPS.slice(0, 20)) {
      const { weights, eaten, ...window } = person(group, random)
      const whole = energyBalance(weights, eaten, window)
      const part = energyBalance(
        weights,
        eaten.map((day) => ({ ...day, calories: 0.8 * day.calories })),
        window
      )
      if (!("expenditure" in whole)) continue
      expect(found(part).balance.value).toBe(whole.balance.value)
      expect(found(part).expenditure.value).toBeCloseTo(whole.expenditure.value - 0.2 * whole.intake.mean, 6)
    }
  })

  test("reports what is missing, with what there is and what is needed", () => {
    const all = upTo(42)
    const line = (day: number) => 80 - day * 0.05
    const of = (weighed: ReadonlyArray<number>, logged: ReadonlyArray<number>) =>
      missing(
        energyBalance(
          weights(weighed, line),
          eaten(logged, () => 2000),
          window(42)
        )
      )
    expect(of(all, all)).toEqual([])
    expect(of([], [])).toEqual([
      "weigh_ins",
      "weigh_in_span_days",
      "weigh_ins_in_each_third",
      "food_days",
      "food_days_in_each_week"
    ])
    expect(of([0, 6, 13, 20, 27, 34, 41], all)).toEqual(["weigh_ins"])
    expect(of(upTo(20), all)).toEqual(["weigh_in_span_days", "weigh_ins_in_each_third"])
    expect(of([...upTo(20), 30], all)).toEqual(["weigh_ins_in_each_third"])
    // Ten readings on each side of the middle, over 20 and 21 days.
    const around = (first: number, last: number) => [
      ...upTo(10).map((day) => day + first),
      ...upTo(10).map((day) => day + last - 9)
    ]
    expect(of(around(10, 29), all)).toEqual(["weigh_in_span_days"])
    expect(of(around(10, 30), all)).toEqual([])
    expect(of(all, upTo(29))).toEqual(["food_days", "food_days_in_each_week"])
    expect(
      of(
        all,
        [...upTo(21), ...upTo(21).map((day) => day + 24)].filter((day) => day < 42)
      )
    ).toEqual([])
    expect(
      of(
        all,
        all.filter((day) => day < 14 || day >= 18)
      )
    ).toEqual(["food_days_in_each_week"])
    expect(
      energyBalance(
        weights([0, 6, 13, 20, 27, 34, 41], line),
        eaten(all, () => 2000),
        window(42)
      )
    ).toEqual([{ what: "weigh_ins", have: 7, need: 8 }])
  })

  test("refuses readings in clusters, in which two days alone would decide the slope", () => {
    const clustered = [0, 1, ...upTo(11).map((day) => day + 50)]
    const of = (days: ReadonlyArray<number>) =>
      missing(
        energyBalance(
          weights(days, () => 80),
          eaten(upTo(84), () => 2000),
          window(84)
        )
      )
    expect(of(clustered)).toEqual(["weigh_ins_spread_out"])
    expect(of(upTo(84))).toEqual([])
  })

  test("leaves out one absurd weight, and lists it", () => {
    const all = upTo(42)
    for (const absurd of [0, 20, 41]) {
      const line = (day: number) => (day === absurd ? 480 : 80 - day * 0.05)
      const { outliers, expenditure, weighIns } = found(
        energyBalance(
          weights(all, line),
          eaten(all, () => 2000),
          window(42)
        )
      )
      expect(outliers.map(({ date }) => String(date))).toEqual([String(plusDays(FROM, absurd))])
      expect(weighIns).toBe(41)
      expect(expenditure.value).toBeCloseTo(2385, 6)
    }
  })

  test("leaves out days that were not logged to the end, and returns both results if they matter", () => {
    const all = upTo(28)
    const half = (days: ReadonlyArray<number>, calories: number) =>
      all.map((day) => ({
        date: plusDays(FROM, day),
        calories: days.includes(day) ? calories : 2400,
        isOneMeal: days.includes(day)
      }))
    const of = (eaten: ReadonlyArray<EatenDay>) =>
      found(
        energyBalance(
          weights(all, () => 80),
          eaten,
          window(28)
        )
      )
    const many = of(half([3, 11, 19, 26], 300))
    expect([many.doubtful.length, many.intake.daysLogged]).toEqual([4, 24])
    expect(many.expenditure.value).toBeCloseTo(2400, 6)
    expect(many.withDoubtful?.value).toBeCloseTo(2100, 6)
    expect(of(half([3], 300)).withDoubtful).toBeUndefined()
    // A small day of several meals is complete.
    expect(of(half([3], 300).map((day) => ({ ...day, isOneMeal: false }))).doubtful).toEqual([])
    expect(of(half([3], 1300)).doubtful).toEqual([])
    // Of 14 days with 800 kcal and 14 with 2,400, the usual is 1,600.
    const odd = all.filter((day) => day % 2 === 1)
    expect(of(half(odd, 800)).doubtful).toEqual([])
  })

  test("keeps weights 1.5 kg from the others, and leaves out those further away", () => {
    const days = eaten(upTo(28), () => 2000)
    const outliers = (far: number) => {
      const value = (day: number) => 80 + ([5, 22].includes(day) ? far : [6, 21].includes(day) ? -far : 0)
      return found(energyBalance(weights(upTo(28), value), days, window(28))).outliers.length
    }
    expect([outliers(1.5), outliers(1.501)]).toEqual([0, 4])
  })

  test("warns if so much more was eaten in one half that water may have changed the weight", () => {
    const all = upTo(28)
    const of = (late: number) =>
      found(
        energyBalance(
          weights(all, () => 80),
          eaten(all, (day) => (day < 14 ? 2000 : late)),
          window(28)
        )
      )
    expect(of(2600).isShifted).toBe(true)
    expect(of(2300).isShifted).toBe(false)
  })
})

describe("in simulated people", () => {
  const random = dice(20_260_101)
  const scores = GROUPS.map((group) => score(group, 150, random))
  const mean = (items: ReadonlyArray<number>) => items.reduce((sum, item) => sum + item, 0) / items.length

  test("the interval contains the truth for 95 % of all, and for 92 % of every kind of measuring", () => {
    expect(mean(scores.map(({ covered }) => covered))).toBeGreaterThan(0.95)
    const kinds = Map.groupBy(scores, ({ noise, correlation, missing }) => `${noise} ${correlation} ${missing}`)
    expect(kinds.size).toBe(36)
    // A sample of 450 people may be 3 % off; the command simulates thousands.
    for (const [kind, windows] of kinds) {
      expect([kind, mean(windows.map(({ covered }) => covered)) > 0.89]).toEqual([kind, true])
    }
  })

  test.each([4, 13, 26, 39, 52])(
    "over %d weeks, the intervals of expenditure, balance and rates contain the truth for 93 %",
    (weeks) => {
      const { expenditure, balance, week, rate } = coverageOf(weeks, 600, dice(weeks))
      expect(Math.min(expenditure, balance, week, rate)).toBeGreaterThan(0.93)
    }
  )

  test("the estimate is not biased", () => {
    expect(Math.abs(mean(scores.map(({ bias }) => bias)))).toBeLessThan(10)
  })

  test("a Kalman filter over the same days is within the interval for 95 % of 1,000 people", () => {
    const random = dice(7)
    let [people, inside] = [0, 0]
    for (let index = 0; people < 1000; index++) {
      const group = GROUPS[index % GROUPS.length]!
      const simulated = person(group, random)
      const found = energyBalance(simulated.weights, simulated.eaten, simulated)
      if (!("expenditure" in found)) continue
      people++
      const other = filtered(simulated.weights, simulated.eaten, simulated)
      const { low, high, value } = found.expenditure
      if (low <= other.value && other.value <= high && Math.abs(value - other.value) <= 2 * other.error) inside++
    }
    expect(inside / people).toBeGreaterThan(0.95)
  })

  /**
   * The formula that open trackers publish: what was eaten, minus the difference between the means of the first and
   * last 7 days.
   */
  const byWeeklyMeans = ({ weights, eaten, from, to }: ReturnType<typeof person>): number => {
    const days = daysBetween(from, to) + 1
    const meanOf = (items: ReadonlyArray<number>) => items.reduce((sum, item) => sum + item, 0) / items.length
    const within = (first: number) =>
      meanOf(
        weights.flatMap(({ date, value }) => {
          const day = daysBetween(from, date)
          return first <= day && day < first + 7 ? [value] : []
        })
      )
    const perDay = (within(days - 7) - within(0)) / (days - 7)
    return meanOf(eaten.map(({ calories }) => calories)) - KCAL_PER_KG * perDay
  }

  test("the difference of weekly means is within the interval for 95 %, and is further from the truth", () => {
    const random = dice(11)
    const found = Array.from({ length: 1400 }, (_, index) => person(GROUPS[index % GROUPS.length]!, random)).flatMap(
      (simulated) => {
        const balance = energyBalance(simulated.weights, simulated.eaten, simulated)
        return "expenditure" in balance
          ? [{ ...balance.expenditure, other: byWeeklyMeans(simulated), truth: simulated.expenditure }]
          : []
      }
    )
    const outside = found.filter(({ low, high, other }) => other < low || high < other)
    expect(found.length).toBeGreaterThan(1000)
    expect(1 - outside.length / found.length).toBeGreaterThan(0.95)
    const errorOf = (estimates: ReadonlyArray<number>) => Math.sqrt(mean(estimates.map((error) => error ** 2)))
    expect(errorOf(found.map(({ value, truth }) => value - truth))).toBeLessThan(
      errorOf(found.map(({ other, truth }) => other - truth))
    )
  })
})

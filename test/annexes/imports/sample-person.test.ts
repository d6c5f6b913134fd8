import { expect, test } from "bun:test"
import { SAMPLE_DAYS, samplePerson } from "../../../src/annexes/imports/sample/person.ts"
import { ActivityDay, plusDays } from "../../../src/values/activity-day.ts"

const TODAY = ActivityDay.make("2026-03-14")

test("the sample person loses weight, most of it fat but not all", () => {
  const lines = samplePerson({ today: TODAY, foods: new Map(), run: "abc", weightUnit: "kg" })
  const meanOf = (metric: string, first: ActivityDay, last: ActivityDay) => {
    const values = lines.flatMap(([part, { metric: of, date, value }]) =>
      part === "readings" && of === metric && String(date) >= first && String(date) <= last ? [Number(value)] : []
    )
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  const inMonth = (first: ActivityDay) => {
    const [weight, fat] = ["weight", "body_fat"].map((metric) => meanOf(metric, first, plusDays(first, 29))) as [
      number,
      number
    ]
    return { weight, fat: (weight * fat) / 100 }
  }
  const [before, after] = [inMonth(plusDays(TODAY, 1 - SAMPLE_DAYS)), inMonth(plusDays(TODAY, -29))]
  const [lost, lostFat] = [before.weight - after.weight, before.fat - after.fat]
  expect(lost).toBeGreaterThan(2)
  expect(lostFat).toBeGreaterThan(lost / 2)
  expect(lostFat).toBeLessThan(lost)
})

interface Trained {
  readonly exerciseId: string
  readonly sets: ReadonlyArray<{ readonly weightKg?: number }>
}

test("the sample person gets stronger in each lift, by a quarter to two thirds in half a year", () => {
  const lines = samplePerson({ today: TODAY, foods: new Map(), run: "abc", weightUnit: "kg" })
  const loads = new Map<string, ReadonlyArray<number>>()
  for (const { exercises } of lines.flatMap(([part, line]) => (part === "workouts" ? [line] : [])))
    for (const { exerciseId, sets } of exercises as ReadonlyArray<Trained>)
      loads.set(exerciseId, [...(loads.get(exerciseId) ?? []), Math.max(...sets.map(({ weightKg = 0 }) => weightKg))])
  const gains = [...loads.values()].filter(([first = 0]) => first > 0).map((best) => Math.max(...best) / (best[0] ?? 0))
  expect(gains.length).toBeGreaterThanOrEqual(4)
  for (const gain of gains) expect(gain).toBeWithin(1.25, 5 / 3)
})

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

import { expect, test } from "bun:test"
import { DayCheck } from "../../../src/annexes/imports/formats/day-check.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"

const [MONDAY, TUESDAY] = [ActivityDay.make("2026-03-09"), ActivityDay.make("2026-03-10")]

/** What is said of days, each with its stated calories and those of its foods. */
const said = (...days: ReadonlyArray<readonly [day: ActivityDay, stated: number, ...foods: ReadonlyArray<number>]>) => {
  const check = new DayCheck()
  for (const [day, stated, ...foods] of days) {
    check.state(day, stated)
    for (const calories of foods) check.add(day, calories)
  }
  return check.difference()
}

test("foods that add up to their day's sum, give or take 5 kcal or 1 %, are not worth a word", () => {
  expect(said([MONDAY, 300, 100, 195])).toBeNull()
  expect(said([MONDAY, 2000, 1000, 980], [TUESDAY, 1500, 1515])).toBeNull()
})

test("others are, with the first day as an example", () => {
  expect(said([MONDAY, 300, 294])).toContain("foods of 1 day ")
  expect(said([MONDAY, 2000, 1000, 979])).toContain("foods of 1 day ")
  const both = said([TUESDAY, 1500, 1516], [MONDAY, 2000, 1900])
  expect(both).toContain("foods of 2 days ")
  expect(both).toContain(`on ${MONDAY}, 1900 kcal were read, and the export states 2000`)
})

test("an export without foods, or without sums, cannot be checked", () => {
  expect(said([MONDAY, 2000])).toBeNull()
  const check = new DayCheck()
  check.add(MONDAY, 500)
  expect(check.difference()).toBeNull()
})

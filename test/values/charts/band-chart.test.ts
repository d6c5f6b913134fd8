import { expect, test } from "bun:test"
import { ActivityDay, plusDays } from "../../../src/values/activity-day.ts"
import { BandChart } from "../../../src/values/charts/band-chart.tsx"
import { number } from "../../../src/values/charts/format.ts"
import { daysScale } from "../../../src/values/charts/scales.ts"

const MONDAY = ActivityDay.make("2026-01-05")
const TO = plusDays(MONDAY, 55)
const week = (index: number) => plusDays(MONDAY, 7 * index)

/** The left and the right edge of each part of the band that these weeks are drawn as. */
const partsOf = (weeks: ReadonlyArray<number>) => {
  const html = String(
    BandChart({
      id: "chart",
      title: "Energy",
      description: "Of eight weeks.",
      unit: "kcal",
      from: MONDAY,
      to: TO,
      grain: "week",
      ranges: weeks.map((index) => ({ first: week(index), low: 2000, high: 2400 })),
      least: 600,
      names: { value: "kcal", interval: "95 % sure" },
      format: number,
      empty: "Nothing."
    })
  )
  const [, path = ""] = /class="band" d="([^"]*)"/.exec(html) ?? []
  return path
    .split("Z")
    .slice(0, -1)
    .map((part) => {
      const across = [...part.matchAll(/[ML](-?\d+),/g)].map(([, x]) => Number(x))
      return [Math.min(...across), Math.max(...across)]
    })
}

test("a band reaches from the start of its first week to the end of its last, also if that is one week", () => {
  const { span } = daysScale(MONDAY, TO, "week")
  const across = (first: number, last: number) => [span(week(first)).start, span(week(last)).end].map(Math.round)
  expect(partsOf([0, 1, 2, 3, 4, 5, 6, 7])).toEqual([across(0, 7)])
  expect(partsOf([1, 2, 5])).toEqual([across(1, 2), across(5, 5)])
})

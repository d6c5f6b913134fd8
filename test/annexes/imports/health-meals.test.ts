import { expect, test } from "bun:test"
import { HealthMeals } from "../../../src/annexes/imports/apps/recorders/health-meals.ts"
import { Emitter } from "../../../src/annexes/imports/formats/emitter.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"

test("of more foods than are put together, the first are whole, and each further nutrient has a reason", () => {
  const meals = new HealthMeals("export.xml", 2)
  const add = (type: string, food: string) =>
    meals.add(
      {
        type,
        source: "Diary",
        instant: 0,
        momentAt: () => ({ day: ActivityDay.make("2026-03-01"), instant: 0, time: null, zone: null }),
        value: 10,
        unit: "g",
        food,
        meal: null
      },
      1
    )
  expect(["Oats", "Skyr", "Plum"].map((food) => add("DietaryProtein", food))).toEqual([
    null,
    null,
    "there are more foods than can be put together"
  ])
  expect(add("DietaryFatTotal", "Oats")).toBeNull()
  const emit = new Emitter()
  for (const _ of meals.end(emit));
  expect(emit.take().flat()).toMatchObject([
    { name: "Oats", rows: 2, nutrition: { protein: 10, fat: 10 } },
    { name: "Skyr", rows: 1, nutrition: { protein: 10, fat: null } }
  ])
})

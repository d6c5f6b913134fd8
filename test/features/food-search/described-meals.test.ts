import { afterAll, beforeAll, expect, test } from "bun:test"
import { itemsIn } from "../../../bench/meals/agent.ts"
import { describedMeals } from "../../../bench/meals/describe.ts"
import { type Estimate, errorsOf, estimate } from "../../../bench/meals/estimate.ts"
import { makeService, newPerson, type Service } from "../../support/app.ts"
import { storeSets } from "../../support/stores.ts"

let service: Service
beforeAll(async () => {
  const memory = storeSets.find(({ name }) => name === "memory") ?? storeSets[0]
  if (memory === undefined) throw new Error("There are no stores")
  service = await makeService(memory.reused)
}, 60_000)
afterAll(() => service.stop())

test("an agent without a model logs most described meals within 20 % of their calories", async () => {
  const { rest } = await newPerson(service)
  const estimates: Array<Estimate> = []
  for (const meal of describedMeals(60)) estimates.push(await estimate(rest, meal))
  const { medianShare, within20 } = errorsOf(estimates)
  console.log(
    `60 described meals: median error ${(100 * medianShare).toFixed(1)} %, within 20 %: ${(100 * within20).toFixed(0)} %`
  )
  expect(medianShare).toBeLessThanOrEqual(0.05)
  expect(within20).toBeGreaterThanOrEqual(0.8)
}, 30_000)

test("an agent without a model logs most described dishes within 7.5 g or 20 % of their carbohydrates", async () => {
  const { rest } = await newPerson(service)
  const estimates: Array<Estimate> = []
  for (const meal of describedMeals(60, "FNDDS")) estimates.push(await estimate(rest, meal))
  const { meanCarbs, nearCarbs } = errorsOf(estimates)
  console.log(
    `60 described dishes: mean error ${meanCarbs.toFixed(1)} g, within 7.5 g or 20 %: ${(100 * nearCarbs).toFixed(0)} %`
  )
  expect(meanCarbs).toBeLessThanOrEqual(9)
  expect(nearCarbs).toBeGreaterThanOrEqual(0.8)
}, 30_000)

test("the agent reads every food of a description with its amount", () => {
  const text = "I had two slices of rye bread with half an avocado and 105 grams of mac and cheese as lunch."
  expect(itemsIn(text)).toEqual([
    { count: 2, measure: "slice", food: "rye bread" },
    { count: 0.5, measure: undefined, food: "avocado" },
    { count: 105, measure: "gram", food: "mac and cheese" }
  ])
})

test("the same meals are described on every run", () => {
  const all = describedMeals(2000)
  expect(all).toHaveLength(2000)
  expect(describedMeals(2000)).toEqual(all)
  expect(new Set(all.map(({ meal_description }) => meal_description)).size).toBeGreaterThan(1850)
  expect(all[0]).toEqual(describedMeals(1)[0])
})

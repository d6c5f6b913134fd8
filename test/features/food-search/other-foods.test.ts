import { expect, test } from "bun:test"
import { askedFor, matchOf } from "../../../src/features/food-search/features.ts"
import { questionOf } from "../../../src/features/food-search/query.ts"

const isWanted = (query: string, name: string) => {
  const question = questionOf(query)
  const food = { id: "food_imported", name, brandName: null }
  return matchOf({ food, own: false, asked: askedFor(question.terms, question) }).features.otherFood === 0
}

test.each([
  ["granola with milk", "Granola, homemade", true],
  ["granola with milk", "Low-Fat Granola with Raisins", true],
  ["granola with milk", "Granola bar, with milk chocolate", false],
  ["granola with milk", "Milk with granola", false],
  ["cherries in syrup", "Cherry, sour, red, canned", true],
  ["cherries in syrup", "Cherries (sour), canned", true],
  ["cherries in syrup", "Pie, cherry", false],
  ["tuna in oil", "Fish, light tuna, canned in oil", true],
  ["eggs with bacon", "Bacon and egg biscuit", false],
  ["eggs with bacon", "Eggo, waffles", false],
  ["rice with chicken", "Rice and chicken", true],
  ["rice with chicken", "Rice and roast chicken", true],
  ["rice with chicken", "Rice and roast duck", false],
  ["rice with chicken", "Chicken and rice", false],
  ["salad with dressing", "Salad dressing, Italian", false],
  ["salad dressing", "Salad dressing, Italian", true],
  ["fried potatoes", "Potatoes, fried", true],
  ["fried potatoes", "Soup with fried potatoes", false]
])("whether a search for %j wants the food %j: %p", (query, name, expected) => {
  expect(isWanted(query, name)).toBe(expected)
})

test("a query of names alone wants every food that has them", () => {
  expect(isWanted("tomato soup", "Anything with soup of a tomato")).toBe(true)
})

test.each([
  ["instant grits", "Instant Grits, Butter Flavor, dry", 1],
  ["instant coffee with sugar", "Coffee, instant, sweetened, powder", 1],
  ["rice pudding", "Pudding, rice, dry mix", 1],
  ["rice pudding mix", "Pudding, rice, dry mix", 0],
  ["uncooked noodles", "Noodles, Japanese, somen, dry", 0],
  ["salami", "Salami, dry or hard, pork", 0],
  ["roasted peanuts", "Peanuts, dry roasted", 0]
])("how often a search for %j meets in %j a form that nobody eats: %p", (query, name, expected) => {
  const question = questionOf(query)
  const food = { id: "food_imported", name, brandName: null }
  expect(matchOf({ food, own: false, asked: askedFor(question.terms, question) }).features.unprepared).toBe(expected)
})

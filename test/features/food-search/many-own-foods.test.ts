import { expect, test } from "bun:test"
import { foundInOwn, ownFoodsOf } from "../../../src/features/food-search/own-matches.ts"
import { questionOf } from "../../../src/features/food-search/query.ts"
import { NO_CATALOGUE, results } from "../../../src/features/food-search/rank.ts"

const foods = Array.from({ length: 5000 }, (_, n) => ({
  id: `cfood_${n}`,
  name: n === 4321 ? "Porridge Gargoyle" : `Porridge Gargoyle ${n % 50} Heave ${n}`,
  brandName: null
}))
const own = ownFoodsOf(foods)

const found = (query: string, limit = 20) => {
  const question = questionOf(query)
  return results(question, NO_CATALOGUE, foundInOwn(question, own, NO_CATALOGUE.lookedFor, limit), limit).foods.map(
    ({ name }) => name
  )
}

test("of thousands that match, those that match most of the query are found", () => {
  expect(found("porridge gargoyle heave 4999")[0]).toBe("Porridge Gargoyle 49 Heave 4999")
  expect(found("gargoile heave 1234")[0]).toBe("Porridge Gargoyle 34 Heave 1234")
})

test("of thousands that match alike, the plainest is found", () => {
  expect(found("porridge gargoyle")[0]).toBe("Porridge Gargoyle")
  expect(found("porridge", 50)).toHaveLength(50)
})

test("only as many are ranked as of the catalogue", () => {
  expect(foundInOwn(questionOf("gargoyle heave"), own, [], 20)).toHaveLength(50)
  expect(foundInOwn(questionOf("gargoyle heave"), own, [], 50)).toHaveLength(100)
})

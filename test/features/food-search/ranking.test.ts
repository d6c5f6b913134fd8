import { expect, test } from "bun:test"
import { askedFor, matchOf } from "../../../src/features/food-search/features.ts"
import { questionOf } from "../../../src/features/food-search/query.ts"
import { results } from "../../../src/features/food-search/rank.ts"

/** The names of these foods of a catalogue that a search shows, the best first. */
const found = (query: string, ...foods: ReadonlyArray<readonly [name: string, brandName?: string]>) => {
  const question = questionOf(query)
  const catalogue = foods.map(([name, brandName = null], n) => ({ id: `food_imported_${n}`, name, brandName }))
  return results(question, { lookedFor: question.terms, foods: catalogue }, [], 20).foods.map(({ name }) => name)
}

test("a brand that the query does not name puts a food behind one with three further words, but not with six", () => {
  const short = "Zorb, flarn"
  const longer = `${short}, grimbly, quibble, snarf`
  const longest = `${longer}, wumpet, drimble, fosk`
  expect(found("zorb", [short, "Acme"], [longer])).toEqual([longer, short])
  expect(found("zorb", [short, "Acme"], [longest])).toEqual([short, longest])
  expect(found("zorb acme", [short, "Acme"], [longer])[0]).toBe(short)
})

test("unknown words are equally important: which one a food lacks matters less than the order of those that it has", () => {
  expect(found("zorb quibble flarn", ["Quibble flarn"], ["Zorb flarn"])).toEqual(["Quibble flarn"])
})

test.each([
  ["avocado", "Avocado, raw", 0],
  ["avacodo", "Avocado, raw", 1],
  ["avacodo", "Avacodo", 0]
])("how many typing errors a search for %j needs to mean %j: %p", (query, name, errors) => {
  const question = questionOf(query)
  const food = { id: "food_imported", name, brandName: null }
  expect(matchOf({ food, own: false, asked: askedFor(question.terms, question) }).features.errors).toBe(errors)
})

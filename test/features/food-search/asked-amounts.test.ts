import { expect, test } from "bun:test"
import { amountOf, amountsIn } from "../../../src/features/food-search/amounts.ts"

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]

test.each([
  ...NUMBERS.map((word, index) => [`${word} eggs`, { value: index + 1, unit: undefined }] as const),
  ["ten eggs", { value: 10, unit: undefined }],
  ["a dozen eggs", { value: 12, unit: undefined }],
  ["an egg", { value: 1, unit: undefined }],
  ["another egg", { value: 1, unit: undefined }],
  ["a couple of eggs", { value: 2, unit: undefined }],
  ["half a cup of rice", { value: 0.5, unit: "cup" }],
  ["a quarter cup of rice", { value: 0.25, unit: "cup" }],
  ["2 x 30 g cheese", { value: 60, unit: "g" }],
  ["1 1/2 cups of milk", { value: 1.5, unit: "cups" }],
  ["milk 2 dl", { value: 200, unit: "ml" }],
  ["500 mg salt", { value: 0.5, unit: "g" }],
  ["some rice", undefined],
  ["2 eggs 100 g", undefined],
  ["eggs", undefined]
] as const)("%s asks for this much", (query, amount) => {
  expect(amountOf(amountsIn(query).amounts)).toEqual(amount)
})

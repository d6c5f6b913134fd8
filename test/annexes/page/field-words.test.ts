import { expect, test } from "bun:test"
import { fieldInWords } from "../../../src/annexes/page/frame/field-words.ts"

test.each([
  ["weight", "Weight"],
  ["mealType", "Meal type"],
  ["body_fat", "Body fat"],
  ["foodId", "Food"],
  ["id", "The address"],
  ["q", "Search"],
  ["constructor", "Constructor"],
  ["exercises[0].sets[1].intensity", "RPE of set 2 of exercise 1"],
  ["readings[0].date", "Day of reading 1"],
  ["exercises[0].sets[1].reps", "Repetitions of set 2 of exercise 1"]
])("%s is read as %s", (field, words) => {
  expect(fieldInWords(field)).toBe(words)
})

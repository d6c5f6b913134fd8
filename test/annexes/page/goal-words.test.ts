import { expect, test } from "bun:test"
import { decimalsOf, usualFor } from "../../../src/annexes/page/goals/goal-words.ts"

test("a new goal for the body is at least its target if that is above the latest reading, and as usual otherwise", () => {
  expect(usualFor("weight", 80, 75)).toBe("min")
  expect(usualFor("weight", 75, 75)).toBe("max")
  expect(usualFor("weight", 70, 75)).toBe("max")
  expect(usualFor("weight", 80, undefined)).toBe("max")
  expect(usualFor("weight", undefined, 75)).toBe("max")
  expect(usualFor("sodium", 2300, 1500)).toBe("max")
  expect(usualFor("protein", 140, 150)).toBe("min")
})

test("kilocalories and milligrams are shown in wholes, grams in tenths, and readings in hundredths", () => {
  expect([decimalsOf("calories"), decimalsOf("sodium")]).toEqual([0, 0])
  expect([decimalsOf("protein"), decimalsOf("saturated_fat")]).toEqual([1, 1])
  expect([decimalsOf("weight"), decimalsOf("hydration"), decimalsOf(null)]).toEqual([2, 2, 2])
})

import { expect, test } from "bun:test"
import { makeFileUnits } from "../../../src/annexes/imports/rows/file-units.ts"
import { KILOGRAMS_PER_POUND } from "../../../src/values/units.ts"

const unitOf = (kilograms: ReadonlyArray<number>) => {
  const units = makeFileUnits()
  for (const each of kilograms) units.note("loads", each)
  return units.found().loads
}

test("weights that most of a file gives in a unit are in it; zeros and what is in neither do not count", () => {
  const pounds = [45, 135, 182.5, 220.25].map((each) => each * KILOGRAMS_PER_POUND)
  expect(unitOf(pounds)).toBe("lb")
  expect(unitOf([20, 61.25, 72.35, 100.1, 71.3])).toBe("kg")
  expect(unitOf([...pounds, 20])).toBe("lb")
  expect(unitOf([...pounds, 20, 40, 60, 80])).toBeUndefined()
  expect(unitOf([0, 0, ...pounds])).toBe("lb")
  expect(unitOf([71.23456789, 72.3456789])).toBeUndefined()
  expect(unitOf([0])).toBeUndefined()
  expect(unitOf([])).toBeUndefined()
})

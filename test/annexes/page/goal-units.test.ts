import { expect, test } from "bun:test"
import { measuresOf } from "../../../src/annexes/page/goals/goal-units.ts"

const METRIC = { distanceUnit: "km", bodyWeightUnit: "kg" } as const
const AMERICAN = { distanceUnit: "mi", bodyWeightUnit: "lb" } as const

test("the form of a goal converts what is measured, into the person's units or the goal's own", () => {
  expect(measuresOf(["hydration", "weight", "protein"], undefined, METRIC)).toBe(
    "hydration:volume:ml;weight:weight:kg;protein:grams:g"
  )
  expect(measuresOf(["hydration", "weight"], undefined, AMERICAN)).toBe("hydration:volume:fl oz;weight:weight:lb")
  expect(measuresOf(["hydration"], "l", METRIC)).toBe("hydration:volume:l")
})

test("it converts nothing for a habit, or for what people count in units of their own", () => {
  expect(measuresOf(["habit", "custom", "steps"], undefined, METRIC)).toBe("steps:steps:steps")
  expect(measuresOf(["custom"], "pages", METRIC)).toBe("")
})

import { expect, test } from "bun:test"
import { saidText } from "../../../src/annexes/page/diary/diary-amount.tsx"

test("an amount stands as it was said, with what it weighs or holds unless that was said", () => {
  expect(saidText({ value: 1, unit: "pat" }, { value: 7.04, unit: "g" })).toBe("1 pat, 7 g")
  expect(saidText({ value: 2.125, unit: "slices" }, { value: 53.25, unit: "g" })).toBe("2.13 slices, 53.3 g")
  expect(saidText({ value: 2, unit: "slices" }, undefined)).toBe("2 slices")
  expect(saidText({ value: 30, unit: "g" }, { value: 30, unit: "g" })).toBe("30 g")
})

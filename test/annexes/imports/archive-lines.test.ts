import { expect, test } from "bun:test"
import { Schema } from "effect"
import { LINES } from "../../../src/annexes/imports/archive/lines.ts"

test.each([
  ["no characters", "", false],
  ["500 characters", "k".repeat(500), true],
  ["500 characters of four bytes", "🏋".repeat(500), true],
  ["501 characters", "k".repeat(501), false]
])("a line of an archive may have a key of up to 500 characters: %s", (_length, nameKey, fits) => {
  const line = { source: "hevy", nameKey, exerciseId: "exr_running" }
  expect(Schema.is(LINES["exercise-choices"])(line)).toBe(fits)
})

import { expect, test } from "bun:test"
import { stem } from "../../../src/values/text/words.ts"

test("singular and plural share a stem, and every word has a stem that is text", () => {
  for (const [plural, singular] of [
    ["cherries", "cherry"],
    ["leaves", "leaf"],
    ["constructors", "constructor"]
  ] as const) {
    expect(stem(plural)).toBe(stem(singular))
  }
  expect(stem("constructor")).toBe("constructor")
})

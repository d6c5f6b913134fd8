import { expect, test } from "bun:test"
import { stem } from "../../../src/values/text/words.ts"

test("singular and plural have their stem in common, and every word has one that is text", () => {
  for (const [plural, singular] of [
    ["cherries", "cherry"],
    ["leaves", "leaf"],
    ["constructors", "constructor"]
  ] as const) {
    expect(stem(plural)).toBe(stem(singular))
  }
  expect(stem("constructor")).toBe("constructor")
})

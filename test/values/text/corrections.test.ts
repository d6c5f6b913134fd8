import { expect, test } from "bun:test"
import fc from "fast-check"
import { correctionsBy, isTypingError, typingVariants } from "../../../src/values/text/corrections.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "𐐨"), minLength: 1, maxLength: 9 })

test("a word is corrected exactly if it shares a variant with a word of the vocabulary", () => {
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 30 }), (asked, known) => {
      const near = known.filter((each) => typingVariants(asked).intersection(typingVariants(each)).size > 0)
      const correction = correctionsBy(() => new Map(known.map((each) => [each, 1])))(asked)
      if (near.length === 0) expect(correction).toBeUndefined()
      else expect(near).toContain(correction ?? "")
    }),
    { numRuns: 2000 }
  )
})

test("only words of 3 to 24 letters without digits are corrected", () => {
  const letters = "abcdefghijklmnopqrstuvwxy"
  const isCorrected = (word: string) => typingVariants(word).size > 0
  expect([2, 3, 24, 25].map((length) => isCorrected(letters.slice(0, length)))).toEqual([false, true, true, false])
  expect(isCorrected("skyr2")).toBe(false)
})

test("a vocabulary of 50,000 words is indexed once, and corrects many words quickly", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz"
  const wordOf = (number: number) =>
    Array.from({ length: 5 }, (_, place) => letters[Math.floor((number * 7919) / 26 ** place) % 26]).join("")
  let asked = 0
  const correct = correctionsBy(() => {
    asked++
    return new Map(Array.from({ length: 50_000 }, (_, number) => [wordOf(number), 1]))
  })
  const started = performance.now()
  for (let number = 0; number < 16; number++) correct(`${wordOf(number * 31)}q`)
  expect(asked).toBe(1)
  expect(performance.now() - started).toBeLessThan(1500)
})

test.each([
  ["hcicken", "chicken", true, "the first two letters are swapped"],
  ["nannas", "ananas", false, "they are swapped, and another is wrong"],
  ["nannasen", "ananasen", true, "eight letters may have two errors"],
  ["hananas", "ananas", false, "the first letter is wrong"]
])("whether %s may be %s: %p, since %s", (asked, known, expected) => {
  expect(isTypingError(asked, known)).toBe(expected)
})

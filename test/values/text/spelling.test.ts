import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import { errorsBetween, spellingBy } from "../../../src/values/text/spelling.ts"

describe("errors between words", () => {
  test.each([
    ["squat", "squat", 0],
    ["dumbell", "dumbbell", 0],
    ["deadlfit", "deadlift", 1],
    ["burpie", "burpee", 1],
    ["puldown", "pulldown", 0],
    ["romainian", "romanian", 1],
    ["kettelbal", "kettlebell", 2],
    ["squat", "plank", undefined]
  ])("%s and %s: %p", (a, b, errors) => {
    expect(errorsBetween(a, b, 2)).toBe(errors)
    expect(errorsBetween(b, a, 2)).toBe(errors)
  })

  test("a letter omitted, inserted, changed or swapped is at most one error", () => {
    const letters = fc.stringMatching(/^[a-z]{2,12}$/)
    const mistake = fc.tuple(letters, fc.nat(), fc.stringMatching(/^[a-z]$/)).chain(([word, at, letter]) => {
      const i = at % word.length
      const [before, after] = [word.slice(0, i), word.slice(i + 1)]
      const swapped = i + 1 < word.length ? before + word[i + 1] + word[i] + word.slice(i + 2) : word
      const wrong = [before + after, before + letter + word.slice(i), before + letter + after, swapped]
      return fc.constantFrom(...wrong).map((typed) => ({ word, typed }))
    })
    const isPlain = (text: string) => !/(.)\1/.test(text)
    fc.assert(
      fc.property(mistake, ({ word, typed }) => {
        fc.pre(isPlain(word) && isPlain(typed))
        expect(errorsBetween(typed, word, 2)).toBeLessThanOrEqual(1)
      })
    )
  })
})

describe("correcting", () => {
  const correct = spellingBy([
    ["squat", 50],
    ["squash", 1],
    ["lunge", 10],
    ["lounge", 1],
    ["row", 40],
    ["kettlebell", 20],
    ["90s", 9]
  ])

  test("uses the fewest errors, then the most common word", () => {
    expect(correct("squit")).toBe("squat")
    expect(correct("squas")).toBe("squat")
    expect(correct("sqush")).toBe("squash")
    expect(correct("lungs")).toBe("lunge")
  })

  test("needs a word of five letters, and of eight for two errors", () => {
    expect(correct("rwo")).toBeUndefined()
    expect(correct("rows")).toBeUndefined()
    expect(correct("sqat")).toBe("squat")
    expect(correct("sqaa")).toBeUndefined()
    expect(correct("ketlebal")).toBe("kettlebell")
    expect(correct("lenga")).toBeUndefined()
  })

  test("keeps the first letter, unless it is swapped with the second", () => {
    expect(correct("qsuat")).toBe("squat")
    expect(correct("zquat")).toBeUndefined()
    expect(correct("quat")).toBeUndefined()
  })

  test("leaves alone numbers, other scripts without a similar word, and endless words", () => {
    for (const word of ["90x", "12345", "", "日本日本日", "s".repeat(500)]) expect(correct(word)).toBeUndefined()
  })
})

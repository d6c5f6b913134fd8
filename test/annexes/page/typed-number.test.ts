import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { typedCount, typedNumber } from "../../../src/annexes/page/frame/typed-number.ts"

describe("a number as typed", () => {
  test("has a decimal point or comma", () => {
    const typed = [
      "72.4",
      "72,4",
      " 72 ",
      "+5",
      "-1,5",
      ".5",
      ",5",
      "5.",
      "0,125",
      "0.125",
      "1.125",
      "80,12",
      "1234,567"
    ]
    expect(typed.map(typedNumber)).toEqual([72.4, 72.4, 72, 5, -1.5, 0.5, 0.5, 5, 0.125, 0.125, 1.125, 80.12, 1234.567])
  })

  test("may be a fraction", () => {
    const typed = ["1/2", "3 / 4", "1 1/2", "½", "1½", "2 ¾", "1⁄3"]
    expect(typed.map(typedNumber)).toEqual([0.5, 0.75, 1.5, 0.5, 1.5, 2.75, 1 / 3])
    for (const none of ["1/0", "/2", "1/", "½½", "½1", "1/2/3", "-½"])
      expect([none, typedNumber(none)]).toEqual([none, undefined])
  })

  test("may have separators between thousands", () => {
    const typed = [
      "1,200.5",
      "1.200,5",
      "1 200",
      "1 200,5",
      "1'200",
      "1,234,567",
      "1.234.567",
      "1,200.",
      "12 345 678.9"
    ]
    const numbers = [1200.5, 1200.5, 1200, 1200.5, 1200, 1_234_567, 1_234_567, 1200, 12_345_678.9]
    expect(typed.map(typedNumber)).toEqual(numbers)
  })

  test("is unclear with a comma before three digits", () => {
    expect(typedNumber("1,200")).toBe("unclear")
    expect(typedNumber("-72,125")).toBe("unclear")
  })

  test("is none with anything else in it", () => {
    for (const text of [
      "",
      " ",
      "abc",
      "1,2,3",
      "1..2",
      "1.2.3",
      "12 34",
      "1,20.5",
      "1e3",
      "0x10",
      "Infinity",
      "5 kg",
      "٣"
    ])
      expect(typedNumber(text)).toBeUndefined()
  })

  test("of things that are counted has thousands before three digits", () => {
    expect(["10,000", "10.000", "1,200", "0.125", "52.5", "1,200.5", "1 200"].map(typedCount)).toEqual([
      10_000, 10_000, 1200, 0.125, 52.5, 1200.5, 1200
    ])
    expect(typedCount("many")).toBeUndefined()
  })

  test("is read back whatever the page writes", () => {
    const written = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((value) => !String(value).includes("e"))
    fc.assert(fc.property(written, (value) => expect(typedNumber(String(value))).toBe(value + 0)))
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (value) => {
        expect(typedCount(value.toLocaleString("en"))).toBe(value)
        expect(typedCount(value.toLocaleString("de"))).toBe(value)
        expect(typedCount(value.toLocaleString("fr"))).toBe(value)
      })
    )
  })
})

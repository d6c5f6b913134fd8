import { describe, expect, test } from "bun:test"
import {
  type Measured,
  quantityFault,
  typedQuantity,
  UNITS,
  valueIn
} from "../../../src/annexes/page/frame/typed-quantity.ts"

const said = (text: string, measured: Measured, own: string) => {
  const typed = typedQuantity(text, measured, own)
  return typeof typed === "object" ? [typed.value, typed.unit] : typed
}

describe("a number with a unit, as typed", () => {
  test.each([
    ["82.4 kg", "weight", "lb", [82.4, "kg"]],
    ["82,4kg", "weight", "kg", [82.4, "kg"]],
    ["181 lb", "weight", "kg", [181, "lb"]],
    ["181 LBS.", "weight", "kg", [181, "lb"]],
    ["13 st 1", "weight", "kg", [183, "lb"]],
    ["13st 1.5lb", "weight", "kg", [183.5, "lb"]],
    ["13 stone", "weight", "kg", [182, "lb"]],
    ["60kg", "weight", "lb", [60, "kg"]],
    ["5 km", "distance", "mi", [5000, "m"]],
    ["400 m", "distance", "km", [400, "m"]],
    ["3 miles", "distance", "km", [4828.032, "m"]],
    ["5", "distance", "km", [5, "km"]],
    ["1 200 m", "distance", "km", [1200, "m"]],
    ["82 cm", "length", "in", [82, "cm"]],
    ["820 mm", "length", "cm", [82, "cm"]],
    ['32"', "length", "cm", [32, "in"]],
    ["32 in", "length", "cm", [32, "in"]],
    ["18,5 %", "percent", "percent", [18.5, "percent"]],
    ["8500 steps", "steps", "steps", [8500, "steps"]],
    ["58 bpm", "bpm", "bpm", [58, "bpm"]],
    ["7 h 30", "minutes", "minutes", [450, "minutes"]],
    ["7.5 h", "minutes", "minutes", [450, "minutes"]],
    ["7h 20min", "minutes", "minutes", [440, "minutes"]],
    ["1,5 l", "dish", "g", [1500, "ml"]],
    ["1.9 kg", "dish", "g", [1900, "g"]],
    ["450 kcal", "energy", "kcal", [450, "kcal"]],
    ["450 calories", "energy", "kcal", [450, "kcal"]],
    ["418.4 kJ", "energy", "kcal", [100, "kcal"]],
    ["2 g", "milligrams", "mg", [2000, "mg"]],
    ["150 mg", "milligrams", "mg", [150, "mg"]]
  ] as const)("%s is read in a field of %s", (text, measured, own, expected) => {
    expect(said(text, measured, own)).toEqual([...expected])
  })

  test.each(Object.keys(UNITS) as ReadonlyArray<Measured>)(
    "every unit of %s is read with point and comma",
    (measured) => {
      for (const [spelling, [factor, unit]] of Object.entries(UNITS[measured])) {
        for (const [text, value] of [
          ["2.5", 2.5],
          ["2,5", 2.5],
          ["3", 3]
        ] as const) {
          for (const between of ["", " "]) {
            const typed = typedQuantity(`${text}${between}${spelling}`, measured, "own")
            expect([spelling, typed]).toEqual([spelling, { value: Number((value * factor).toPrecision(12)), unit }])
          }
        }
      }
      expect(typedQuantity("2,5", measured, "own")).toEqual({ value: 2.5, unit: "own" })
    }
  )

  test.each([
    "kg",
    "82.4 bananas",
    "82 kg 3 cm",
    "82.4 kg kg",
    "",
    "8 2 kg kg",
    "82.4 constructor",
    "st 13",
    "13 st 1 2"
  ])("%p is none", (text) => {
    const typed = typedQuantity(text, "weight", "kg")
    expect(typed).toBeUndefined()
    if (typed === undefined) {
      expect(quantityFault(typed, "weight")).toBe("must be a number, such as 72.4; it may be followed by kg, lb or st")
    }
  })

  test("is unclear with a comma before three digits, with a unit too", () => {
    expect(said("1,200 kg", "weight", "kg")).toBe("unclear")
  })

  test("is converted to the field's unit", () => {
    expect(valueIn({ value: 82.4, unit: "kg" }, "lb")).toBe(181.6609)
    expect(valueIn({ value: 183, unit: "lb" }, "kg")).toBe(83.0074)
    expect(valueIn({ value: 32, unit: "in" }, "cm")).toBe(81.28)
    expect(valueIn({ value: 400, unit: "m" }, "km")).toBe(0.4)
    expect(valueIn({ value: 5000, unit: "m" }, "mi")).toBe(3.1069)
    expect(valueIn({ value: 58, unit: "bpm" }, "bpm")).toBe(58)
  })
})

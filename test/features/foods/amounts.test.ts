import { describe, expect, test } from "bun:test"
import { Either } from "effect"
import { servingsIn } from "../../../src/features/foods/amounts.ts"
import { asFood, type Food } from "../../../src/features/foods/model.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { WEIGHED } from "./weighed.ts"

const MASSES = { g: 1, kg: 1000, oz: 28.3495, lb: 453.592 }
const VOLUMES = ["ml", "fl oz", "cup", "tbsp", "tsp"] as const

const foodOf = (id: string): Food => {
  const food = shippedFoods().find((each) => each.id === id)
  if (food === undefined) throw new Error(`There is no ${id}`)
  return asFood("food", food)
}

/** The grams of an amount, or what is said of it. */
const grams = (food: Food, value: number, unit: string): number | string =>
  Either.match(servingsIn(food, { value, unit }), {
    onLeft: ({ part, text, received }) => `${part} ${text}; received ${received}`,
    onRight: (servings) => servings * food.serving.size
  })

describe.each(Object.entries(WEIGHED))("amounts of %s", (_, foods) => {
  test.each(foods)("%s", (id, volumes, portions) => {
    const food = foodOf(id)
    for (const [unit, weight] of Object.entries(MASSES)) {
      expect(grams(food, 2, unit)).toBeCloseTo(2 * weight, 4)
    }
    expect(grams(food, 1.5, "serving")).toBeCloseTo(1.5 * food.serving.size, 4)
    for (const [index, unit] of VOLUMES.entries()) {
      const weight = volumes[index]
      if (typeof weight === "number") expect(grams(food, 1, unit), unit).toBeCloseTo(weight, 3)
      else expect(grams(food, 1, unit)).toMatch(/^unit must be a unit of this food, which takes g, /)
    }
    const [millilitre] = volumes
    if (millilitre !== null) expect(grams(food, 0.2, "l")).toBeCloseTo(200 * millilitre, 1)
    for (const [words, weight] of Object.entries(portions)) {
      expect(grams(food, 3, words), words).toBeCloseTo(3 * weight, 2)
    }
  })
})

const made = (serving: Food["serving"], measures: Food["measures"] = []): Food => ({
  ...foodOf("food_sr28_01123"),
  serving,
  measures
})

describe("units", () => {
  const milk = foodOf("food_sr28_01077")

  test.each([
    ["G", 1],
    ["grams", 1],
    ["Kg", 1000],
    ["OZ", 28.3495],
    ["ounces", 28.3495],
    ["lbs", 453.592],
    ["ML", 1.031],
    ["Litres", 1031],
    ["FL OZ", 30.5],
    ["fl. oz.", 30.5],
    ["fluid ounces", 30.5],
    ["Cups", 244],
    ["tablespoons", 15],
    ["TSP", 244 / 48],
    ["Servings", 244]
  ])("%s may be plural, in any case, and written out", (unit, weight) => {
    expect(grams(milk, 1, unit)).toBeCloseTo(weight, 4)
  })

  test("that a food does not have are refused with those that it has, each with its grams", () => {
    const cheese = made({ size: 28, unit: "g", text: "1 slice" }, [{ text: "1 cup, cubed", size: 132 }])
    for (const unit of ["bucket", "stone", "%", "constructor", "slice of bread"]) {
      expect(grams(cheese, 1, unit)).toContain(
        'unit must be a unit of this food, which takes g, slice (28 g), cup, cubed (132 g); received "'
      )
    }
    expect(grams(made({ size: 100, unit: "g", text: null }), 1, "ml")).toContain("takes g, serving (100 g);")
    expect(grams(made({ size: 250, unit: "ml", text: "1 glass" }), 1, "g")).toContain("takes ml, glass (250 ml);")
    expect(grams(made({ size: 1, unit: "item", text: "1 cookie" }), 1, "g")).toContain(
      "takes serving, cookie (1 item);"
    )
  })

  test("of a food in millilitres are volumes; its weight needs a portion that states one", () => {
    const juice = made({ size: 250, unit: "ml", text: "1 glass" })
    const volumes = { ml: 1, l: 1000, "fl oz": 30, cup: 240, tbsp: 15, tsp: 5, glasses: 250, serving: 250 }
    for (const [unit, size] of Object.entries(volumes)) expect([unit, grams(juice, 1, unit)]).toEqual([unit, size])
    expect(grams(juice, 1, "oz")).toMatch(/^unit/)
    const oil = made({ size: 15, unit: "ml", text: "1 spoon" }, [{ text: "100 g", size: 109 }])
    expect(grams(oil, 200, "g")).toBeCloseTo(218, 4)
    expect(grams(oil, 1, "kg")).toBeCloseTo(1090, 4)
    expect(grams(oil, 1, "lb")).toBeCloseTo(1.09 * 453.592, 3)
    const shake = made({ size: 330, unit: "ml", text: "1 bottle (345 g)" })
    expect(grams(shake, 345, "g")).toBeCloseTo(330, 4)
  })

  test("of a food counted by the piece are its pieces", () => {
    const cookie = made({ size: 1, unit: "item", text: "1 cookie" })
    for (const unit of ["item", "items", "cookie", "cookies", "serving"]) expect(grams(cookie, 3, unit)).toBe(3)
  })

  test("count one portion, whatever number their text has", () => {
    const food = made({ size: 120, unit: "g", text: "1/2 cup" }, [
      { text: "3 cookies", size: 45 },
      { text: "1 1/2 bars", size: 60 },
      { text: "12 inch sub", size: 391 },
      { text: "½ pie", size: 300 },
      { text: "5 oz package", size: 142 }
    ])
    const one = { cup: 240, cookie: 15, bar: 40, "12 inch sub": 391, pie: 600, "5 oz package": 142, tbsp: 15 }
    for (const [unit, size] of Object.entries(one)) expect(grams(food, 1, unit), unit).toBeCloseTo(size, 4)
  })

  test("may leave out a portion's size where one is meant, and its brackets", () => {
    const sizes = [
      { text: "1 small or thin slice", size: 20 },
      { text: "1 medium slice", size: 28 },
      { text: "1 large or thick slice", size: 40 }
    ]
    expect(grams(made({ size: 100, unit: "g", text: null }, sizes), 2, "slices")).toBeCloseTo(56, 6)
    expect(grams(foodOf("food_sr28_09003"), 1, "medium")).toBeCloseTo(182, 4)
    // Apples have cups of slices, and no slice.
    expect(grams(foodOf("food_sr28_09003"), 1, "slice")).toMatch(/^unit/)
  })

  test("of a powder are not those of what it makes", () => {
    const soup = made({ size: 74, unit: "g", text: "1 packet" }, [{ text: "1 packet (6 fl oz)", size: 11.1 }])
    expect(grams(soup, 100, "ml")).toMatch(/^unit/)
  })

  test("have at most as many as 10,000 servings, and more than none", () => {
    expect(grams(milk, 2440, "kg")).toBe(2_440_000)
    for (const much of [2440.001, 1_000_000]) {
      expect(grams(milk, much, "kg")).toContain(`value must be at most 2440 in this unit; received ${much}`)
    }
    expect(grams(milk, 5e-324, "g")).toMatch(/^value must be more/)
  })
})

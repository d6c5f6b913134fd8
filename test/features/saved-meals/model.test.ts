import { expect, test } from "bun:test"
import fc from "fast-check"
import { asFood } from "../../../src/features/saved-meals/model.ts"

const amount = fc.double({ min: 0, max: 100, noNaN: true })
const positive = (max: number) => fc.double({ min: Number.MIN_VALUE, max, noNaN: true })
const portion = fc.record({
  name: fc.constant("Oats"),
  servings: positive(10_000),
  servingSize: positive(10_000),
  calories: fc.double({ min: 0, max: 900, noNaN: true }),
  protein: amount,
  carbs: amount,
  fat: amount,
  alcohol: amount
})

test("a meal's nutrition is finite whatever was stored, and so are its entries' and their sums", () => {
  fc.assert(
    fc.property(positive(10_000), fc.array(portion, { maxLength: 100 }), (servings, portions) => {
      const { perServing, per100g } = asFood({ id: "meal_1", name: "Porridge", servings, portions })
      for (const value of [...Object.values(perServing), ...Object.values(per100g)])
        expect(value >= 0 && value < 1e15).toBe(true)
    }),
    { examples: [[5e-324, []]] }
  )
})

test("a meal is the sum of its items: of the whole a serving its share, and of 100 g what that weighs", () => {
  const macros = { protein: 10, carbs: 60, fat: 8, alcohol: 0 }
  const portions = [
    { name: "Oats", servings: 2, servingSize: 40, calories: 380, ...macros },
    { name: "Milk", servings: 1, servingSize: 240, calories: 50, protein: 3, carbs: 5, fat: 2, alcohol: 0 }
  ]
  const { perServing, per100g } = asFood({ id: "meal_1", name: "Porridge", servings: 2, portions })
  // 80 g of oats and 240 g of milk.
  expect(perServing).toMatchObject({ calories: (304 + 120) / 2, protein: (8 + 7.2) / 2 })
  expect(per100g.calories).toBeCloseTo((100 * 424) / 320, 9)
  const nothing = asFood({ id: "meal_1", name: "Nothing", servings: 1, portions: [] })
  expect([nothing.perServing.calories, nothing.per100g.calories]).toEqual([0, 0])
})

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

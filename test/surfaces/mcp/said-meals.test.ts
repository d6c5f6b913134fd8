import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeService, output, type Person, type Service } from "../../support/app.ts"
import { inMemory } from "../../support/stores.ts"

/*
 * Thirty meals as people say them, and as an agent logs them: one search, one entry, the amount as it was said. Beside it,
 * the same by servings to two decimals, as an agent divides.
 */
const MEALS: ReadonlyArray<readonly [food: string, value: number, unit: string]> = [
  ["whole milk", 200, "ml"],
  ["skim milk", 1.5, "cup"],
  ["plain yogurt", 150, "g"],
  ["heavy cream", 2, "tbsp"],
  ["cottage cheese", 4, "oz"],
  ["orange juice", 330, "ml"],
  ["brewed coffee", 12, "fl oz"],
  ["cola", 0.5, "l"],
  ["beer", 568, "ml"],
  ["red wine", 175, "ml"],
  ["white bread", 2, "slices"],
  ["bagel", 1, "large"],
  ["pancakes", 3, "medium pancakes"],
  ["apple", 1, "medium"],
  ["banana", 2, "bananas"],
  ["grapes", 20, "grapes"],
  ["avocado", 0.5, "fruit"],
  ["carrots", 85, "g"],
  ["cherry tomatoes", 5, "cherry"],
  ["onion", 0.25, "cup"],
  ["pasta", 180, "g"],
  ["oats", 60, "g"],
  ["quinoa", 0.75, "cup"],
  ["chicken breast", 6, "oz"],
  ["salmon", 150, "g"],
  ["almonds", 30, "g"],
  ["peanut butter", 1, "tbsp"],
  ["olive oil", 1, "tsp"],
  ["honey", 1, "tbsp"],
  ["chicken noodle soup", 300, "ml"]
]

interface Said {
  readonly servings: number
  readonly nutrition: { readonly calories: number }
}

let service: Service
let person: Person
beforeAll(async () => {
  service = await makeService(inMemory.layer)
  person = await service.person()
})
afterAll(() => service.stop())

test("thirty meals are logged as they were said, by one search and one entry each", async () => {
  let off = 0
  for (const [food, value, unit] of MEALS) {
    const { foods } = await output<{
      foods: ReadonlyArray<{ id: string; perServing: Said["nutrition"]; asked?: Said }>
    }>(person.mcp("search_foods", { query: `${value} ${unit} ${food}`, limit: 3 }))
    const [first] = foods
    const log = (amount: Record<string, unknown>) =>
      output<{ entry: Said; hint?: string }>(
        person.mcp("log_food_entry", { foodId: first?.id, mealType: "lunch", ...amount })
      )
    const { entry, hint } = await log({ amount: { value, unit } })
    expect([food, hint]).toEqual([food, undefined])
    if (first?.asked !== undefined) {
      expect({ servings: entry.servings, nutrition: entry.nutrition }).toEqual({
        servings: first.asked.servings,
        nutrition: first.asked.nutrition
      })
    }
    const divided = await log({ servings: Number(entry.servings.toFixed(2)) })
    off += Math.abs(divided.entry.nutrition.calories - entry.nutrition.calories)
  }
  // Dividing by hand is right to a fifth of a kcal if nothing else goes wrong; the amount is exact.
  expect(off / MEALS.length).toBeGreaterThan(0.05)
  expect(off / MEALS.length).toBeLessThan(1)
})

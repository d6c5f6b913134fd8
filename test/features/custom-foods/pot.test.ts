import { beforeAll, describe, expect, test } from "bun:test"
import { invalidFields, NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { EGG, type Logged, list } from "../diary/support.ts"
import { newFood, OATS, type SavedFood } from "./support.ts"

const MILK = "food_sr28_01077"

interface Saved {
  readonly created: boolean
  readonly customFood: SavedFood["customFood"] & {
    readonly servingSize: number
    readonly perServing: Readonly<Record<string, number>>
    readonly items?: ReadonlyArray<unknown>
    readonly makesServings?: number
    readonly makesGrams?: number
    readonly makesMl?: number
  }
}

overEveryStore("a recipe that is weighed when done", (service) => {
  let person: Person
  let raw: ReadonlyArray<Record<string, unknown>>
  beforeAll(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
    // 1,000 g raw: 500 g of oats with 129.7 kcal per 100 g, and 500 g of egg with 143.
    raw = [
      { customFoodId: await newFood(person.rest), amount: { value: 500, unit: "g" } },
      { foodId: EGG, amount: { value: 0.5, unit: "kg" } }
    ]
  })
  const CALORIES = 5 * 129.7 + 5 * 143

  describe.each(["rest", "mcp"] as const)("over %s", (surface) => {
    const save = (input: Record<string, unknown>) =>
      output<Saved>(person[surface]("save_custom_food", { name: "Bake", ...input }))
    const refused = (input: Record<string, unknown>) =>
      invalidFields(person[surface]("save_custom_food", { name: "Bake", ...input }))

    test("has servings of its weight, and values of what went in", async () => {
      const { customFood } = await save({ items: raw, makesServings: 4, makesGrams: 800 })
      expect(customFood).toMatchObject({
        servingSize: 200,
        servingSizeUnit: "g",
        makesServings: 4,
        makesGrams: 800,
        calories: Math.round((CALORIES / 8) * 100) / 100,
        perServing: { calories: Math.round((CALORIES / 4) * 100) / 100 }
      })
      const { customFood: unweighed } = await save({ items: raw, makesServings: 4 })
      expect(unweighed).toMatchObject({ servingSize: 250, perServing: { calories: customFood.perServing.calories } })
      expect(unweighed).not.toHaveProperty("makesGrams")
      const { entry } = await output<Logged>(
        person[surface]("log_food_entry", {
          customFoodId: customFood.id,
          amount: { value: 410, unit: "g" },
          mealType: "dinner"
        })
      )
      expect([entry.servings, entry.amount]).toEqual([2.05, { value: 410, unit: "g" }])
      expect(entry.nutrition.calories).toBeCloseTo((CALORIES * 410) / 800, 1)
    })

    test("may be measured in millilitres", async () => {
      const { customFood } = await save({ items: raw, makesServings: 2, makesMl: 1500 })
      expect(customFood).toMatchObject({ servingSize: 750, servingSizeUnit: "ml", makesMl: 1500 })
      expect(customFood).not.toHaveProperty("makesGrams")
      expect(customFood.calories).toBeCloseTo(CALORIES / 15, 1)
      const soup = await save({ items: [{ foodId: MILK, servings: 1 }], makesGrams: 200 })
      expect(soup.customFood).toMatchObject({ servingSize: 200, servingSizeUnit: "g" })
    })

    test("is searched with its weight, and keeps it when it is saved as it is shown", async () => {
      const { customFood } = await save({ name: "Pot of stew", items: raw, makesServings: 4, makesGrams: 812.5 })
      const { foods } = await output<{ foods: ReadonlyArray<Saved["customFood"]> }>(
        person[surface]("search_foods", { query: "pot of stew", kind: "custom_food" })
      )
      const found = foods.find(({ id }) => id === customFood.id)
      expect(found).toMatchObject({ makesServings: 4, makesGrams: 812.5 })
      const { id, name, items, makesServings, makesGrams } = customFood
      expect(await save({ id, name, items, makesServings, makesGrams })).toEqual({ created: false, customFood })
      // What is left out is reset.
      expect((await save({ id, name, items, makesServings })).customFood).toMatchObject({ servingSize: 250 })
    })

    test("may be weighed again later: the diary keeps what it had", async () => {
      const date = surface === "rest" ? "2026-02-03" : "2026-02-04"
      const { customFood } = await save({ items: raw, makesServings: 4, makesGrams: 800 })
      const { entry } = await output<Logged>(
        person.rest("log_food_entry", { customFoodId: customFood.id, servings: 1, mealType: "dinner", date })
      )
      await save({ id: customFood.id, items: raw, makesServings: 4, makesGrams: 700 })
      expect((await list(person.rest, { from: date, to: date })).entries).toEqual([entry])
      expect(entry.amount).toEqual({ value: 200, unit: "g" })
      const changed = await output<Logged>(
        person.rest("update_food_entry", { id: entry.id, amount: { value: 400, unit: "g" } })
      )
      expect(changed.entry.nutrition.calories).toBeCloseTo(CALORIES / 2, 1)
      const later = await output<Logged>(
        person.rest("log_food_entry", {
          customFoodId: customFood.id,
          amount: { value: 350, unit: "g" },
          mealType: "dinner"
        })
      )
      expect([later.entry.servings, later.entry.nutrition.calories]).toEqual([2, expect.closeTo(CALORIES / 2, 1)])
    })

    test("has one weight, above 0, which what is in it fits into", async () => {
      expect(await refused({ items: raw, makesGrams: 800, makesMl: 800 })).toEqual(["makesGrams", "makesMl"])
      for (const makesGrams of [0, -1, 1e9, "800"])
        expect(await refused({ items: raw, makesGrams })).toEqual(["makesGrams"])
      expect(await refused({ items: raw, makesMl: 0 })).toEqual(["makesMl"])
      expect(await refused({ items: raw, makesGrams: 20_000 })).toEqual(["makesServings"])
      // 500 g of oats and of egg hold 250.45 g of protein, carbs and fat.
      expect(await refused({ items: raw, makesGrams: 250 })).toEqual(["makesGrams"])
      expect((await save({ items: raw, makesGrams: 260 })).customFood.servingSize).toBe(260)
      expect(await refused({ ...OATS, makesGrams: 800 })).toEqual(["makesGrams"])
      expect(await refused({ ...OATS, makesMl: 800 })).toEqual(["makesMl"])
      expect((await save({ items: raw, makesGrams: null, makesMl: null })).customFood.servingSize).toBe(1000)
    })
  })
})

import { beforeAll, expect, test } from "bun:test"
import { failure, invalidFields, NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood } from "../../support/own-foods.ts"
import { EGG, type Logged } from "../diary/support.ts"
import { newFood, OATS, type SavedFood } from "./support.ts"

const MILK = "food_sr28_01077"

interface Saved {
  readonly created: boolean
  readonly customFood: SavedFood["customFood"] & {
    readonly servingSize: number
    readonly items?: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly makesServings?: number
  }
}

overEveryStore("recipes", (service) => {
  let person: Person
  beforeAll(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
  })

  const save = (input: Record<string, unknown>, of = person) =>
    output<Saved>(of.rest("save_custom_food", { name: "Batter", ...input }))
  const refused = (input: Record<string, unknown>) =>
    invalidFields(person.mcp("save_custom_food", { name: "Batter", ...input }))
  const found = async (id: string) => {
    const { foods } = await output<{ foods: ReadonlyArray<{ id: string }> }>(
      person.mcp("search_foods", { kind: "custom_food", limit: 50 })
    )
    return foods.find((food) => food.id === id)
  }

  test("have the values of their items by weight, and a serving's share of them", async () => {
    const oats = await newFood(person.rest)
    const items = [
      { foodId: EGG, servings: 3 },
      { customFoodId: oats, servings: 1 }
    ]
    const { created, customFood } = await save({ items, makesServings: 2, servingSizeText: "1 bowl" })
    // 150 g of egg with 143 kcal per 100 g, and 250 g of oats with 129.7, make two servings.
    const calories = (1.5 * 143 + 2.5 * 129.7) / 4
    expect(created).toBe(true)
    expect(customFood).toMatchObject({
      servingSize: 200,
      servingSizeUnit: "g",
      servingSizeText: "1 bowl",
      calories: Math.round(calories * 100) / 100,
      protein: 7.96,
      makesServings: 2,
      items: [
        { foodId: EGG, name: "Egg, whole, raw, fresh", servings: 3 },
        { customFoodId: oats, name: OATS.name, servings: 1 }
      ]
    })
    expect(await found(customFood.id)).toMatchObject({ items: customFood.items, makesServings: 2 })
    const { entry } = await output<Logged>(
      person.rest("log_food_entry", { customFoodId: customFood.id, servings: 1, mealType: "lunch" })
    )
    expect(entry.nutrition.calories).toBeCloseTo(2 * calories, 1)
    expect(entry.amount).toEqual({ value: 200, unit: "g" })
  })

  test("make one serving by default, in ml if all items are in ml", async () => {
    const tea = await newFood(person.rest, { name: "Tea", servingSizeUnit: "ml", servingSize: 200 })
    const drink = await save({ items: [{ customFoodId: tea, servings: 1.5 }] })
    expect(drink.customFood).toMatchObject({ servingSize: 300, servingSizeUnit: "ml", makesServings: 1 })
    const items = [
      { customFoodId: tea, servings: 1 },
      { foodId: MILK, servings: 1 }
    ]
    expect((await save({ items })).customFood).toMatchObject({ servingSize: 444, servingSizeUnit: "g" })
  })

  test("keep their values when an item changes or is deleted, and may be items of other recipes", async () => {
    const oats = await newFood(person.rest)
    const first = await save({ items: [{ customFoodId: oats, servings: 1 }] })
    const second = await save({ items: [{ customFoodId: first.customFood.id, servings: 1 }] })
    await output(person.rest("save_custom_food", { ...OATS, id: oats, protein: 50 }))
    await output(person.rest("delete_custom_food", { id: oats }))
    expect(await found(first.customFood.id)).toMatchObject({ per100g: { protein: 5.2 }, items: [{ name: OATS.name }] })
    expect(second.customFood.protein).toBe(5.2)
    const again = { id: first.customFood.id, items: [{ customFoodId: oats, servings: 2 }] }
    expect(await refused(again)).toEqual(["items[0].customFoodId"])
    await output(person.rest("delete_custom_food", { id: first.customFood.id }))
    expect(await found(second.customFood.id)).toMatchObject({ per100g: { protein: 5.2 } })
  })

  test("can be replaced by other items, or by macros, which end the recipe", async () => {
    const items = [{ foodId: EGG, servings: 1 }]
    const { customFood } = await save({ items })
    const id = customFood.id
    const more = await save({ id, items: [...items, { foodId: MILK, servings: 1 }] })
    expect([more.created, more.customFood.items?.length]).toEqual([false, 2])
    const plain = await output<Saved>(person.rest("save_custom_food", { ...OATS, id }))
    expect([plain.customFood.items, plain.customFood.makesServings]).toEqual([undefined, undefined])
    expect(await found(id)).not.toHaveProperty("items")
  })

  test.each(["rest", "mcp"] as const)("take their items back over %s as answers show them", async (surface) => {
    const items = [
      { foodId: EGG, servings: 1 },
      { customFoodId: await newFood(person.rest), servings: 2 }
    ]
    const { customFood } = await save({ items, makesServings: 3 })
    const shown = await found(customFood.id)
    expect(shown).toMatchObject({ items: [{ name: "Egg, whole, raw, fresh" }, { name: OATS.name }] })
    for (const recipe of [customFood, { ...shown }]) {
      const { id, name, items, makesServings } = recipe as Saved["customFood"]
      expect(await output<Saved>(person[surface]("save_custom_food", { id, name, items, makesServings }))).toEqual({
        created: false,
        customFood
      })
    }
    const misspelt = [{ foodId: EGG, servings: 1, name: "Egg", nmae: "Egg" }]
    expect(await refused({ items: misspelt })).toEqual(["items[0].nmae"])
  })

  test("are refused with every fault named", async () => {
    const counted = `cfood_counted_${person.id.slice(-6)}`
    await putCustomFood(service(), person, counted, "Cookie", { servingUnit: "item", servingSize: 1 })
    const theirs = await newFood((await newPerson(service())).rest)
    const items = [{ foodId: EGG, servings: 1 }]
    expect(await refused({ items, protein: 3, servingSize: 20, perServing: true })).toEqual([
      "protein",
      "perServing",
      "servingSize"
    ])
    expect(await refused({ items: [{ servings: 1 }, { foodId: EGG, customFoodId: "x", servings: 1 }] })).toEqual([
      "items[0].foodId",
      "items[0].customFoodId",
      "items[1].foodId",
      "items[1].customFoodId"
    ])
    expect(await refused({ items: [] })).toEqual(["items"])
    expect(await refused({ items: [{ foodId: EGG, servings: 0 }], makesServings: 0 })).toEqual([
      "items[0].servings",
      "makesServings"
    ])
    expect(await refused({ items: [{ foodId: EGG, servings: 10_000 }] })).toEqual(["makesServings"])
    const unknown = ["x", theirs, EGG, counted].map((customFoodId) => ({ customFoodId, servings: 1 }))
    expect(await refused({ items: [...unknown, { foodId: "food_x", servings: 1 }] })).toEqual([
      ...unknown.map((_, at) => `items[${at}].customFoodId`),
      "items[4].foodId"
    ])
    const { customFood } = await save({ items })
    expect(await refused({ id: customFood.id, items: [{ customFoodId: customFood.id, servings: 1 }] })).toEqual([
      "items[0].customFoodId"
    ])
    expect(await refused({ makesServings: 2 })).toEqual([
      "protein",
      "carbs",
      "fat",
      "servingSize",
      "servingSizeUnit",
      "makesServings"
    ])
  })

  test("are saved once under a key, even if an item is gone since", async () => {
    const oats = await newFood(person.rest)
    const input = { items: [{ customFoodId: oats, servings: 1 }], idempotency_key: "batter" }
    const first = await save(input)
    await output(person.rest("delete_custom_food", { id: oats }))
    expect<unknown>(await save(input)).toMatchObject(first)
    const other = person.rest("save_custom_food", { ...OATS, name: "Batter", idempotency_key: "batter" })
    expect((await failure(other)).code).toBe("idempotency_conflict")
  })
})

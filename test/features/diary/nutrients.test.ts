import { beforeEach, expect, test } from "bun:test"
import { failure, invalidFields, NOON, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"

interface Entry {
  readonly id: string
  readonly nutrition: Readonly<Record<string, number>>
}
interface Listed {
  readonly entries: ReadonlyArray<Entry>
  readonly totals: ReadonlyArray<Record<string, unknown>>
}

const oats = { name: "Oats", calories: 370, protein: 13, carbs: 60, fat: 7, fiber: 10, sugars: 1, sodium: 5 }
const shake = { name: "Shake", calories: 200, fiber: 0, sugars: 20, saturatedFat: 2.5, sodium: 150.256 }
const soup = { name: "Soup", calories: 100, protein: 0, carbs: 0, fat: 0 }
const macros = { calories: 370, protein: 13, carbs: 60, fat: 7, alcohol: 0 }

overEveryStore("fibre, sugars, saturated fat and sodium", (service) => {
  let person: Person
  beforeEach(async () => {
    await service().setTime(NOON)
    person = await service().person()
  })

  const eat = async (food: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    (
      await output<{ entry: Entry }>(
        person.mcp("log_food_entry", { quickAdd: food, servings: 1, mealType: "lunch", ...more })
      )
    ).entry
  const day = (input: Record<string, unknown> = {}) => output<Listed>(person.rest("list_food_entries", input))
  const searched = async (query: string) =>
    (await output<{ foods: ReadonlyArray<Record<string, unknown>> }>(person.rest("search_foods", { query }))).foods

  test("are in a catalogue food's serving, and in the entry that logs it", async () => {
    const [food] = await searched("banana")
    const perServing = food?.perServing as Record<string, number>
    expect(Object.keys(perServing)).toContain("fiber")
    expect(Object.keys(perServing)).toContain("sodium")
    expect(food?.per100g).not.toHaveProperty("fiber")
    const logged = await output<{ entry: Entry }>(
      person.rest("log_food_entry", { foodId: food?.id, servings: 1, mealType: "snack" })
    )
    expect(logged.entry.nutrition).toEqual(perServing)
    expect((await day()).entries[0]?.nutrition).toEqual(perServing)
  })

  test("of a quick add are kept as far as they are given, and follow its servings", async () => {
    const { id, nutrition } = await eat(oats)
    expect(nutrition).toEqual({ ...macros, fiber: 10, sugars: 1, sodium: 5 })
    const updated = await output<{ entry: Entry }>(person.rest("update_food_entry", { id, servings: 2.5 }))
    expect(updated.entry.nutrition).toMatchObject({ fiber: 25, sugars: 2.5, sodium: 12.5 })
    expect(updated.entry.nutrition).not.toHaveProperty("saturatedFat")
    const deleted = await output<{ entry: Entry }>(person.rest("delete_food_entry", { id }))
    expect(deleted.entry.nutrition).toEqual(updated.entry.nutrition)
  })

  test("sum up to what is known, and say of what not all is", async () => {
    await eat(oats)
    await eat(shake)
    const whole = {
      date: TODAY,
      calories: 570,
      protein: 13,
      carbs: 60,
      fat: 7,
      alcohol: 0,
      fiber: 10,
      sugars: 21,
      saturatedFat: 2.5,
      sodium: 155.26
    }
    expect((await day()).totals).toEqual([{ ...whole, partial: ["protein", "carbs", "fat", "saturatedFat"] }])
    // A page of the range sums in the database.
    expect((await day({ limit: 1 })).totals).toEqual([
      { ...whole, partial: ["protein", "carbs", "fat", "saturatedFat"] }
    ])
    await eat(soup)
    const partial = ["protein", "carbs", "fat", "fiber", "sugars", "saturatedFat", "sodium"]
    expect((await day()).totals).toEqual([{ ...whole, calories: 670, partial }])
    expect((await day({ limit: 1 })).totals).toEqual([{ ...whole, calories: 670, partial }])
  })

  test("a nutrient that no entry knows is absent, and partial", async () => {
    await eat({ ...soup, fiber: 0 })
    const totals = [
      {
        date: TODAY,
        calories: 100,
        protein: 0,
        carbs: 0,
        fat: 0,
        alcohol: 0,
        fiber: 0,
        partial: ["sugars", "saturatedFat", "sodium"]
      }
    ]
    expect((await day()).totals).toEqual(totals)
    await eat({ ...soup, fiber: 0 }, { date: "2026-03-13" })
    expect((await day({ from: "2026-03-13", limit: 1 })).totals).toMatchObject([
      { fiber: 0, partial: totals[0]?.partial },
      { fiber: 0, partial: totals[0]?.partial }
    ])
  })

  test("a day without any of them has the bytes that it always had", async () => {
    await eat(soup)
    await eat(soup)
    const { entries, totals } = await day()
    expect(JSON.stringify(entries[0]?.nutrition)).toBe('{"calories":100,"protein":0,"carbs":0,"fat":0,"alcohol":0}')
    const bytes = `[{"date":"${TODAY}","calories":200,"protein":0,"carbs":0,"fat":0,"alcohol":0}]`
    expect(JSON.stringify(totals)).toBe(bytes)
    expect(JSON.stringify((await day({ limit: 1 })).totals)).toBe(bytes)
  })

  test("are within bounds, and agree with fat and carbs up to rounding", async () => {
    const refused = (food: Record<string, unknown>) =>
      invalidFields(person.rest("log_food_entry", { quickAdd: { ...soup, ...food }, servings: 1, mealType: "lunch" }))
    expect(await refused({ fiber: -1, sodium: 40_001 })).toEqual(["quickAdd.fiber", "quickAdd.sodium"])
    expect(await refused({ fat: 5, saturatedFat: 6 })).toEqual(["quickAdd.saturatedFat", "quickAdd.fat"])
    expect(await refused({ carbs: 20, fiber: 15, sugars: 6 })).toEqual([
      "quickAdd.fiber",
      "quickAdd.sugars",
      "quickAdd.carbs"
    ])
    await eat({ ...soup, fat: 5, saturatedFat: 5.04, carbs: 20, fiber: 14.1, sugars: 6 })
    // Fat and carbs that are not given are unknown here.
    await eat({ name: "Soup", calories: 100, saturatedFat: 3, fiber: 4 })
  })

  describeCustomFoods(() => person)
  describeGoals(() => person, eat)
})

const label = { name: "Bar", protein: 10, carbs: 60, fat: 20, servingSize: 50, servingSizeUnit: "g" }

const describeCustomFoods = (person: () => Person) => {
  const save = (food: Record<string, unknown>) =>
    output<{ customFood: Record<string, unknown> & { readonly id: string } }>(person().rest("save_custom_food", food))

  test("of a custom food are per 100 g, or per serving, and gone where it is replaced without them", async () => {
    const known = { fiber: 8, sugars: 30, saturatedFat: 12, sodium: 300 }
    const half = { fiber: 4, sugars: 15, saturatedFat: 6, sodium: 150 }
    const { customFood } = await save({ ...label, ...known })
    expect(customFood).toMatchObject({ ...known, perServing: half })
    const perServing = { ...label, protein: 5, carbs: 30, fat: 10, ...half, perServing: true, id: customFood.id }
    expect((await save(perServing)).customFood).toMatchObject({ ...known, perServing: half })
    const found = await output<{ foods: ReadonlyArray<Record<string, unknown>> }>(
      person().rest("search_foods", { query: "Bar", kind: "custom_food" })
    )
    expect(found.foods[0]?.perServing).toMatchObject(half)
    const without = (await save({ ...label, fiber: 8, id: customFood.id })).customFood
    expect(without).toMatchObject({ fiber: 8, perServing: { fiber: 4 } })
    for (const name of ["sugars", "saturatedFat", "sodium"]) expect(without).not.toHaveProperty(name)
  })

  test("of a custom food are within bounds per 100 g, and agree with fat and carbs", async () => {
    const refused = (food: Record<string, unknown>) =>
      invalidFields(person().mcp("save_custom_food", { ...label, ...food }))
    expect(await refused({ sodium: 40_001 })).toEqual(["sodium"])
    expect(await refused({ carbs: 10, fiber: 101 })).toEqual(["fiber", "carbs"])
    expect(await refused({ saturatedFat: 21 })).toEqual(["saturatedFat", "fat"])
    expect(await refused({ fiber: 31, sugars: 30 })).toEqual(["fiber", "sugars", "carbs"])
    const perServing = { ...label, protein: 1, carbs: 5, fat: 5, perServing: true }
    expect(await invalidFields(person().mcp("save_custom_food", { ...perServing, sodium: 20_001 }))).toEqual(["sodium"])
    expect((await save({ ...perServing, sodium: 20_000 })).customFood.sodium).toBe(40_000)
    const { details } = await failure(person().mcp("save_custom_food", { ...label, saturatedFat: 21 }))
    expect(details?.fields?.[0]?.message).toBe(
      "saturatedFat must be at most fat, of which it is a part; received 21 of 20"
    )
  })

  test("a recipe sums them, absent if an item does not know", async () => {
    const one = (await save({ ...label, fiber: 8, sodium: 300 })).customFood.id
    const other = (await save({ ...label, name: "Other", fiber: 2 })).customFood.id
    const items = [
      { customFoodId: one, servings: 1 },
      { customFoodId: other, servings: 3 }
    ]
    const { customFood } = await save({ name: "Both", items })
    expect(customFood).toMatchObject({ fiber: 3.5, perServing: { fiber: 7 } })
    expect(customFood).not.toHaveProperty("sodium")
    expect(await invalidFields(person().rest("save_custom_food", { name: "Both", items, fiber: 2 }))).toEqual(["fiber"])
  })
}

const describeGoals = (person: () => Person, eat: (food: Record<string, unknown>) => Promise<Entry>) => {
  const make = (metric: string, comparison: string, targetValue: number) =>
    output(person().rest("save_goal", { name: metric, type: "numeric", metric, comparison, targetValue }))
  const goals = async () =>
    (await output<{ goals: ReadonlyArray<Record<string, unknown>> }>(person().rest("get_daily_goals"))).goals

  test("goals count them, and say where not all is known", async () => {
    expect(await make("fiber", "min", 10)).toMatchObject({ goal: { unit: "g", calculated: true, metric: "fiber" } })
    expect(await make("sodium", "max", 160)).toMatchObject({ goal: { unit: "mg", calculated: true } })
    await make("saturated_fat", "max", 20)
    await make("sugars", "min", 30)
    expect((await goals()).map(({ currentValue, completed }) => [currentValue, completed])).toEqual([
      [0, false],
      [0, false],
      [0, false],
      [0, false]
    ])
    for (const goal of await goals()) expect(goal).not.toHaveProperty("partial")
    await eat(oats)
    await eat(shake)
    const [fiber, sodium, saturated, sugars] = await goals()
    expect(fiber).toMatchObject({ currentValue: 10, completed: true })
    expect(sodium).toMatchObject({ currentValue: 155.26, completed: true })
    expect(saturated).toMatchObject({ currentValue: 2.5, completed: true, partial: true })
    expect(sugars).toMatchObject({ currentValue: 21, completed: false })
    for (const goal of [fiber, sodium, sugars]) expect(goal).not.toHaveProperty("partial")
    await eat(soup)
    for (const goal of await goals()) expect(goal).toMatchObject({ partial: true })
  })

  test("a goal's unit is g or mg", async () => {
    const goal = { name: "Salt", type: "numeric", metric: "sodium", comparison: "max", targetValue: 2000 }
    expect(await output(person().rest("save_goal", { ...goal, unit: "mg" }))).toMatchObject({ goal: { unit: "mg" } })
    expect(await invalidFields(person().rest("save_goal", { ...goal, unit: "g" }))).toEqual(["unit"])
  })
}

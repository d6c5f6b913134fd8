import { beforeAll, expect, test } from "bun:test"
import { Cause, Effect, Exit, Option } from "effect"
import { loggableFoods } from "../../../src/features/diary/loggable-foods.ts"
import type { FoodKind } from "../../../src/features/foods/model.ts"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { saveMeal } from "../../../src/features/saved-meals/save-meal.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { catalogueFood } from "../../support/catalogue.ts"
import { putMeal } from "../../support/own-foods.ts"
import { newFood, OATS } from "../custom-foods/support.ts"
import { EGG, type Logged } from "./support.ts"

const WINE = "food_sr28_14084"

overEveryStore("loggable foods", (service) => {
  let person: Person
  let other: Person
  let oats: string

  beforeAll(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
    other = await newPerson(service())
    oats = await newFood(person.rest)
  })

  test("a food that was imported is found, and can be logged", async () => {
    const food = {
      ...catalogueFood(EGG),
      id: "food_off_4000000000017",
      source: "off",
      sourceId: "4000000000017",
      name: "Zwieback krosselig"
    }
    await service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put([food])))
    const { foods } = await output<{ foods: ReadonlyArray<{ id: string }> }>(
      person.rest("search_foods", { query: "zwieback krosselig" })
    )
    expect(foods.map(({ id }) => id)).toContain(food.id)
    const entry = { foodId: food.id, servings: 1, mealType: "snack" }
    expect((await person.rest("log_food_entry", entry)).ok).toBe(true)
  })

  test("a logged food that has changed since is logged with its new values", async () => {
    const id = "food_off_4000000000024"
    const put = (name: string, calories: number) => {
      const food = { ...catalogueFood(EGG), id, source: "off", sourceId: "4000000000024", name, calories }
      return service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put([food])))
    }
    const log = async (to: string, key: string) => {
      const input = { foodId: id, servings: 2, mealType: "snack", idempotency_key: key }
      const { entry } = await output<Logged>(person.mcp("log_food_entry", { ...input, date: to }))
      return { name: entry.food.name, calories: entry.nutrition.calories }
    }
    await put("Rusk", 400)
    expect(await log("2026-02-01", "first")).toEqual({ name: "Rusk", calories: 400 })
    expect(await log("2026-02-01", "second")).toEqual({ name: "Rusk", calories: 400 })
    await put("Rusk, sweet", 500)
    expect(await log("2026-02-01", "third")).toEqual({ name: "Rusk, sweet", calories: 500 })
    expect(await log("2026-02-01", "first")).toEqual({ name: "Rusk", calories: 400 })
    expect(await log("2026-02-01", "fourth")).toEqual({ name: "Rusk, sweet", calories: 500 })
    const { entries } = await output<{ entries: ReadonlyArray<{ food: { name: string } }> }>(
      person.rest("list_food_entries", { from: "2026-02-01", to: "2026-02-01" })
    )
    expect(entries.map(({ food }) => food.name)).toEqual(["Rusk", "Rusk", "Rusk, sweet", "Rusk, sweet"])
  })

  const find = (kind: FoodKind, id: string, of = person) =>
    service().run(
      Effect.map(
        Effect.flatMap(loggableFoods, (foods) => foods.find(of.id, kind, id)),
        Option.getOrNull
      )
    )
  const save = (items: ReadonlyArray<{ foodId: string; servings: number }>, servings = 2) =>
    service().run(Effect.exit(saveMeal(person.id, { name: "Breakfast", description: "Sunday's", servings, items })))
  const saved = async (...given: Parameters<typeof save>) => Exit.getOrElse(await save(...given), () => "")

  test("a catalogue food has its serving, with nutrition for it and for 100 g", async () => {
    const egg = catalogueFood(EGG)
    // Which food stands for it in searches, only they need to know.
    const { sameAs: _, ...found } = (await find("food", EGG)) ?? {}
    expect(found).toEqual({
      id: EGG,
      kind: "food",
      name: egg.name,
      brandName: null,
      serving: { size: 50, unit: "g", text: "1 large" },
      measures: egg.measures ?? [],
      perServing: {
        ...{ calories: 71.5, protein: 6.28, carbs: 0.36, fat: 4.755, alcohol: 0 },
        ...{ fiber: 0, sugars: 0.185, saturatedFat: expect.closeTo(1.563, 9), sodium: 71 }
      },
      per100g: {
        ...{ calories: 143, protein: 12.56, carbs: 0.72, fat: 9.51, alcohol: 0 },
        ...{ fiber: 0, sugars: 0.37, saturatedFat: 3.126, sodium: 142 }
      }
    })
    expect((await find("food", WINE))?.perServing.alcohol).toBeGreaterThan(10)
  })

  test("a custom food is visible only to its owner", async () => {
    expect(await find("custom_food", oats)).toMatchObject({
      kind: "custom_food",
      name: OATS.name,
      brandName: OATS.brandName,
      serving: { size: 250, unit: "g", text: "1 serving" },
      perServing: { protein: 13, carbs: 45, fat: 10.25, alcohol: 0 }
    })
    expect(await find("custom_food", oats, other)).toBeNull()
  })

  test("a saved meal has `meal` as its serving, and its 100 g are by the weight of all items", async () => {
    const id = await saved([
      { foodId: EGG, servings: 3 },
      { foodId: oats, servings: 1 }
    ])
    const meal = await find("saved_meal", id)
    expect(meal).toMatchObject({
      id,
      kind: "saved_meal",
      name: "Breakfast",
      brandName: null,
      serving: { size: 1, unit: "meal", text: null }
    })
    // 150 g of egg and 250 g of oats make two servings.
    expect(meal?.perServing.protein).toBeCloseTo((3 * 6.28 + 13) / 2, 9)
    expect(meal?.perServing.calories).toBeCloseTo((3 * 71.5 + 324.25) / 2, 9)
    expect(meal?.per100g.protein).toBeCloseTo((3 * 6.28 + 13) / 4, 9)
    expect(await find("saved_meal", id, other)).toBeNull()
  })

  test("a saved meal of almost nothing has finite nutrition", async () => {
    const crumb = await newFood(person.rest, { servingSize: 1e-310 })
    const meal = await find("saved_meal", await saved([{ foodId: crumb, servings: 1 }]))
    expect(Object.values({ ...meal?.perServing, ...meal?.per100g }).every(Number.isFinite)).toBe(true)
  })

  test("a saved meal whose foods are all gone has no nutrition, as in a search", async () => {
    await putMeal(service(), person, "meal_gone", "Gone", [{ foodKind: "food", foodId: "food_gone", servings: 2 }])
    const none = { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
    expect(await find("saved_meal", "meal_gone")).toMatchObject({ name: "Gone", perServing: none, per100g: none })
    const { foods } = await output<{ foods: ReadonlyArray<unknown> }>(
      person.rest("search_foods", { query: "gone", kind: "saved_meal" })
    )
    expect(foods).toMatchObject([{ id: "meal_gone", perServing: none, per100g: none }])
  })

  test("a saved meal is logged as one entry, which later edits of its foods do not change", async () => {
    const food = await newFood(person.rest, { protein: 10, carbs: 0, fat: 0, servingSize: 100 })
    const id = await saved([{ foodId: food, servings: 4 }])
    const log = () =>
      output<Logged>(
        person.mcp("log_food_entry", { savedMealId: id, servings: 1.5, mealType: "dinner", date: "2026-03-01" })
      )
    const { entry } = await log()
    expect(entry.food).toEqual({ id, kind: "saved_meal", name: "Breakfast" })
    // It is counted in meals.
    expect(entry.amount).toBeUndefined()
    expect(entry.nutrition).toEqual({ calories: 120, protein: 30, carbs: 0, fat: 0, alcohol: 0 })
    await output(
      person.rest("save_custom_food", { ...OATS, id: food, protein: 20, carbs: 0, fat: 0, servingSize: 100 })
    )
    const listed = await output<{ entries: ReadonlyArray<unknown> }>(
      person.rest("list_food_entries", { from: "2026-03-01", to: "2026-03-01" })
    )
    expect(listed.entries).toEqual([entry])
    expect((await log()).entry.nutrition.protein).toBe(60)
  })

  test("an id of another kind is not found", async () => {
    const meal = await saved([{ foodId: oats, servings: 1 }], 1)
    const wrong: ReadonlyArray<readonly [FoodKind, string]> = [
      ["food", oats],
      ["food", meal],
      ["custom_food", EGG],
      ["custom_food", meal],
      ["saved_meal", EGG],
      ["saved_meal", oats],
      ["food", ""],
      ["food", "constructor"]
    ]
    for (const [kind, id] of wrong) expect(await find(kind, id)).toBeNull()
  })

  test("a meal with an unknown food, or another user's, is not saved", async () => {
    const theirs = await newFood(other.rest)
    for (const foodId of ["none", theirs]) {
      const exit = await save([
        { foodId: EGG, servings: 1 },
        { foodId, servings: 1 }
      ])
      const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      expect(failure).toMatchObject({ _tag: "UnknownFood", id: foodId })
    }
  })
})

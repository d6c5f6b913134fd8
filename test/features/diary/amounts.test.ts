import { beforeAll, describe, expect, test } from "bun:test"
import { failure, invalidFields, NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood, putMeal } from "../../support/own-foods.ts"
import { newFood, type SavedFood } from "../custom-foods/support.ts"
import { WEIGHED } from "../foods/weighed.ts"
import { EGG, type Entry, type Logged, list } from "./support.ts"

const MILK = "food_sr28_01077"
const BREAD = "food_sr28_18069"
const UNITS = ["ml", "fl oz", "cup", "tbsp", "tsp"]
const OF_MASS = { g: 1, kg: 1000, oz: 28.3495, lb: 453.592 }

type LoggedWithHint = Logged & { readonly hint?: string }

/** What an entry has besides its id. */
const content = ({ id: _, ...entry }: Entry) => entry

overEveryStore("amounts", (service) => {
  let person: Person
  let oats: string
  beforeAll(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
    oats = await newFood(person.rest, { servingSizeText: "1 jar" })
  })

  describe.each(["rest", "mcp"] as const)("over %s", (surface) => {
    const call = (name: string, input: Record<string, unknown>) => person[surface](name, input)
    const log = (input: Record<string, unknown>) =>
      output<LoggedWithHint>(call("log_food_entry", { mealType: "lunch", ...input }))
    const fields = (name: string, input: Record<string, unknown>) => invalidFields(call(name, input))
    const said = async (name: string, input: Record<string, unknown>) =>
      (await failure(call(name, input))).details?.fields ?? []

    test("of one food of each kind are logged in every unit", async () => {
      for (const [[foodId, volumes, portions] = ["", [null, null, null, null, null], {}]] of Object.values(WEIGHED)) {
        const weights = {
          ...OF_MASS,
          ...Object.fromEntries(UNITS.map((unit, index) => [unit, volumes[index]])),
          ...portions
        }
        for (const [unit, weight] of Object.entries(weights)) {
          const input = { foodId, amount: { value: 2, unit } }
          if (typeof weight === "number") {
            const { entry } = await log(input)
            expect(entry.amount?.value, `${foodId} ${unit}`).toBeCloseTo(2 * weight, 1)
            expect(entry.servings * (entry.serving?.size ?? 0)).toBeCloseTo(2 * weight, 2)
          } else expect(await fields("log_food_entry", { mealType: "lunch", ...input })).toEqual(["amount.unit"])
        }
      }
    })

    test("are logged as their servings are", async () => {
      const date = surface === "rest" ? "2026-02-01" : "2026-02-02"
      const { hint, ...logged } = await log({ foodId: MILK, amount: { value: 200, unit: "ml" }, date })
      const { servings } = logged.entry
      expect([hint, servings]).toEqual([undefined, expect.closeTo(206.2 / 244, 9)])
      expect(logged.entry.amount).toEqual({ value: 206.2, unit: "g" })
      const same = await log({ foodId: MILK, servings, date })
      const amount = { value: 200, unit: "ml" }
      expect({ ...same, entry: { ...content(same.entry), said: amount } }).toEqual({
        ...logged,
        entry: { ...content(logged.entry), said: amount }
      })
      expect(logged.entry).toHaveProperty("said", amount)
      const { entries } = await list(person.rest, { from: date, to: date })
      expect(entries.find(({ id }) => id === logged.entry.id)).toEqual(logged.entry)
      const jars = await log({ customFoodId: oats, amount: { value: 1.5, unit: "Jars" } })
      expect([jars.entry.servings, jars.entry.amount]).toEqual([1.5, { value: 375, unit: "g" }])
    })

    test("stand in place of servings: one of both", async () => {
      const food = { foodId: EGG, mealType: "lunch" }
      const amount = { value: 100, unit: "g" }
      expect(await fields("log_food_entry", food)).toEqual(["servings", "amount"])
      expect(await fields("log_food_entry", { ...food, servings: 2, amount })).toEqual(["servings", "amount"])
      expect(await fields("log_food_entry", { ...food, servings: null, amount: null })).toEqual(["servings", "amount"])
      expect((await log({ ...food, servings: null, amount })).entry.servings).toBe(2)
      expect((await log({ ...food, servings: 2, amount: null })).entry.servings).toBe(2)
      const [fault] = await said("log_food_entry", { ...food, servings: 2, amount })
      expect(fault?.message).toBe("exactly one of servings and amount must be given; received both")
    })

    test("are not asked for of what is eaten by servings alone", async () => {
      const quickAdd = { name: "Soup", calories: 100 }
      for (const food of [
        { savedMealId: "meal_none" },
        { quickAdd },
        { sameAs: { date: "2026-03-14", mealType: "lunch" } }
      ]) {
        const [fault, ...others] = await said("log_food_entry", { ...food, mealType: "lunch" })
        expect([fault?.field, fault?.message, others]).toEqual(["servings", "is required and was left out", []])
        expect(await fields("log_food_entry", { ...food, servings: null, mealType: "lunch" })).toEqual(["servings"])
      }
    })

    test("have a value above 0 and a unit", async () => {
      const of = (amount: unknown) => fields("log_food_entry", { foodId: EGG, mealType: "lunch", amount })
      for (const value of [0, -1, 1e9, "2", null]) expect(await of({ value, unit: "g" })).toEqual(["amount.value"])
      for (const unit of ["", "  ", 3, null, "x".repeat(101), "bucket"]) {
        expect(await of({ value: 1, unit })).toEqual(["amount.unit"])
      }
      expect(await of({ value: 1 })).toEqual(["amount.unit"])
      expect(await of({ unit: "g" })).toEqual(["amount.value"])
      expect(await of({ value: 1, unit: "g", grams: 2 })).toEqual(["amount.grams"])
      expect(await of(150)).toEqual(["amount"])
      expect(await of({ value: 600, unit: "kg" })).toEqual(["amount.value"])
    })

    test("that a food does not take are refused with what it takes", async () => {
      const of = async (unit: string, input: Record<string, unknown>) =>
        said("log_food_entry", { ...input, mealType: "lunch", amount: { value: 1, unit } })
      expect(await of("bucket", { foodId: BREAD })).toEqual([
        {
          field: "amount.unit",
          message:
            'must be a unit of this food, which takes g, slice (29 g), oz (28.35 g), cup, crumbs (45 g), cup, cubes (35 g), slice, large (30 g), slice crust not eaten (12 g); received "bucket"'
        }
      ])
      const [fault] = await of("ml", { customFoodId: oats })
      expect(fault?.message).toContain("which takes g, jar (250 g); received")
      expect(
        (
          await failure(
            call("log_food_entry", { foodId: "food_none", mealType: "lunch", amount: { value: 1, unit: "ml" } })
          )
        ).code
      ).toBe("not_found")
    })

    test("are not for saved meals and quick adds", async () => {
      const meal = `meal_amounts_${surface}_${person.id.slice(-6)}`
      await putMeal(service(), person, meal, "Breakfast", [{ foodKind: "food", foodId: EGG, servings: 2 }])
      const amount = { value: 100, unit: "g" }
      const [fault] = await said("log_food_entry", { savedMealId: meal, mealType: "lunch", amount })
      expect(fault).toEqual({ field: "amount", message: "does not go with savedMealId: pass servings" })
      const quickAdd = { name: "Soup", calories: 300 }
      expect(await fields("log_food_entry", { quickAdd, mealType: "lunch", amount })).toEqual(["amount"])
      for (const input of [{ savedMealId: meal }, { quickAdd }]) {
        const { entry } = await log({ ...input, servings: 1 })
        expect(await fields("update_food_entry", { id: entry.id, amount })).toEqual(["amount"])
        expect(await fields("update_food_entry", { id: entry.id, amount: { value: 2, unit: "serving" } })).toEqual([
          "amount"
        ])
      }
    })

    test("change an entry, at most one of both, and keep its food as it was", async () => {
      const { entry } = await log({ foodId: BREAD, servings: 1 })
      const change = (input: Record<string, unknown>) =>
        output<LoggedWithHint>(call("update_food_entry", { id: entry.id, ...input }))
      expect((await change({ amount: { value: 2, unit: "slices" } })).entry).toEqual({
        said: { value: 2, unit: "slices" },
        ...(await change({ servings: 2 })).entry
      })
      expect((await change({ amount: { value: 70, unit: "g" }, mealType: "snack" })).entry).toMatchObject({
        amount: { value: 70, unit: "g" },
        mealType: "snack"
      })
      expect((await change({ amount: { value: 1, unit: "cup, cubes" } })).entry.amount?.value).toBe(35)
      expect((await change({ mealType: "dinner", amount: null })).entry.amount?.value).toBe(35)
      const amount = { value: 1, unit: "slice" }
      expect(await fields("update_food_entry", { id: entry.id, amount, servings: 1 })).toEqual(["servings", "amount"])
      expect(await fields("update_food_entry", { id: entry.id })).toEqual(["body"])
      expect(await fields("update_food_entry", { id: entry.id, amount: { value: 1, unit: "l of it" } })).toEqual([
        "amount.unit"
      ])
      expect((await failure(call("update_food_entry", { id: "entry_none", amount }))).code).toBe("not_found")
      const other = await newPerson(service())
      expect((await failure(other[surface]("update_food_entry", { id: entry.id, amount }))).code).toBe("not_found")
    })

    test("of an entry are those of its serving when it was logged", async () => {
      const id = await newFood(person.rest, { servingSizeText: "1 jar" })
      const { entry } = await log({ customFoodId: id, servings: 1 })
      await newFood(person.rest, { id, servingSize: 300, servingSizeText: "1 jar" })
      const change = (amount: Record<string, unknown>) =>
        output<Logged>(call("update_food_entry", { id: entry.id, amount }))
      expect((await change({ value: 2, unit: "jar" })).entry.amount?.value).toBe(500)
      expect((await log({ customFoodId: id, amount: { value: 2, unit: "jar" } })).entry.amount?.value).toBe(600)
    })

    test("that are hardly meant are taken, and said", async () => {
      const hint = async (input: Record<string, unknown>) => (await log(input)).hint
      expect(await hint({ foodId: MILK, amount: { value: 5, unit: "kg" } })).toBeUndefined()
      expect(await hint({ foodId: BREAD, amount: { value: 20, unit: "slices" } })).toBeUndefined()
      expect(await hint({ foodId: MILK, amount: { value: 6000, unit: "g" } })).toBe(
        "6000 g is unusually much: check that it is meant, or correct it."
      )
      expect(await hint({ foodId: BREAD, amount: { value: 21, unit: "slices" } })).toMatch(/^21 slices \(609 g\) is/)
      expect(await hint({ foodId: MILK, amount: { value: 5.1, unit: "l" } })).toMatch(/^5.1 l \(5258.1 g\) is/)
      expect(await hint({ foodId: MILK, servings: 61 })).toBeUndefined()
      const { entry } = await log({ foodId: BREAD, servings: 1 })
      const changed = await output<LoggedWithHint>(
        call("update_food_entry", { id: entry.id, amount: { value: 30, unit: "slice" } })
      )
      expect([changed.entry.servings, changed.hint]).toEqual([30, expect.stringMatching(/^30 slice \(870 g\)/)])
    })

    test("are part of a call with an idempotency key", async () => {
      const key = `amount-${surface}`
      const input = { foodId: MILK, amount: { value: 200, unit: "ml" }, idempotency_key: key }
      const first = await log(input)
      expect<unknown>(await log(input)).toMatchObject(first)
      for (const amount of [
        { value: 201, unit: "ml" },
        { value: 200, unit: "g" }
      ]) {
        const { code } = await failure(call("log_food_entry", { mealType: "lunch", ...input, amount }))
        expect(code).toBe("idempotency_conflict")
      }
      const { amount: _, ...rest } = input
      const servings = { mealType: "lunch", ...rest, servings: first.entry.servings }
      expect((await failure(call("log_food_entry", servings))).code).toBe("idempotency_conflict")
      // A refused amount leaves its key free.
      const refused = { ...input, amount: { value: 1, unit: "bucket" }, idempotency_key: `${key}-free` }
      expect(await fields("log_food_entry", { mealType: "lunch", ...refused })).toEqual(["amount.unit"])
      expect((await log({ ...input, idempotency_key: `${key}-free` })).entry.id).not.toBe(first.entry.id)
    })

    test("are those of foods in millilitres, and of foods counted by the piece", async () => {
      const juice = await newFood(person.rest, { servingSizeUnit: "ml", servingSize: 200, servingSizeText: "1 glass" })
      const { entry } = await log({ customFoodId: juice, amount: { value: 1, unit: "cup" } })
      expect([entry.servings, entry.amount]).toEqual([1.2, { value: 240, unit: "ml" }])
      expect(
        await fields("log_food_entry", { customFoodId: juice, mealType: "lunch", amount: { value: 1, unit: "g" } })
      ).toEqual(["amount.unit"])
      const cookie = `cfood_cookie_${surface}_${person.id.slice(-6)}`
      await putCustomFood(service(), person, cookie, "Cookie", { servingUnit: "item", servingSize: 1 })
      const three = await log({ customFoodId: cookie, amount: { value: 3, unit: "items" } })
      expect([three.entry.servings, three.entry.amount]).toEqual([3, undefined])
      expect(
        await fields("log_food_entry", { customFoodId: cookie, mealType: "lunch", amount: { value: 3, unit: "g" } })
      ).toEqual(["amount.unit"])
    })

    test("may be those of a recipe's items", async () => {
      const save = (input: Record<string, unknown>) =>
        output<SavedFood & { readonly hint?: string }>(call("save_custom_food", { name: "Batter", ...input }))
      const said = await save({
        items: [
          { foodId: EGG, amount: { value: 2, unit: "large" } },
          { foodId: MILK, amount: { value: 0.5, unit: "l" } },
          { customFoodId: oats, servings: 1 }
        ],
        makesServings: 4
      })
      const counted = await save({
        items: [
          { foodId: EGG, servings: 2 },
          { foodId: MILK, servings: 515.5 / 244 },
          { customFoodId: oats, servings: 1 }
        ],
        makesServings: 4
      })
      const shown = ({ customFood: { id: _, ...food } }: SavedFood) => ({ ...food, items: [] })
      expect([shown(said), said.hint]).toEqual([shown(counted), undefined])
      const items = [
        { foodId: EGG, amount: { value: 2, unit: "l of it" } },
        { foodId: EGG },
        { foodId: EGG, servings: 1, amount: { value: 1, unit: "g" } },
        { foodId: EGG, amount: { value: 0, unit: "g" } }
      ]
      expect(await fields("save_custom_food", { name: "Batter", items })).toEqual([
        "items[3].amount.value",
        "items[1].servings",
        "items[1].amount",
        "items[2].servings",
        "items[2].amount"
      ])
      expect(await fields("save_custom_food", { name: "Batter", items: items.slice(0, 1) })).toEqual([
        "items[0].amount.unit"
      ])
      const much = await save({ items: [{ foodId: EGG, amount: { value: 200, unit: "large" } }], makesServings: 100 })
      expect(much.hint).toMatch(/^Egg, whole, raw, fresh: 200 large \(10000 g\) is unusually much/)
    })
  })

  describe("in a query", () => {
    interface Asked {
      readonly id: string
      readonly asked?: { readonly amount?: unknown; readonly servings: number; readonly nutrition: unknown }
    }
    const search = async (query: string, more: Record<string, unknown> = {}) =>
      (await output<{ foods: ReadonlyArray<Asked> }>(person.mcp("search_foods", { query, ...more }))).foods

    test.each([
      ["200 ml skim milk", 206.2],
      ["skim milk, 2 cups", 488],
      ["1/2 l whole milk", 515.5],
      ["100 g olive oil", 100],
      ["half a pound of butter", 226.8],
      ["3 large eggs", undefined],
      ["some milk", undefined],
      ["2 buckets milk", undefined],
      ["milk", undefined]
    ])("%s is %p g of the first food", async (query, weight) => {
      const [first, ...others] = await search(query)
      if (weight === undefined)
        return expect([query, first?.asked?.amount]).toEqual([query, first?.asked && expect.anything()])
      expect(first?.asked?.amount).toEqual({ value: weight, unit: "g" })
      expect(others.every((food) => !("asked" in food))).toBe(true)
      const logged = await output<Logged>(
        person.rest("log_food_entry", { foodId: first?.id, servings: first?.asked?.servings, mealType: "snack" })
      )
      expect({ amount: logged.entry.amount, nutrition: logged.entry.nutrition }).toEqual({
        amount: first?.asked?.amount as never,
        nutrition: first?.asked?.nutrition as never
      })
    })

    test("counts the pieces of a food", async () => {
      const [egg] = await search("2 eggs")
      expect(egg?.asked).toMatchObject({ amount: { value: 100, unit: "g" }, servings: 2 })
      const [banana] = await search("a banana")
      expect(banana?.asked).toMatchObject({ amount: { value: 126, unit: "g" } })
      expect((await search("2 rice"))[0]?.asked).toBeUndefined()
    })

    test("is asked of one's own food too, and of no other than the first", async () => {
      await newFood(person.rest, { name: "Zwetschgenmus", servingSizeText: "1 spoon", servingSize: 20 })
      const [first] = await search("3 spoons zwetschgenmus")
      expect(first?.asked).toMatchObject({ servings: 3, amount: { value: 60, unit: "g" } })
      const [without] = await search("zwetschgenmus")
      expect(without).not.toHaveProperty("asked")
      expect(await search("zwetschgenmus", { kind: "custom_food" })).toHaveLength(1)
    })
  })
})

import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import type { ShownFood } from "../../../src/features/foods/model.ts"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { type Call, invalidFields, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { newFood, OATS } from "./support.ts"

const CODE = "4006381333931"

overEveryStore("custom foods with a barcode", (service) => {
  const find = async ({ rest, mcp }: Person, query: string, input: Record<string, unknown> = {}) => {
    const search = async (call: Call) =>
      (await output<{ foods: ReadonlyArray<ShownFood> }>(call("search_foods", { query, ...input }))).foods
    const foods = await search(rest)
    expect(await search(mcp)).toEqual(foods)
    return foods.map(({ kind, name }) => ({ kind, name }))
  }
  const found = [{ kind: "custom_food", name: OATS.name }] as const

  test("are found by it in every printed form, by their owner alone", async () => {
    const person = await newPerson(service())
    const saved = { ...OATS, barcode: " 4006381 333931" }
    const { customFood } = await output<{ customFood: { barcode?: string } }>(person.rest("save_custom_food", saved))
    expect(customFood.barcode).toBe(CODE)
    for (const query of [CODE, `0${CODE}`, "4006381 333931"]) expect(await find(person, query)).toEqual([...found])
    expect(await find(person, CODE, { kind: "custom_food" })).toEqual([...found])
    for (const kind of ["food", "saved_meal"]) expect(await find(person, CODE, { kind })).toEqual([])
    expect(await find(await newPerson(service()), CODE)).toEqual([])
    await newFood(person.rest, { name: "Cola can", barcode: "04252614" })
    for (const query of ["04252614", "042100005264"]) {
      expect(await find(person, query)).toEqual([{ kind: "custom_food", name: "Cola can" }])
    }
  })

  test("lose it where a later version has none, and are gone with it", async () => {
    const person = await newPerson(service())
    const id = await newFood(person.rest, { barcode: CODE })
    await newFood(person.rest, { id, barcode: "96385074" })
    expect(await find(person, CODE)).toEqual([])
    expect(await find(person, "96385074")).toEqual([...found])
    for (const barcode of [undefined, " "]) {
      await newFood(person.rest, { id, barcode: CODE })
      await newFood(person.rest, barcode === undefined ? { id } : { id, barcode })
      expect(await find(person, CODE)).toEqual([])
    }
    await newFood(person.rest, { id, barcode: CODE })
    await output(person.rest("delete_custom_food", { id }))
    expect(await find(person, CODE)).toEqual([])
  })

  test("come before foods of the catalogue", async () => {
    const nutrition = { calories: 400, protein: 5, carbs: 50, fat: 20, alcohol: 0 }
    const code = "4000000000006"
    const food = {
      id: `food_off_${code}`,
      source: "off",
      sourceId: code,
      name: "Theirs",
      brandName: null,
      ...nutrition
    }
    const serving = { servingSize: 100, servingUnit: "g" as const, servingText: null }
    await service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put([{ ...food, ...serving }])))
    const person = await newPerson(service())
    await newFood(person.rest, { name: "Mine", barcode: code })
    expect((await find(person, code)).map(({ name }) => name)).toEqual(["Mine", "Theirs"])
    expect((await find(person, code, { limit: 1 })).map(({ name }) => name)).toEqual(["Mine"])
    expect((await find(person, code, { kind: "food" })).map(({ name }) => name)).toEqual(["Theirs"])
  })

  describe("are refused", () => {
    test.each(["4006381333932", "123", "4006381333931x", "00000000"])("with %s", async (barcode) => {
      const person = await newPerson(service())
      for (const call of [person.rest, person.mcp]) {
        expect(await invalidFields(call("save_custom_food", { ...OATS, barcode }))).toEqual(["barcode"])
      }
    })
  })
})

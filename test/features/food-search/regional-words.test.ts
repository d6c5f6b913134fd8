import { beforeAll, expect, test } from "bun:test"
import { newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood, putMeal } from "../../support/own-foods.ts"

interface Found {
  readonly foods: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly searchedFor?: string
}

overEveryStore("regional words in a person's own foods", (service) => {
  let person: Person
  const names = ["Courgette cake", "Zucchini cake", "Aubergine curry", "Eggplant curry", "Prawn thing", "Yoghurt thing"]
  beforeAll(async () => {
    person = await newPerson(service())
    for (const [index, name] of names.entries()) await putCustomFood(service(), person, `cfd_${index}`, name)
    await putMeal(service(), person, "meal_1", "Rocket plate", [])
  })
  const search = (query: string, input: Record<string, unknown> = {}) =>
    output<Found>(person.rest("search_foods", { query, ...input }))
  const own = async (query: string) =>
    (await search(query, { kind: "custom_food" })).foods.map(({ name }) => name).sort()

  test("mean the same in both directions", async () => {
    for (const query of ["courgette", "zucchini", "zucchinis", "courgette cake", "zucchini cake"]) {
      expect(await own(query)).toEqual(["Courgette cake", "Zucchini cake"])
    }
    for (const query of ["aubergine", "eggplant"])
      expect(await own(query)).toEqual(["Aubergine curry", "Eggplant curry"])
    expect(await own("shrimp")).toEqual(["Prawn thing"])
    expect(await own("yogurt")).toEqual(["Yoghurt thing"])
    expect((await search("arugula", { kind: "saved_meal" })).foods.map(({ id }) => id)).toEqual(["meal_1"])
  })

  test("are found beside the catalogue's foods, and the answer says what was searched", async () => {
    const { foods } = await search("shrimp", { limit: 50 })
    expect(foods.map(({ name }) => name)).toContain("Prawn thing")
    expect((await search("shrimp", { kind: "custom_food" })).searchedFor).toBe("prawn")
    expect(await search("prawn", { kind: "custom_food" })).not.toHaveProperty("searchedFor")
  })

  test("mean the same when they are misspelt", async () => {
    for (const query of ["courgete cake", "zuchini cake", "courgete"]) {
      expect(await own(query)).toEqual(["Courgette cake", "Zucchini cake"])
    }
    expect((await search("courgete cake", { kind: "custom_food" })).searchedFor).toBe("courgette cake")
  })

  test("for kinds of a food are not mistaken for the food", async () => {
    const other = await newPerson(service())
    await putCustomFood(service(), other, "cfd_9", "Bitter lemon")
    const { foods } = await output<Found>(other.rest("search_foods", { query: "beer", kind: "custom_food" }))
    expect(foods).toEqual([])
  })
})

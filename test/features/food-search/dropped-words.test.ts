import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { output, overEveryStore, type Person } from "../../support/app.ts"

interface Found {
  readonly foods: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly searchedFor?: string
  readonly leftOut?: ReadonlyArray<string>
}

overEveryStore("words of a query that are dropped", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
  })
  const search = (query: string) => output<Found>(person.rest("search_foods", { query }))

  test.each([
    ["whole grain bagel", /whole/i],
    ["battered cod", /fried/i],
    ["glazed doughnut", /glazed/i]
  ])("are no descriptions that an everyday food has: all foods for %s have it", async (query, described) => {
    const { foods, leftOut } = await search(query)
    expect(foods.length).toBeGreaterThan(0)
    for (const { name, description = "" } of foods) expect(`${name} ${description}`).toMatch(described)
    expect(leftOut).toBeUndefined()
  })

  test("may be any of two unknown words: the food that is called by one comes before a dish with the other", async () => {
    const [like] = shippedFoods()
    if (like === undefined) throw new Error("No foods are shipped")
    const foods = ["Drovnak", "Cake with skelfitz"].map((name, n) => ({ ...like, id: `food_t_dropped_${n}`, name }))
    await service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put(foods)))
    for (const query of ["drovnak skelfitz", "skelfitz drovnak"]) {
      const { foods, leftOut } = await search(query)
      expect([query, foods.map(({ name }) => name), leftOut]).toEqual([query, ["Drovnak"], ["skelfitz"]])
    }
  })
})

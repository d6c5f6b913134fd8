import { beforeAll, describe, expect, test } from "bun:test"
import { LONGEST_QUERY } from "../../../src/features/food-search/definition.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { output, overEveryStore, type Person } from "../../support/app.ts"

interface Found {
  readonly foods: ReadonlyArray<{ readonly name: string; readonly brandName?: string | null }>
}

interface Named {
  readonly name: string
  readonly brandName?: string | null
}

const fullName = ({ name, brandName }: Named) => (brandName ? `${name} ${brandName}` : name)

/** Every nth food of the catalogue is searched by its full name. */
const STEP = 40

overEveryStore("foods searched by their names", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
  })
  const search = async (query: string) => (await output<Found>(person.rest("search_foods", { query, limit: 5 }))).foods
  const first = async (query: string) => (await search(query)).map(fullName)[0]

  test("by their full names come first, at 99.5 % or more", async () => {
    const asked = shippedFoods().filter((_, index) => index % STEP === 0)
    const others: Array<string> = []
    for (const [index, food] of asked.entries()) {
      // Another person, before the read limit is used up.
      if (index % 80 === 0) person = await service().person()
      const query = fullName(food).slice(0, LONGEST_QUERY)
      if (!(await first(query))?.startsWith(query)) others.push(query)
    }
    expect(others.length / asked.length).toBeLessThanOrEqual(0.005)
  })

  test.each([
    ["lasagne", "Lasagne"],
    ["filet o fish", "Filet-O-Fish"],
    ["Cherry Bites, candy", "Cherry Bites, candy"],
    ["Bacon Ranch Salad without Chicken", "Bacon Ranch Salad without Chicken"],
    [
      "Salmon, pink, canned, without salt, solids with bone and liquid",
      "Salmon, pink, canned, without salt, solids with bone and liquid"
    ],
    ["cola", "Cola, regular, soda"],
    ["coleslaw", "Coleslaw, fast food"]
  ])("%s finds the food of that name, of a brand only if no everyday food begins so", async (query, name) => {
    expect((await search(query))[0]?.name).toBe(name)
  })

  test("the words searched for are named once", async () => {
    const { searchedFor } = await output<{ searchedFor?: string }>(
      person.rest("search_foods", { query: "chicken tikka masala" })
    )
    expect(searchedFor).toBe("chicken")
  })

  test("by their names without a brand come first, at 99.5 % or more", async () => {
    const names = [...new Set(shippedFoods().flatMap(({ name }) => (name.length <= LONGEST_QUERY ? [name] : [])))]
    const asked = names.filter((_, index) => index % STEP === 0)
    const others: Array<string> = []
    for (const [index, name] of asked.entries()) {
      if (index % 80 === 0) person = await service().person()
      if ((await search(name))[0]?.name.toLowerCase() !== name.toLowerCase()) others.push(name)
    }
    expect(others.length / asked.length).toBeLessThanOrEqual(0.005)
  })

  describe("with all their words, or without less important ones", () => {
    beforeAll(async () => {
      person = await service().person()
    })

    test.each([
      ["Salmon, Atlantic, farmed, raw", /^Salmon, Atlantic, farmed, raw$/],
      ["raw tuna", /^Tuna.*raw/],
      ["grilled chicken breast", /^Chicken.*breast.*grilled/],
      ["taco salad", /^Taco salad/i],
      ["chicken caesar salad", /salad.*chicken|chicken.*salad/i],
      ["Crunch granola Mill Farm", /granola/i],
      ["Big Mac McDonald's", /^Big Mac McDonald's$/],
      ["90/10 ground beef", /^Beef, ground, 90% lean/],
      ["swordfish steak", /^Swordfish/],
      ["cheesecake new york", /^Cheesecake/]
    ])("%s", async (query, name) => {
      expect(await first(query)).toMatch(name)
    })

    test.each([
      ["tuna salad without mayo", /mayo/i],
      ["jacket potato without butter", /butter/i],
      ["jacket potato no butter", /butter/i],
      ["salad without tomatoes", /tomato/i],
      ["salad no dressing", /dressing/i]
    ])("%s brings none with it", async (query, left) => {
      const foods = await search(query)
      expect(foods.length).toBeGreaterThan(0)
      for (const { name } of foods) expect(name).not.toMatch(left)
    })
  })
})

import { beforeAll, describe, expect, test } from "bun:test"
import { LONGEST_QUERY } from "../../../src/features/food-search/definition.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { output, overEveryStore, type Person } from "../../support/app.ts"

interface Found {
  readonly foods: ReadonlyArray<Named>
}

interface Named {
  readonly name: string
  readonly brandName?: string | null
  readonly description?: string | null
}

/** How the source of a food names it, with the brand. */
const officialName = ({ name, brandName = null, description }: Named) =>
  fullName({ name: description ?? name, brandName })

const fullName = ({ name, brandName }: Named) => (brandName ? `${name} ${brandName}` : name)

/** Every nth food of the catalogue is searched by its full name. */
const STEP = 60

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

  test("by the full names of their sources come first, at 99.5 % or more", async () => {
    const asked = shippedFoods().filter((_, index) => index % STEP === 1)
    const others: Array<string> = []
    for (const [index, food] of asked.entries()) {
      if (index % 80 === 0) person = await service().person()
      const query = officialName(food).slice(0, LONGEST_QUERY)
      const [found] = await search(query)
      if (found === undefined || ![officialName(found), fullName(found)].some((each) => each.startsWith(query)))
        others.push(query)
    }
    expect({ others, enough: others.length / asked.length <= 0.005 }).toEqual({ others, enough: true })
  })

  test.each([
    ["filet o fish", /^(Filet-O-Fish|Fish sandwich)/],
    ["Cherry Bites, candy", /^Cherry Bites, candy$/],
    ["Bacon Ranch Salad without Chicken", /^Bacon Ranch Salad without Chicken$/],
    ["Salmon, pink, canned, without salt, solids with bone and liquid", /^Pink salmon, canned/],
    ["cola", /^Cola$/],
    ["coleslaw", /^Coleslaw/]
  ])("%s finds the food of that name, of a brand only if no everyday food begins so", async (query, name) => {
    expect((await search(query))[0]?.name).toMatch(name)
  })

  test("the words searched for are named once", async () => {
    const { searchedFor } = await output<{ searchedFor?: string }>(
      person.rest("search_foods", { query: "chicken xylophone" })
    )
    expect(searchedFor).toBe("chicken")
  })

  describe("with all their words, or without less important ones", () => {
    beforeAll(async () => {
      person = await service().person()
    })

    test.each([
      ["Salmon, Atlantic, farmed, raw", /^Atlantic salmon, farmed, raw$/],
      ["raw tuna", /^(?:\w+ )?tuna, (?:\w+, )?raw/i],
      ["grilled chicken breast", /^Chicken.*breast.*grilled/],
      ["taco salad", /^Taco.*salad/i],
      ["chicken caesar salad", /salad.*chicken|chicken.*salad/i],
      ["Crunch granola Mill Farm", /granola/i],
      ["Big Mac McDonald's", /^Big Mac/],
      ["90/10 ground beef", /^Ground beef, 10% fat/],
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
      ["salad no dressing", /(?<!no )dressing/i]
    ])("%s brings none with it", async (query, left) => {
      const foods = await search(query)
      expect(foods.length).toBeGreaterThan(0)
      for (const { name } of foods) expect(name).not.toMatch(left)
    })
  })
})

import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { ShownFood } from "../../../src/features/foods/model.ts"
import { type Call, invalidFields, output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood, putMeal } from "../../support/own-foods.ts"

overEveryStore("search_foods", (service) => {
  let person: Person
  let call: Call
  const find = async (query: string, input: Record<string, unknown> = {}) =>
    (await output<{ readonly foods: ReadonlyArray<ShownFood> }>(call("search_foods", { query, ...input }))).foods
  const list = async (input: Record<string, unknown>) =>
    (await output<{ readonly foods: ReadonlyArray<ShownFood> }>(call("search_foods", input))).foods
  const names = async (query: string, input: Record<string, unknown> = {}) =>
    (await find(query, input)).map(({ name }) => name)
  const ids = async (query: string, input: Record<string, unknown> = {}) =>
    (await find(query, input)).map(({ id }) => id)

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      beforeAll(async () => {
        person = await service().person()
        call = person[surface]
      })

      test("a food is returned as it can be logged: its serving, and nutrition to 2 decimals", async () => {
        expect((await find("Egg, whole, raw, fresh"))[0]).toEqual({
          id: "food_sr28_01123",
          kind: "food",
          name: "Egg, whole, raw, fresh",
          serving: { size: 50, unit: "g", text: "1 large" },
          portions: [
            { text: "1 large", size: 50, unit: "g", servings: 1 },
            { text: "1 extra large", size: 56, unit: "g", servings: 1.12 },
            { text: "1 jumbo", size: 63, unit: "g", servings: 1.26 },
            { text: "1 cup (4.86 large eggs)", size: 243, unit: "g", servings: 4.86 },
            { text: "1 medium", size: 44, unit: "g", servings: 0.88 },
            { text: "1 small", size: 38, unit: "g", servings: 0.76 }
          ],
          perServing: {
            ...{ calories: 71.5, protein: 6.28, carbs: 0.36, fat: 4.76, alcohol: 0 },
            ...{ fiber: 0, sugars: 0.19, saturatedFat: 1.56, sodium: 71 }
          },
          per100g: { calories: 143, protein: 12.56, carbs: 0.72, fat: 9.51, alcohol: 0 }
        })
      })

      test("limit is 1 to 50, and 20 by default", async () => {
        expect(await ids("chicken")).toHaveLength(20)
        expect(await ids("chicken", { limit: 50 })).toHaveLength(50)
        expect(await ids("chicken", { limit: 1 })).toEqual((await ids("chicken")).slice(0, 1))
        for (const limit of [0, 51])
          expect(await invalidFields(call("search_foods", { query: "egg", limit }))).toEqual(["limit"])
      })

      test("a query is required except to list the user's own foods", async () => {
        for (const input of [{}, { kind: "food" }, { query: "" }, { query: " \t ", kind: "food" }]) {
          expect(await invalidFields(call("search_foods", input))).toEqual(["query"])
        }
        expect(await list({ kind: "custom_food" })).toEqual([])
        expect(await list({ kind: "saved_meal", query: "  " })).toEqual([])
      })

      test("a query has at most 100 characters, and every fault is reported at once", async () => {
        expect(await ids("é".repeat(100))).toEqual([])
        expect(await ids("🍎".repeat(100))).toEqual([])
        expect(await invalidFields(call("search_foods", { query: "é".repeat(101) }))).toEqual(["query"])
        expect(
          await invalidFields(call("search_foods", { query: "🍎".repeat(101), kind: "meal", limit: 0, sort: "name" }))
        ).toEqual(expect.arrayContaining(["query", "kind", "limit", "sort"]))
      })
    })
  }

  describe("matching", () => {
    beforeAll(async () => {
      person = await service().person()
      call = person.rest
    })

    test("words match in any order, ignoring case and accents", async () => {
      const found = await ids("cheese cottage low-fat")
      expect(found.length).toBeGreaterThan(0)
      expect(await ids("LOW-FAT Cóttage CHEESE")).toEqual(found)
      expect(await names("nestle", { limit: 50 })).toEqual(await names("Nestlé", { limit: 50 }))
    })

    test("every word must match in name or brand, completely or by its start", async () => {
      for (const food of await find("cheer gen mil", { limit: 50 })) {
        expect(`${food.name} ${food.brandName}`.toLowerCase()).toMatch(/\bcheer/)
        expect(food.brandName).toBe("General Mills")
      }
    })

    test("what a longer start finds, a shorter one finds too", async () => {
      const found = await names("boysenberri", { limit: 50 })
      expect(found).toContain("Boysenberries, frozen, unsweetened")
      expect(await names("boysenberr", { limit: 50 })).toEqual(expect.arrayContaining(found))
    })

    test.each([
      ["grill chicken", /chicken.*grilled/i],
      ["cran juice", /^cranberry.*juice/i],
      ["sun oil", /^sunflower oil/i]
    ])("the start of a word is completed before other words: %s", async (query, name) => {
      expect((await names(query))[0]).toMatch(name)
    })

    test("singular and plural are the same", async () => {
      for (const [one, many] of [
        ["cherry", "cherries"],
        ["tomato", "tomatoes"],
        ["peach", "peaches"],
        ["cookie", "cookies"]
      ] as const) {
        expect((await ids(many))[0]).toBe((await ids(one))[0] ?? "none")
      }
    })

    test.each([
      ["bananna", "Banana, raw"],
      ["yogrut", "Yogurt, "],
      ["mozarela", "Mozzarella cheese"],
      ["brocolli", "Broccoli, raw"],
      ["chiken brest", "Chicken breast"],
      ["strawbery", "Strawberries, raw"]
    ])("a typing error is corrected: %s", async (query, name) => {
      expect((await names(query, { limit: 5 })).filter((found) => found.startsWith(name))).not.toEqual([])
    })

    test("a word that foods have is never corrected, and one unlike all others finds nothing", async () => {
      for (const { name, description } of await find("pear", { limit: 50 }))
        expect(`${name} ${description}`.toLowerCase()).toMatch(/\bpear/)
      expect(await ids("xyzzyx")).toEqual([])
    })

    test("a hyphenated word is found joined, separated, and without its apostrophe", async () => {
      expect(await ids("lowfat yogurt greek")).toEqual(await ids("low-fat yogurt greek"))
      expect((await find("kelloggs"))[0]?.brandName).toBe("Kellogg's")
    })

    test.each([
      "%",
      "_",
      "'",
      "''",
      ":",
      "&",
      "|",
      "!",
      "()",
      "egg & ! (",
      "egg'; --",
      "\\",
      "a:* | b",
      "<->",
      "*",
      '"egg"',
      "…",
      "💥"
    ])("%s does no harm", async (query) => {
      const found = await find(query)
      for (const { name } of found) expect(name.toLowerCase()).toMatch(/\b(egg|a|b)/)
    })

    test("no query fails", async () => {
      const text = fc.oneof(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.string({ unit: fc.constantFrom(..."ab 12'\\%_:&|!()<>-*\"éß🍎日本ا"), maxLength: 100 })
      )
      await fc.assert(
        fc.asyncProperty(text, async (query) => {
          const outcome = await call("search_foods", { query })
          const isRefused = query.trim() === "" || query.includes("\u0000") || !query.isWellFormed()
          expect(outcome.ok).toBe(!isRefused)
        }),
        { numRuns: 40 }
      )
    })

    test("a food is found by its own name", async () => {
      for (const name of [
        "Pork, cured, bacon, unprepared",
        "Oil, corn, industrial and retail, all purpose salad or cooking",
        "Crackers, rye, wafers, plain"
      ]) {
        const found = await find(name, { limit: 3 })
        expect(found.map((food) => food.description ?? food.name)).toContain(name)
      }
    })
  })

  describe("the user's own foods", () => {
    let other: Person
    beforeAll(async () => {
      person = await service().person()
      other = await service().person()
      call = person.rest
      await putCustomFood(service(), person, "cfd_1", "Bananas")
      await putCustomFood(service(), person, "cfd_2", "Zwiebelmett", { brandName: "Metzgerei Müller" })
      await putCustomFood(service(), person, "cfd_3", "Ägyptian banana bread", { servingUnit: "ml", servingSize: 250 })
      await putCustomFood(service(), other, "cfd_4", "Banana of another user")
      await putMeal(
        service(),
        person,
        "meal_1",
        "Breakfast",
        [
          { foodKind: "food", foodId: "food_sr28_01123", servings: 2 },
          { foodKind: "custom_food", foodId: "cfd_2", servings: 1.5 },
          { foodKind: "food", foodId: "food_gone", servings: 3 }
        ],
        2
      )
      await putMeal(service(), person, "meal_2", "Empty banana plate", [])
    })

    test("are found among all others, first among equals", async () => {
      const found = await find("banana")
      expect(found[0]).toEqual({
        id: "cfd_1",
        kind: "custom_food",
        name: "Bananas",
        serving: { size: 50, unit: "g", text: "1 piece" },
        perServing: { calories: 100, protein: 5, carbs: 10, fat: 2.5, alcohol: 0 },
        per100g: { calories: 200, protein: 10, carbs: 20, fat: 5, alcohol: 0 }
      })
      expect(found[1]?.name).toBe("Banana, raw")
      expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(["cfd_3", "meal_2"]))
    })

    test("of another user are never shown", async () => {
      expect(await ids("banana of another user", { limit: 50 })).not.toContain("cfd_4")
      expect(await ids("banana", { limit: 50 })).not.toContain("cfd_4")
      expect((await list({ kind: "custom_food" })).map(({ id }) => id)).not.toContain("cfd_4")
    })

    test("kind narrows a search", async () => {
      expect(await ids("banana", { kind: "custom_food" })).toEqual(["cfd_1", "cfd_3"])
      expect(await ids("banana", { kind: "saved_meal" })).toEqual(["meal_2"])
      for (const { kind } of await find("banana", { kind: "food" })) expect(kind).toBe("food")
    })

    test("are found by brand, by starts of words, without accents, and when misspelt", async () => {
      for (const query of ["metzgerei", "mull zwie", "Mueller"]) {
        expect(await ids(query, { kind: "custom_food" })).toEqual(["cfd_2"])
      }
      expect(await ids("zwibelmett")).toEqual(["cfd_2"])
      expect(await ids("agyptian")).toEqual(["cfd_3"])
    })

    test("are listed by name without a query", async () => {
      expect((await list({ kind: "custom_food" })).map(({ name }) => name)).toEqual([
        "Ägyptian banana bread",
        "Bananas",
        "Zwiebelmett"
      ])
      expect((await list({ kind: "custom_food", limit: 1 })).map(({ id }) => id)).toEqual(["cfd_3"])
      expect((await list({ kind: "saved_meal" })).map(({ name }) => name)).toEqual(["Breakfast", "Empty banana plate"])
    })

    test("a saved meal has one serving's share of its items, and 100 g of their weight", async () => {
      // 2 × 50 g of egg and 1.5 × 50 g of the custom food make two servings.
      const [meal] = await find("breakfast", { kind: "saved_meal" })
      expect(meal).toEqual({
        id: "meal_1",
        kind: "saved_meal",
        name: "Breakfast",
        serving: { size: 1, unit: "meal" },
        items: [
          { name: "Egg, whole, raw, fresh", servings: 2 },
          { name: "Zwiebelmett", servings: 1.5 }
        ],
        perServing: { calories: 146.5, protein: 10.03, carbs: 7.86, fat: 6.63, alcohol: 0 },
        per100g: { calories: 167.43, protein: 11.46, carbs: 8.98, fat: 7.58, alcohol: 0 }
      })
      const [empty] = await find("plate", { kind: "saved_meal" })
      expect(empty?.per100g).toEqual({ calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 })
    })
  })
})

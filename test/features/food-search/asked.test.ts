import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import type { ShownFood } from "../../../src/features/foods/model.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood } from "../../support/own-foods.ts"

interface Found {
  readonly foods: ReadonlyArray<ShownFood>
  readonly searchedFor?: string
}

overEveryStore("what a search looks for", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
  })
  const search = (query: string, input: Record<string, unknown> = {}) =>
    output<Found>(person.rest("search_foods", { query, ...input }))
  const first = async (query: string) => (await search(query)).foods[0]?.name

  describe("words as people use them", () => {
    test.each([
      ["courgette", "Zucchini (green summer squash), raw", "zucchini"],
      ["rocket", "Arugula, raw", "arugula"],
      ["coke", "Cola", "cola"],
      ["pb", "Peanut butter", "peanut butter"]
    ])("%s is %s", async (query, name, searchedFor) => {
      const found = await search(query)
      expect(found.foods[0]?.name).toBe(name)
      expect(found.searchedFor).toBe(searchedFor)
    })

    test.each([
      ["toast", /bread, toasted$/i],
      ["hot dog", /^hot dog/i],
      ["steak", /^(beef )?steak$/i],
      ["milk", /^milk(, whole)?$/i],
      ["milk chocolate", /^milk chocolate candy/i],
      ["chocolate milk", /^chocolate milk/i],
      ["latte", /^latte$/i],
      ["guacamole", /^guacamole$/i],
      ["tikka masala", /^chicken curry$/i],
      ["Haferflocken", /^oats, raw$/i],
      ["lait d’avoine", /^oat milk$/i],
      ["tavuk göğsü", /^chicken breast, roasted, without skin$/i],
      ["tavuk gogsu", /^chicken breast, roasted, without skin$/i],
      ["Kaese", /cheese/i],
      ["tea and biscuits", /^black tea$/i],
      ["tea biscuits", /^cookie/i],
      ["meatloaf and mashed potatoes", /^meat loaf/i],
      ["patty melt", /^cheeseburger$/i],
      ["muhammara", /^hummus/i]
    ])("%s brings the everyday food first: %s", async (query, name) => {
      expect(await first(query)).toMatch(name)
    })

    test("a word of two languages finds both foods", async () => {
      const names = (await search("prune")).foods.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^Prune/), expect.stringMatching(/^Plum/)]))
    })

    test("a food that both sources describe is shown once, and by its own full name", async () => {
      const ids = async (query: string) => (await search(query)).foods.map(({ id }) => id)
      expect(await ids("banana")).toContain("food_fndds_63107010")
      expect(await ids("banana")).not.toContain("food_sr28_09040")
      expect((await ids("Bananas, raw"))[0]).toBe("food_sr28_09040")
    })

    test("an everyday name of a food does not bring it if the query contains only part of that name", async () => {
      for (const { name } of (await search("egg", { limit: 50 })).foods) expect(name.toLowerCase()).toMatch(/\begg/)
    })
  })

  describe("what is eaten together", () => {
    test.each([
      ["toast and jam", /toasted$/],
      ["steak and chips", /steak/i],
      ["Brot mit Butter", /bread/i],
      ["steak avec frites", /steak/i],
      ["friet met mayonaise", /^French fries/],
      ["Spaghetti mit Tomatensauce", /tomato sauce/],
      ["chips and salsa", /^Tortilla chips/]
    ])("%s brings first what is named first: %s", async (query, name) => {
      expect(await first(query)).toMatch(name)
    })

    test.each([
      ["macaroni and cheese", /^Macaroni and cheese$/],
      ["ham and cheese sandwich", /sandwich/i],
      ["bread and butter pickles", /pickles/],
      ["chili con carne", /^Chili/]
    ])("%s is one food: %s", async (query, name) => {
      expect(await first(query)).toMatch(name)
    })

    test("both foods are found, each of their kind", async () => {
      const names = (await search("banana and quinoa")).foods.map(({ name }) => name)
      expect(names[0]).toMatch(/^Banana/)
      expect(names[1]).toMatch(/^Quinoa/)
    })

    test.each([
      ["pineapple chunks", /^Pineapple/],
      ["asparagus spears", /^Asparagus/],
      ["thé", /tea/i]
    ])("%s brings %s", async (query, name) => {
      expect(await first(query)).toMatch(name)
    })
  })

  describe("amounts and measures", () => {
    test.each([
      ["2 eggs", "egg"],
      ["100g chicken", "chicken"],
      ["slice of bread", "bread"],
      ["cup of rice", "rice"],
      ["1/2 an avocado", "avocado"],
      ["milk, 200 ml", "milk"],
      ["a large banana", "banana"]
    ])("%s finds what %s finds", async (query, plain) => {
      const found = await search(query)
      const [asked, ...others] = found.foods
      const [plainFirst, ...plainOthers] = (await search(plain)).foods
      expect({ ...asked, asked: undefined }).toEqual({ ...plainFirst, asked: undefined })
      // Only a query that names a measure shows the portions of all foods.
      const ids = (foods: typeof others) => foods.map(({ id }) => id)
      expect(ids(others)).toEqual(ids(plainOthers))
      expect(found.searchedFor).toMatch(new RegExp(plain))
    })

    test.each([
      ["1 cup cheddar", 113],
      ["1 cup diced cheddar", 132],
      ["2 cups melted cheddar", 488],
      ["1 cup mashed banana", 225],
      ["1 cup raw banana", 150]
    ])("%s is %p g, as its words say of the food's portions", async (query, value) => {
      const { asked } = (await search(query)).foods[0] ?? {}
      expect(asked?.amount).toEqual({ value, unit: "g" })
    })

    test("stay if they are part of a name", async () => {
      expect(await first("half and half")).toMatch(/^Half and half/)
      expect((await search("2% milk")).foods[0]?.name).toMatch(/2%/)
    })
  })

  describe("a repeated search", () => {
    const put = (name: string) =>
      service().run(
        Effect.flatMap(FoodCatalogue, (catalogue) => {
          const [like] = shippedFoods()
          if (like === undefined) return Effect.dieMessage("No food is shipped")
          return catalogue.put([{ ...like, id: "food_off_remembered", source: "off", sourceId: "remembered", name }])
        })
      )
    const names = async (query: string, of = person) =>
      (await output<Found>(of.rest("search_foods", { query }))).foods.map(({ name }) => name)

    test("finds foods that were stored and renamed since then", async () => {
      expect(await names("quibblefruit")).toEqual([])
      await put("Quibblefruit")
      expect(await names("quibblefruit")).toEqual(["Quibblefruit"])
      await put("Quibblefruit, dried")
      expect(await names("quibblefruit")).toEqual(["Quibblefruit, dried"])
    })

    test("finds the caller's own foods, and nobody else's", async () => {
      const other = await service().person()
      const before = await names("teriyaki", other)
      expect(await names("teriyaki")).toEqual(before)
      await putCustomFood(service(), person, "cfd_teriyaki", "Teriyaki")
      expect(await names("teriyaki")).toContain("Teriyaki")
      expect(await names("teriyaki", other)).toEqual(before)
    })
  })

  describe("if no food has all words", () => {
    test("descriptions of the food and what it comes with are dropped first", async () => {
      expect(await search("organic banana")).toMatchObject({ searchedFor: "banana" })
      expect((await search("organic banana")).foods[0]?.name).toBe("Banana, raw")
      expect(await search("tea with cardamom")).toMatchObject({ searchedFor: "tea" })
    })

    test("a word that no food has is dropped", async () => {
      const found = await search("cheerios xylophone")
      expect(found.searchedFor).toBe("cheerios")
      for (const { name } of found.foods) expect(name).toMatch(/cheerios|O's/i)
    })

    test("two foods that no single food contains are both found", async () => {
      const { foods, searchedFor } = await search("banana quinoa")
      const names = foods.slice(0, 2).map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining([expect.stringMatching(/^Banana, raw/), expect.stringMatching(/^Quinoa/)])
      )
      expect(searchedFor).toMatch(/quinoa, or banana|banana, or quinoa/)
    })

    test("words that mean nothing alone find nothing, and the answer suggests what to try", async () => {
      for (const query of ["xyzzyx", "sliced xyzzyx"]) {
        const { foods, searchedFor } = await search(query)
        expect(foods).toEqual([])
        expect(searchedFor).toMatch(/^Nothing found\. Try .*save_custom_food/)
      }
    })

    test("the answer does not repeat a query that was searched as it is", async () => {
      for (const query of ["banana", "Bananas, raw", "the cottage CHEESE", "eggs"]) {
        expect(await search(query)).not.toHaveProperty("searchedFor")
      }
    })

    test.each(["o'brien", "O’Brien potatoes", "potatoes o`brien"])(
      "%s is searched as without its apostrophe",
      async (query) => {
        const found = await search(query)
        expect(found.foods[0]?.name).toMatch(/^O'Brien potatoes|^Home fries/)
        expect(found).toEqual(await search(query.replace(/['’`]/, "")))
        expect(found).not.toHaveProperty("searchedFor")
      }
    )
  })

  describe("typing errors", () => {
    test.each([
      ["bananna", "banana"],
      ["spagetti", "spaghetti"],
      ["yogrut", "yogurt"],
      ["avacado", "avocado"],
      ["mozarela", "mozzarella"],
      ["ocffee", "coffee"],
      ["qinooa", "quinoa"]
    ])("%s is read as %s, and the answer says so", async (query, word) => {
      const { foods, searchedFor } = await search(query)
      expect(foods.length).toBeGreaterThan(0)
      expect(searchedFor).toMatch(new RegExp(`^${word}`))
    })

    test.each([
      ["xoke", "a word of four letters is not corrected"],
      ["jread", "the first letter stays"],
      ["bamxna", "two errors need eight letters, or the right sound"]
    ])("%s finds nothing: %s", async (query) => {
      expect((await search(query)).foods).toEqual([])
    })

    test.each([
      ["viniger", /^vinegar/i, "two errors, but the right sound"],
      ["lettus", /^lettuce/i, "two errors, but the right sound"],
      ["lentles", /^lentils/i, "two errors, but the right sound"],
      ["mlik", /^milk/i, "four letters, but the right sound"],
      ["guacomole", /^guacamole/i, "a word that no name has, only the table"],
      ["caulifower rice", /^cauliflower/i, "part of a phrase of the table"]
    ])("%s finds %p: %s", async (query, name) => {
      expect((await search(query)).foods[0]?.name).toMatch(name)
    })

    test("words of the table are never read as others", async () => {
      for (const query of ["coke", "latte", "rocket"]) {
        const { foods } = await search(query)
        for (const { name } of foods) expect(name).not.toMatch(/quinoa|late harvest|pockets/i)
      }
    })
  })

  describe("barcodes", () => {
    beforeAll(async () => {
      const [like] = shippedFoods()
      if (like === undefined) throw new Error("No foods are shipped")
      const food = (id: string, name: string) => ({ ...like, id, name, source: "test" })
      const foods = [
        food("food_gtin_00012345678905", "Padded muesli"),
        food("food_off_4006381333931", "Printed spread"),
        food("food_off_96385074", "Short gum"),
        food("food_off_50184453", "Gum 8888888888888")
      ]
      await service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put(foods)))
    })

    test.each([
      ["012345678905", "Padded muesli"],
      ["0012345678905", "Padded muesli"],
      ["00012345678905", "Padded muesli"],
      ["4006381333931", "Printed spread"],
      ["04006381333931", "Printed spread"],
      ["400638 1333931", "Printed spread"],
      ["96385074", "Short gum"]
    ])("%s finds %s", async (query, name) => {
      const found = await search(query)
      expect(found.foods.map((food) => food.name)).toEqual([name])
      expect(found).not.toHaveProperty("searchedFor")
    })

    test("that no food has find the user's own foods by their digits, else nothing, not even a catalogue food with this name", async () => {
      expect(await search("7777777777777")).toMatchObject({ foods: [], searchedFor: expect.stringMatching(/Nothing/) })
      await putCustomFood(service(), person, "cfd_barcode", "Crisps 7777777777777")
      expect((await search("7777777777777")).foods.map(({ id }) => id)).toEqual(["cfd_barcode"])
      expect((await search("8888888888888")).foods).toEqual([])
    })
  })

  describe("portions", () => {
    test("state how many servings each household measure is, the serving first", async () => {
      const [banana] = (await search("banana")).foods
      expect(banana?.serving).toEqual({ size: 126, unit: "g", text: "1 banana" })
      expect(banana?.portions?.[0]).toMatchObject({ size: 126, servings: 1 })
      expect(banana?.portions).toContainEqual({ text: "1 cup, mashed", size: 225, unit: "g", servings: 1.7857 })
      expect(banana?.portions).toHaveLength(5)
    })

    test("are shown of the first five foods, and of all if the query names an amount or asks for them", async () => {
      const counts = async (query: string, input = {}) => {
        const { foods } = await search(query, input)
        const having = foods.map(({ portions = [] }) => portions.length > 0)
        return { first: having.slice(0, 5).filter(Boolean).length, others: having.slice(5).filter(Boolean).length }
      }
      const plain = await counts("chicken breast")
      expect([plain.first > 0, plain.others]).toEqual([true, 0])
      for (const found of [await counts("100 g chicken breast"), await counts("chicken breast", { portions: true })])
        expect([found.first, found.others > 0]).toEqual([expect.any(Number), true])
    })

    test("are returned for catalogue foods with measures", async () => {
      await putCustomFood(service(), person, "cfd_portions", "Wombat stew")
      expect((await search("wombat stew")).foods[0]).not.toHaveProperty("portions")
    })
  })
})

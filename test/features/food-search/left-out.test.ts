import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { newFood } from "../custom-foods/support.ts"

interface Found {
  readonly foods: ReadonlyArray<{ readonly name: string }>
  readonly searchedFor?: string
  readonly leftOut?: ReadonlyArray<string>
}

overEveryStore("the words that no food has", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const search = async (query: string, more: Record<string, unknown> = {}) => {
        const call = (await newPerson(service()))[surface]
        return output<Found>(call("search_foods", { query, limit: 3, ...more }))
      }

      test("are in leftOut, beside searchedFor", async () => {
        const found = await search("zorblax rice")
        expect(found.foods.length).toBeGreaterThan(0)
        expect(found).toMatchObject({ searchedFor: "rice", leftOut: ["zorblax"] })
        expect((await search("zorblax egg quuxly")).leftOut).toEqual(["zorblax", "quuxly"])
      })

      test("are none where foods have all, an amount is put aside, or nothing was found", async () => {
        for (const query of ["egg", "2 cups of milk", "zorblaxquux", "tea without sugar"])
          expect([query, (await search(query)).leftOut]).toEqual([query, undefined])
      })

      test("are told of the person's own foods too", async () => {
        const call = (await newPerson(service()))[surface]
        await newFood(call, { name: "Grandmother's dumplings" })
        const input = { query: "grandmother zorblax", kind: "custom_food" }
        const found = await output<Found>(call("search_foods", input))
        expect(found).toMatchObject({ foods: [{ name: "Grandmother's dumplings" }], leftOut: ["zorblax"] })
      })
    })
  }
})

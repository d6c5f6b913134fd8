import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { list } from "./support.ts"

const soup = { name: "Soup", calories: 300, protein: 10, carbs: 40, fat: 9.99 }

overEveryStore("the mean of a range", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call = (await newPerson(service()))[surface]
        const eat = (date: string, more: Record<string, unknown> = {}) =>
          output(call("log_food_entry", { quickAdd: { ...soup, ...more }, servings: 1, mealType: "lunch", date }))
        return { call, eat }
      }

      test("is that of the days with entries, whatever the page", async () => {
        const { call, eat } = await arrive()
        await eat("2026-03-02")
        await eat("2026-03-02")
        await eat("2026-03-05", { calories: 301, alcohol: 1 })
        const mean = { days: 2, calories: 450.5, protein: 15, carbs: 60, fat: 14.99, alcohol: 0.5 }
        const range = { from: "2026-03-01", to: "2026-03-14" }
        expect((await list(call, range)).mean).toEqual(mean)
        expect((await list(call, { ...range, limit: 1 })).mean).toEqual(mean)
        expect((await list(call, { from: "2026-03-05", to: "2026-03-06" })).mean).toMatchObject({
          days: 1,
          calories: 301
        })
      })

      test("says what some day does not know", async () => {
        const { call, eat } = await arrive()
        await eat("2026-03-02", { fiber: 4, sodium: 100 })
        await eat("2026-03-03", { sodium: 300 })
        const { mean } = await list(call, { from: "2026-03-01", to: "2026-03-14" })
        expect(mean).toMatchObject({ days: 2, fiber: 2, sodium: 200 })
        expect(mean?.partial).toEqual(["fiber", "sugars", "saturatedFat"])
      })

      test("is absent for one day, without entries, and where there are no totals", async () => {
        const { call, eat } = await arrive()
        await eat("2026-03-14")
        for (const range of [
          {},
          { from: "2026-03-14", to: "2026-03-14" },
          { from: "2026-02-01", to: "2026-02-28" },
          { from: "2024-01-01", to: "2026-03-14" }
        ])
          expect((await list(call, range)).mean).toBeUndefined()
      })
    })
  }
})

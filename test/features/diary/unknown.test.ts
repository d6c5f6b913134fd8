import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, TODAY } from "../../support/app.ts"
import { EGG, type Entry, type Logged, list } from "./support.ts"

const LUNCH = { name: "Lunch out", calories: 850 }
const ALL = ["protein", "carbs", "fat"]
const SHOWN = { calories: 850, protein: 0, carbs: 0, fat: 0, alcohol: 0 }

overEveryStore("macronutrients that nobody stated", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call = (await newPerson(service()))[surface]
        const log = (input: Record<string, unknown>) =>
          output<Logged & { readonly entries?: ReadonlyArray<Entry> }>(
            call("log_food_entry", { mealType: "lunch", servings: 1, ...input })
          )
        return { call, log }
      }

      test("are 0 in the entry, which names them, whatever becomes of it", async () => {
        const { call, log } = await arrive()
        const { entry } = await log({ quickAdd: LUNCH })
        expect(entry).toMatchObject({ nutrition: SHOWN, unknown: ALL })
        expect((await list(call)).entries).toEqual([entry])
        const { id } = entry
        const changed = await output<Logged>(call("update_food_entry", { id, servings: 2, mealType: "dinner" }))
        expect(changed.entry).toMatchObject({ nutrition: { ...SHOWN, calories: 1700 }, unknown: ALL })
        const again = await log({ sameAs: { date: TODAY, mealType: "dinner" } })
        expect(again.entries).toMatchObject([{ nutrition: { calories: 1700 }, unknown: ALL }])
        const deleted = await output<Logged>(call("delete_food_entry", { id }))
        expect(deleted.entry).toEqual(changed.entry)
      })

      test("are those that were left out, and none of a food without energy", async () => {
        const { log } = await arrive()
        const { entry } = await log({ quickAdd: { ...LUNCH, protein: 40, fiber: 9 } })
        expect(entry).toMatchObject({ nutrition: { ...SHOWN, protein: 40, fiber: 9 }, unknown: ["carbs", "fat"] })
        const stated = await log({ quickAdd: { ...LUNCH, protein: 0, carbs: 0, fat: 0 } })
        expect(stated.entry).not.toHaveProperty("unknown")
        const water = await log({ quickAdd: { name: "Water", calories: 0 } })
        expect(water.entry).not.toHaveProperty("unknown")
        expect((await log({ foodId: EGG })).entry).not.toHaveProperty("unknown")
      })

      test("make the sums of their day, and the mean, partial", async () => {
        const { call, log } = await arrive()
        await log({ quickAdd: { ...LUNCH, protein: 40 } })
        await log({ quickAdd: { name: "Soup", calories: 100, protein: 5, carbs: 10, fat: 4 } })
        const totals = [
          { date: TODAY, ...SHOWN, calories: 950, protein: 45, carbs: 10, fat: 4, partial: ["carbs", "fat"] }
        ]
        expect((await list(call)).totals).toEqual(totals)
        // A page of the range sums in the database.
        expect((await list(call, { limit: 1 })).totals).toEqual(totals)
        const yesterday = "2026-03-13"
        await log({ quickAdd: { name: "Soup", calories: 100, protein: 5, carbs: 10, fat: 4 }, date: yesterday })
        const { mean, totals: both } = await list(call, { from: yesterday, to: TODAY })
        expect(both?.[0]).not.toHaveProperty("partial")
        expect(mean).toMatchObject({ days: 2, protein: 25, carbs: 10, partial: ["carbs", "fat"] })
      })

      test("are summed on a day that knows nothing else", async () => {
        const { call, log } = await arrive()
        await log({ quickAdd: LUNCH })
        await log({ quickAdd: LUNCH })
        for (const limit of [1, 50]) {
          expect((await list(call, { limit })).totals).toEqual([
            { date: TODAY, ...SHOWN, calories: 1700, partial: ALL }
          ])
        }
      })

      test("make the day's goals on them partial, and no others", async () => {
        const { call, log } = await arrive()
        const goal = (metric: string, comparison: string, targetValue: number) =>
          output(call("save_goal", { name: metric, type: "numeric", metric, comparison, targetValue }))
        await goal("protein", "min", 30)
        await goal("fat", "max", 70)
        await goal("calories", "max", 2000)
        const standing = async () =>
          (await output<{ goals: ReadonlyArray<Record<string, unknown>> }>(call("get_daily_goals"))).goals.map(
            ({ name, currentValue, completed, partial }) => [name, currentValue, completed, partial]
          )
        expect(await standing()).toEqual([
          ["protein", 0, false, undefined],
          ["fat", 0, false, undefined],
          ["calories", 0, false, undefined]
        ])
        await log({ quickAdd: { ...LUNCH, protein: 40 } })
        expect(await standing()).toEqual([
          ["protein", 40, true, undefined],
          ["fat", 0, true, true],
          ["calories", 850, true, undefined]
        ])
      })
    })
  }
})

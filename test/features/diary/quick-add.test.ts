import { beforeAll, describe, expect, test } from "bun:test"
import { failure, invalidFields, NOON, newPerson, output, overEveryStore, TODAY } from "../../support/app.ts"
import { type Entry, type Logged, list } from "./support.ts"

const WAYS = ["foodId", "customFoodId", "savedMealId", "quickAdd", "sameAs"]
const SOUP = { name: "Canteen soup", calories: 320, protein: 12, carbs: 40.5, fat: 9, alcohol: 0 }

interface Found {
  readonly foods: ReadonlyArray<unknown>
}

overEveryStore("quick add", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call = (await newPerson(service()))[surface]
        const log = (quickAdd: unknown, more: Record<string, unknown> = {}) =>
          call("log_food_entry", { quickAdd, servings: 1, mealType: "lunch", ...more })
        return { call, log }
      }

      test("logs the values as given, times the servings, as a food that no search finds", async () => {
        const { call, log } = await arrive()
        const { entry } = await output<Logged>(log(SOUP, { servings: 1.5 }))
        const { id: foodId, ...food } = entry.food
        expect(food).toEqual({ kind: "custom_food", name: "Canteen soup" })
        expect(entry.nutrition).toEqual({ calories: 480, protein: 18, carbs: 60.75, fat: 13.5, alcohol: 0 })
        expect(entry.serving).toEqual({ size: 1, unit: "serving" })
        expect(entry.amount).toBeUndefined()
        const day = await list(call)
        expect(day.entries).toEqual([entry])
        expect(day.totals).toEqual([{ date: TODAY, ...entry.nutrition }])
        for (const input of [{ query: "canteen soup" }, { kind: "custom_food" }]) {
          expect((await output<Found>(call("search_foods", input))).foods).not.toContainEqual(
            expect.objectContaining({ name: "Canteen soup" })
          )
        }
        const again = { customFoodId: foodId, servings: 1, mealType: "lunch" }
        expect((await failure(call("log_food_entry", again))).code).toBe("not_found")
      })

      test("needs a name and calories, and treats omitted values as 0", async () => {
        const { log } = await arrive()
        const { entry } = await output<Logged>(log({ name: " Coffee ", calories: 0, protein: null }))
        expect([entry.food.name, entry.nutrition]).toEqual([
          "Coffee",
          { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
        ])
        expect((await output<Logged>(log({ name: "x", calories: 100_000 }))).entry.nutrition.calories).toBe(100_000)
        expect(await invalidFields(log({}))).toEqual(["quickAdd.name", "quickAdd.calories"])
        const wrong = { name: " ", calories: 100_000.1, protein: -1, carbs: "2", sugar: 3 }
        expect([...(await invalidFields(log(wrong)))].sort()).toEqual([
          "quickAdd.calories",
          "quickAdd.carbs",
          "quickAdd.name",
          "quickAdd.protein",
          "quickAdd.sugar"
        ])
        expect(await invalidFields(log("soup"))).toEqual(["quickAdd"])
      })

      test("is one of five ways to log, and excludes the others", async () => {
        const { call, log } = await arrive()
        expect(await invalidFields(log(SOUP, { foodId: "food_sr28_01123" }))).toEqual(WAYS)
        expect(await invalidFields(log(undefined))).toEqual(WAYS)
        expect((await list(call)).entries).toEqual([])
      })

      test("is logged once under a key, and changed, moved and deleted like other entries", async () => {
        const { call, log } = await arrive()
        const keyed = { idempotency_key: "soup" }
        const first = await output<Logged>(log(SOUP, keyed))
        expect<unknown>(await output(log({ ...SOUP, brandName: undefined }, keyed))).toMatchObject(first)
        expect((await failure(log({ ...SOUP, fat: 10 }, keyed))).code).toBe("idempotency_conflict")
        expect((await list(call)).total).toBe(1)
        const { id } = first.entry
        const change = { id, servings: 2, mealType: "dinner", date: "2026-03-12" }
        const changed = await output<Logged>(call("update_food_entry", change))
        expect(changed.entry).toEqual({
          ...first.entry,
          ...change,
          nutrition: { calories: 640, protein: 24, carbs: 81, fat: 18, alcohol: 0 }
        })
        const deleted = await output<{ entry: Entry }>(call("delete_food_entry", { id }))
        expect(deleted.entry).toEqual(changed.entry)
      })
    })
  }
})

import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { deleteMeal, saveMeal } from "../../../src/features/saved-meals/save-meal.ts"
import { failure, invalidFields, NOON, newPerson, output, overEveryStore, TODAY } from "../../support/app.ts"
import { newFood } from "../custom-foods/support.ts"
import { EGG, type Entry, type Logged, list } from "./support.ts"

interface Again extends Logged {
  readonly entries: ReadonlyArray<Entry>
}

const YESTERDAY = "2026-03-13"
const LUNCH = { date: YESTERDAY, mealType: "lunch" }
const SOUP = { name: "Canteen soup", calories: 320, protein: 12, carbs: 40, fat: 9 }

overEveryStore("a meal logged again", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call = (await newPerson(service()))[surface]
        const log = (input: Record<string, unknown>) =>
          output<Logged>(call("log_food_entry", { servings: 1, mealType: "lunch", date: YESTERDAY, ...input }))
        const again = (more: Record<string, unknown> = {}) =>
          call("log_food_entry", { sameAs: LUNCH, servings: 1, mealType: "lunch", ...more })
        return { call, log, again }
      }
      const eatLunch = async ({ call, log }: Awaited<ReturnType<typeof arrive>>) => {
        const customFoodId = await newFood(call)
        const lunch = [
          (await log({ foodId: EGG, servings: 1.5 })).entry,
          (await log({ customFoodId, servings: 0.1 })).entry,
          (await log({ quickAdd: SOUP })).entry
        ]
        await log({ foodId: EGG, mealType: "breakfast" })
        await log({ foodId: EGG, date: "2026-03-12" })
        return { customFoodId, lunch }
      }

      test("adds all of that meal's entries, as they were and in their order", async () => {
        const person = await arrive()
        const { lunch } = await eatLunch(person)
        const logged = await output<Again>(person.again())
        expect(logged.entries.map(({ id: _, ...entry }) => entry)).toEqual(
          lunch.map(({ id: _, ...entry }) => ({ ...entry, date: TODAY }))
        )
        expect(new Set([...lunch, ...logged.entries].map(({ id }) => id)).size).toBe(6)
        expect(logged).toMatchObject({ date: TODAY, timezone: "UTC" })
        const [first] = logged.entries
        expect(logged.entry).toEqual(first as Entry)
        expect((await list(person.call)).entries).toEqual([...logged.entries])
        const before = await list(person.call, { from: YESTERDAY, to: YESTERDAY })
        expect(before.entries.filter(({ mealType }) => mealType === "lunch")).toEqual(lunch)
      })

      test("multiplies each by servings, on another day and for another meal", async () => {
        const person = await arrive()
        await eatLunch(person)
        const logged = await output<Again>(person.again({ servings: 3, mealType: "dinner", date: "2026-03-15" }))
        expect(logged.entries.map(({ servings }) => servings)).toEqual([4.5, 0.3, 3])
        expect(logged.entries.map(({ date, mealType }) => [date, mealType])).toEqual([
          ["2026-03-15", "dinner"],
          ["2026-03-15", "dinner"],
          ["2026-03-15", "dinner"]
        ])
        expect(logged.entries[2]?.nutrition).toMatchObject({ calories: 960, protein: 36 })
      })

      test("keeps the values that entries were logged with, whatever became of their food", async () => {
        const person = await arrive()
        const { customFoodId, lunch } = await eatLunch(person)
        const changed = { id: customFoodId, name: "Other", protein: 1, carbs: 1, fat: 1 }
        await output(person.call("save_custom_food", { ...changed, servingSize: 10, servingSizeUnit: "g" }))
        const { entries } = await output<Again>(person.again())
        expect(entries[1]?.food).toEqual(lunch[1]?.food as Entry["food"])
        expect(entries[1]?.nutrition).toEqual(lunch[1]?.nutrition as Entry["nutrition"])
      })

      test("is done once under a key, all or none", async () => {
        const person = await arrive()
        const { lunch } = await eatLunch(person)
        const keyed = { idempotency_key: "again" }
        const first = await output<Again>(person.again(keyed))
        for (const { id } of lunch) await output(person.call("delete_food_entry", { id }))
        expect(await output<Again>(person.again(keyed))).toMatchObject({ ...first })
        expect((await list(person.call)).total).toBe(3)
        expect((await failure(person.again({ ...keyed, servings: 2 }))).code).toBe("idempotency_conflict")
        expect((await failure(person.again())).code).toBe("not_found")
        const both = await arrive()
        await eatLunch(both)
        const racing = await Promise.all([1, 2, 3].map(() => output<Again>(both.again(keyed))))
        expect(new Set(racing.map(({ entry }) => entry.id)).size).toBe(1)
        expect((await list(both.call)).total).toBe(3)
      })

      test("is not found where nothing was logged, and never reads another person's meals", async () => {
        const person = await arrive()
        await eatLunch(person)
        const other = await arrive()
        const refused = await failure(other.again())
        expect([refused.code, refused.message]).toEqual(["not_found", expect.stringContaining("lunch on 2026-03-13")])
        expect((await failure(person.again({ sameAs: { ...LUNCH, mealType: "snack" } }))).code).toBe("not_found")
      })

      test("excludes the other ways, and names every fault", async () => {
        const person = await arrive()
        await eatLunch(person)
        expect(await invalidFields(person.again({ foodId: EGG }))).toContain("sameAs")
        expect(await invalidFields(person.again({ sameAs: { date: "2026-02-30", mealType: "brunch", x: 1 } }))).toEqual(
          expect.arrayContaining(["sameAs.date", "sameAs.mealType", "sameAs.x"])
        )
        expect(await invalidFields(person.again({ sameAs: {} }))).toEqual(["sameAs.date", "sameAs.mealType"])
        expect(await invalidFields(person.again({ servings: 0 }))).toEqual(["servings"])
        expect(await invalidFields(person.again({ servings: 9000 }))).toEqual(["servings"])
        expect((await list(person.call)).total).toBe(0)
      })
    })
  }

  test("an entry of a saved meal that has been deleted since is logged again as it was", async () => {
    const { id: userId, rest } = await newPerson(service())
    const meal = { name: "Two eggs", description: null, servings: 1, items: [{ foodId: EGG, servings: 2 }] }
    const savedMealId = await service().run(Effect.orDie(saveMeal(userId, meal)))
    const eaten = { savedMealId, servings: 1, mealType: "lunch", date: YESTERDAY }
    const { entry } = await output<Logged>(rest("log_food_entry", eaten))
    await service().run(Effect.orDie(deleteMeal(userId, savedMealId)))
    const same = { sameAs: LUNCH, servings: 1, mealType: "lunch", date: YESTERDAY }
    const { entries } = await output<Again>(rest("log_food_entry", same))
    expect(entries.map(({ id: _, ...copy }) => ({ ...copy, id: entry.id }))).toEqual([entry])
    expect((await failure(rest("log_food_entry", eaten))).code).toBe("not_found")
  })

  test("a meal of more than 100 entries is refused, so that nobody doubles one without end", async () => {
    const { rest } = await newPerson(service())
    const quick = { quickAdd: SOUP, servings: 1, mealType: "lunch", date: YESTERDAY }
    for (let n = 0; n < 60; n++) await output(rest("log_food_entry", quick))
    const same = { sameAs: LUNCH, servings: 1, mealType: "lunch", date: YESTERDAY }
    expect((await output<Again>(rest("log_food_entry", same))).entries).toHaveLength(60)
    expect(await invalidFields(rest("log_food_entry", same))).toEqual(["sameAs"])
    expect((await list(rest, { from: YESTERDAY, to: YESTERDAY })).total).toBe(120)
  })
})

import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { round } from "../../../src/values/round.ts"
import {
  type Call,
  failure,
  invalidFields,
  NOON,
  newPerson,
  output,
  overEveryStore,
  type Person,
  TODAY
} from "../../support/app.ts"
import { catalogueFood } from "../../support/catalogue.ts"
import { newFood, OATS, type SavedFood } from "../custom-foods/support.ts"
import { EGG, type Entry, type Logged, list } from "./support.ts"

const SLOW = 30_000

const FOOD_FIELDS = ["foodId", "customFoodId", "savedMealId", "quickAdd", "sameAs"]

interface Context {
  readonly streak: { readonly current: number; readonly longest: number }
  readonly badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>
}

overEveryStore("diary", (service) => {
  beforeAll(async () => {
    await service().setTime(NOON)
    catalogueFood(EGG)
  })

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let person: Person
      let call: Call
      const fresh = async (details: Parameters<typeof newPerson>[1] = {}) => {
        await service().setTime(NOON)
        person = await newPerson(service(), details)
        call = person[surface]
      }
      const log = (input: Record<string, unknown>) =>
        output<Logged>(call("log_food_entry", { foodId: EGG, servings: 1, mealType: "lunch", ...input }))

      test("an entry has the food's name and the nutrition of its servings, to 2 decimals", async () => {
        await fresh()
        const { name } = catalogueFood(EGG)
        const logged = await log({ servings: 1.5, mealType: "breakfast" })
        const { id, ...entry } = logged.entry
        expect(id).toMatch(/^entry_[0-9a-z]{16}$/)
        expect(entry).toEqual({
          date: TODAY,
          mealType: "breakfast",
          serving: { size: 50, unit: "g", text: "1 large" },
          servings: 1.5,
          amount: { value: 75, unit: "g" },
          food: { id: EGG, kind: "food", name },
          nutrition: {
            ...{ calories: 107.25, protein: 9.42, carbs: 0.54, fat: 7.13, alcohol: 0 },
            ...{ fiber: 0, sugars: 0.28, saturatedFat: 2.34, sodium: 106.5 }
          }
        })
        expect(logged).toMatchObject({ date: TODAY, timezone: "UTC" })
        expect((await list(call)).entries).toEqual([logged.entry])
      })

      test("a custom food is logged with its brand; the same call again adds another entry", async () => {
        await fresh()
        const customFoodId = await newFood(call)
        const oats = { foodId: null, customFoodId, servings: 2 }
        const { entry } = await log(oats)
        expect(entry.food).toEqual({
          id: customFoodId,
          kind: "custom_food",
          name: OATS.name,
          brandName: OATS.brandName
        })
        expect(entry.nutrition).toEqual({ calories: 648.5, protein: 26, carbs: 90, fat: 20.5, alcohol: 0 })
        await log(oats)
        expect((await list(call)).entries).toHaveLength(2)
      })

      test("exactly one food is required, and every fault is reported at once", async () => {
        await fresh()
        const base = { servings: 1, mealType: "snack" }
        for (const foods of [
          {},
          { foodId: EGG, savedMealId: "x" },
          { foodId: EGG, customFoodId: "x", savedMealId: "y" }
        ]) {
          expect(await invalidFields(call("log_food_entry", { ...base, ...foods }))).toEqual(FOOD_FIELDS)
        }
        const all = await invalidFields(
          call("log_food_entry", { servings: 0, mealType: "brunch", date: "2026-02-30", x: 1 })
        )
        expect([...all].sort()).toEqual([...FOOD_FIELDS, "date", "mealType", "servings", "x"].sort())
        expect([...(await invalidFields(call("log_food_entry", {})))].sort()).toEqual(
          [...FOOD_FIELDS, "amount", "mealType", "servings"].sort()
        )
        const long = await invalidFields(call("log_food_entry", { ...base, foodId: "x".repeat(129) }))
        expect(long).toEqual(["foodId"])
        expect(await invalidFields(call("log_food_entry", { ...base, foodId: "" }))).toEqual(["foodId"])
        expect((await list(call)).entries).toEqual([])
      })

      test("an id of another kind or another user, or an unknown one, is not found", async () => {
        await fresh()
        const mine = await newFood(call)
        const other = await newPerson(service())
        const theirs = await newFood(other[surface])
        const tries = [
          { foodId: mine },
          { customFoodId: EGG },
          { savedMealId: EGG },
          { customFoodId: theirs },
          { foodId: "none" }
        ]
        for (const food of tries) {
          const { code } = await failure(call("log_food_entry", { ...food, servings: 1, mealType: "snack" }))
          expect(code).toBe("not_found")
        }
        expect((await list(call)).entries).toEqual([])
      })

      test("the amount is that of the servings, in g or ml to 2 decimals", async () => {
        await fresh()
        const customFoodId = await newFood(call, { servingSize: 33.333, servingSizeUnit: "ml" })
        const { entry } = await log({ foodId: null, customFoodId, servings: 500 })
        expect(entry.amount).toEqual({ value: 16_666.5, unit: "ml" })
        expect((await log({ servings: 0.33333 })).entry.amount).toEqual({ value: 16.67, unit: "g" })
        expect((await list(call)).entries.map(({ amount }) => amount?.value)).toEqual([16_666.5, 16.67])
      })

      test("servings are more than 0 and at most 10,000", async () => {
        await fresh()
        for (const servings of [5e-324, 0.001, 10_000]) expect((await log({ servings })).entry.servings).toBe(servings)
        for (const servings of [0, -1, 10_000.001]) {
          const given = { foodId: EGG, servings, mealType: "lunch" }
          expect(await invalidFields(call("log_food_entry", given))).toEqual(["servings"])
        }
        const { entry } = await log({ servings: 3 })
        for (const servings of [0, 10_001]) {
          expect(await invalidFields(call("update_food_entry", { id: entry.id, servings }))).toEqual(["servings"])
        }
      })

      test("an entry without a date is today's in the user's timezone, also on days of 23 and 25 hours", async () => {
        const instants = [
          ["2026-03-08T04:59:59Z", "2026-03-07"],
          ["2026-03-08T05:00:00Z", "2026-03-08"],
          ["2026-03-09T03:59:59Z", "2026-03-08"],
          ["2026-03-09T04:00:00Z", "2026-03-09"],
          ["2026-11-01T04:00:00Z", "2026-11-01"],
          ["2026-11-02T04:59:59Z", "2026-11-01"],
          ["2026-11-02T05:00:00Z", "2026-11-02"]
        ] as const
        await fresh({ timezone: "America/New_York" })
        for (const [instant, day] of instants) {
          await service().setTime(instant)
          expect((await log({})).entry.date).toBe(day)
          expect((await list(call)).from).toBe(day)
        }
        expect((await list(call, { from: "2026-03-08", to: "2026-03-08" })).entries).toHaveLength(2)
        expect((await list(call, { from: "2026-11-01", to: "2026-11-01" })).entries).toHaveLength(2)
        await service().setTime(NOON)
      })

      test("entries may be in the future; they count for the streak once their day has come", async () => {
        await fresh()
        const context = () => output<Context>(call("get_context"))
        expect((await log({ date: "2026-03-16" })).date).toBe("2026-03-16")
        await log({ date: "2026-03-15" })
        expect((await context()).streak).toEqual({ current: 0, longest: 0 })
        await log({ date: "2026-03-13" })
        await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 1 }] }))
        expect((await context()).streak).toEqual({ current: 2, longest: 2 })
        await service().setTime("2026-03-16T12:00:00Z")
        expect((await context()).streak).toEqual({ current: 4, longest: 4 })
        await service().setTime(NOON)
      })

      test("a change scales the snapshot, changes the meal or moves the entry; omitted fields stay", async () => {
        await fresh()
        const { entry } = await log({ servings: 1 })
        const update = (changes: Record<string, unknown>) =>
          output<Logged>(call("update_food_entry", { id: entry.id, ...changes }))
        const scaled = await update({ servings: 3, mealType: null })
        expect(scaled.entry).toEqual({
          ...entry,
          servings: 3,
          amount: { value: 150, unit: "g" },
          nutrition: {
            ...{ calories: 214.5, protein: 18.84, carbs: 1.08, fat: 14.27, alcohol: 0 },
            ...{ fiber: 0, sugars: 0.56, saturatedFat: 4.69, sodium: 213 }
          }
        })
        expect((await update({ mealType: "dinner" })).entry).toEqual({ ...scaled.entry, mealType: "dinner" })
        const moved = await update({ date: "2026-03-20" })
        expect(moved).toEqual({
          entry: { ...scaled.entry, mealType: "dinner", date: "2026-03-20" },
          date: "2026-03-20",
          timezone: "UTC"
        })
        expect((await list(call)).entries).toEqual([])
        expect((await list(call, { to: "2026-03-20" })).entries).toEqual([moved.entry])
      })

      test("moving an entry moves its day in the streak; deleting it removes the day", async () => {
        await fresh()
        const streak = async () => (await output<Context>(call("get_context"))).streak
        const { entry } = await log({ date: "2026-03-10" })
        await log({ date: "2026-03-13" })
        await log({})
        expect(await streak()).toEqual({ current: 2, longest: 2 })
        await output(call("update_food_entry", { id: entry.id, date: "2026-03-12" }))
        expect(await streak()).toEqual({ current: 3, longest: 3 })
        await output(call("delete_food_entry", { id: entry.id }))
        expect(await streak()).toEqual({ current: 2, longest: 2 })
      })

      test("an update without changes is refused", async () => {
        await fresh()
        const { entry } = await log({})
        expect(await invalidFields(call("update_food_entry", { id: entry.id }))).toEqual(["body"])
        expect(await invalidFields(call("update_food_entry", { id: entry.id, servings: null, date: null }))).toEqual([
          "body"
        ])
        expect([...(await invalidFields(call("update_food_entry", {})))].sort()).toEqual(["body", "id"])
        expect(await invalidFields(call("update_food_entry", { id: entry.id, foodId: EGG }))).toEqual([
          "foodId",
          "body"
        ])
      })

      test("delete removes one entry and leaves the food; nobody changes another user's entries", async () => {
        await fresh()
        const customFoodId = await newFood(call)
        const { entry } = await log({ foodId: null, customFoodId, date: "2026-03-02" })
        const other = (await newPerson(service()))[surface]
        expect((await failure(other("delete_food_entry", { id: entry.id }))).code).toBe("not_found")
        expect((await failure(other("update_food_entry", { id: entry.id, servings: 2 }))).code).toBe("not_found")
        expect((await list(other, { from: "2026-03-01" })).entries).toEqual([])
        expect(await output(call("delete_food_entry", { id: entry.id }))).toEqual({
          id: entry.id,
          date: "2026-03-02",
          timezone: "UTC",
          deleted: true,
          entry
        })
        expect((await failure(call("delete_food_entry", { id: entry.id }))).code).toBe("not_found")
        expect((await failure(call("update_food_entry", { id: entry.id, servings: 2 }))).code).toBe("not_found")
        expect((await log({ foodId: null, customFoodId })).entry.food.id).toBe(customFoodId)
      })

      test("later edits of a food never change the diary", async () => {
        await fresh()
        const id = await newFood(call)
        const { entry } = await log({ foodId: null, customFoodId: id })
        const edit = { ...OATS, id, name: "Porridge", brandName: "", protein: 50, servingSize: 10 }
        expect((await output<SavedFood>(call("save_custom_food", edit))).created).toBe(false)
        expect((await list(call)).entries).toEqual([entry])
        const scaled = await output<Logged>(call("update_food_entry", { id: entry.id, servings: 2 }))
        expect(scaled.entry).toEqual({
          ...entry,
          servings: 2,
          amount: { value: 500, unit: "g" },
          nutrition: { calories: 648.5, protein: 26, carbs: 90, fat: 20.5, alcohol: 0 }
        })
        const after = await log({ foodId: null, customFoodId: id })
        expect(after.entry.food).toEqual({ id, kind: "custom_food", name: "Porridge" })
        expect(after.entry.nutrition.protein).toBe(5)
      })

      test("entries come by date, then in the order of creation, even at one instant", async () => {
        await fresh()
        const days = ["2026-03-12", TODAY, "2026-03-10", "2026-03-12", "2026-03-12", "2026-03-10"]
        const made: Array<Entry> = []
        for (const date of days) made.push((await log({ date })).entry)
        const expected = [...made].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
        expect((await list(call, { from: "2026-03-10" })).entries).toEqual(expected)
      })

      test(
        "the 100th entry up to today earns its badge, dated with its own day",
        async () => {
          await fresh()
          const badge = async () =>
            (await output<Context>(call("get_context"))).badges.find(({ id }) => id === "diary_100")?.earnedOn
          const first = await log({ date: "2026-03-01" })
          for (let made = 1; made < 99; made++) await log({ date: made % 2 === 0 ? "2026-03-02" : "2026-03-11" })
          await log({ date: "2026-03-15" })
          expect(await badge()).toBeUndefined()
          await service().setTime("2026-03-15T00:00:00Z")
          expect(await badge()).toBe("2026-03-15")
          await log({ date: "2026-03-01" })
          expect(await badge()).toBe("2026-03-11")
          await output(call("delete_food_entry", { id: first.entry.id }))
          expect(await badge()).toBe("2026-03-15")
          await service().setTime(NOON)
        },
        SLOW
      )
    })
  }

  test(
    "the nutrition of any diary is that of its servings, and the sums of a day add up",
    async () => {
      const amount = fc.integer({ min: 0, max: 2500 }).map((hundredths) => hundredths / 100)
      const foodWith = fc.record({ protein: amount, carbs: amount, fat: amount, alcohol: amount })
      const entries = fc.array(
        fc.record({ food: fc.nat({ max: 2 }), servings: fc.double({ min: 0.01, max: 50, noNaN: true }) }),
        {
          minLength: 1,
          maxLength: 8
        }
      )
      const foods = fc.array(fc.tuple(foodWith, fc.integer({ min: 1, max: 2000 })), { minLength: 3, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(foods, entries, async (foods, entries) => {
          const { rest } = await newPerson(service())
          const ids: Array<string> = []
          for (const [macros, servingSize] of foods) ids.push(await newFood(rest, { ...macros, servingSize }))
          const expected: Array<number> = []
          for (const { food, servings } of entries) {
            const [macros, servingSize] = foods[food]!
            await output(rest("log_food_entry", { customFoodId: ids[food], servings, mealType: "snack" }))
            const per100 = 4 * macros.protein + 4 * macros.carbs + 9 * macros.fat + 7 * macros.alcohol
            expected.push(((per100 * servingSize) / 100) * servings)
          }
          const page = await list(rest)
          const calories = page.entries.map(({ nutrition }) => nutrition.calories)
          expect(calories).toEqual(expected.map((kcal) => round(kcal, 2)))
          const sum = (all: ReadonlyArray<number>) => all.reduce((total, each) => total + each, 0)
          expect(Math.abs(sum(calories) - sum(expected))).toBeLessThanOrEqual(0.005 * calories.length + 1e-6)
        }),
        { numRuns: 12, seed: 20260314 }
      )
    },
    SLOW
  )
})

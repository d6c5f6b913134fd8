import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { saveMeal } from "../../../src/features/saved-meals/save-meal.ts"
import {
  type Call,
  failure,
  invalidFields,
  NOON,
  newPerson,
  output,
  overEveryStore,
  type Person
} from "../../support/app.ts"
import { putCustomFood } from "../../support/own-foods.ts"
import { newFood, OATS, type SavedFood } from "./support.ts"

const MACROS = ["protein", "carbs", "fat", "alcohol"]

overEveryStore("custom foods", (service) => {
  beforeAll(() => service().setTime(NOON))

  /** A food counted in items, which no operation makes. */
  const countedFood = async (person: Person, id: string): Promise<string> => {
    const details = { servingSize: 1, servingUnit: "item", servingText: "1 cookie", calories: 400, protein: 5 }
    await putCustomFood(service(), person, id, "Cookie", details)
    return id
  }

  const mealOf = (person: Person, ...foodIds: ReadonlyArray<string>): Promise<string> =>
    service().run(
      Effect.orDie(
        saveMeal(person.id, {
          name: "Meal",
          description: null,
          servings: 2,
          items: foodIds.map((foodId) => ({ foodId, servings: 1 }))
        })
      )
    )

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let person: Person
      let call: Call
      const fresh = async (details: Parameters<typeof newPerson>[1] = {}) => {
        person = await newPerson(service(), details)
        call = person[surface]
      }
      const save = (changed: Record<string, unknown> = {}) =>
        output<SavedFood>(call("save_custom_food", { ...OATS, ...changed }))
      const log = (customFoodId: string) =>
        output<{ entry: { id: string } }>(call("log_food_entry", { customFoodId, servings: 1, mealType: "snack" }))

      test("a created food comes back with its calories, and with defaults for omitted fields", async () => {
        await fresh()
        const { brandName: _, ...plain } = OATS
        const { created, customFood } = await output<SavedFood>(call("save_custom_food", plain))
        expect(created).toBe(true)
        const { id, ...rest } = customFood
        expect(id).toMatch(/^cfood_[0-9a-z]{16}$/)
        expect(rest as unknown).toEqual({
          name: "Overnight oats",
          protein: 5.2,
          carbs: 18,
          fat: 4.1,
          alcohol: 0,
          calories: 129.7,
          perServing: { calories: 324.25, protein: 13, carbs: 45, fat: 10.25, alcohol: 0 },
          servingSize: 250,
          servingSizeUnit: "g",
          servingSizeText: "1 serving"
        })
      })

      test("texts are trimmed, blank ones count as omitted, and numbers come back to 2 decimals", async () => {
        await fresh()
        const given = {
          name: "  Beer ",
          brandName: " \t",
          servingSizeText: "",
          servingSizeUnit: "ml",
          alcohol: 4.005,
          protein: 0.456
        }
        const { customFood } = await save(given)
        expect(customFood as unknown).toMatchObject({
          name: "Beer",
          protein: 0.46,
          alcohol: 4.01,
          calories: 138.76,
          servingSizeUnit: "ml",
          servingSizeText: "1 serving"
        })
        expect("brandName" in customFood).toBe(false)
      })

      test("an update replaces every field, keeps the id, and resets omitted fields", async () => {
        await fresh()
        const first = await save({ alcohol: 1, servingSizeText: "1 jar" })
        const { brandName: _, ...plain } = OATS
        const { created, customFood } = await output<SavedFood>(
          call("save_custom_food", { ...plain, id: first.customFood.id, name: "Porridge", fat: 1 })
        )
        expect([created, customFood.id]).toEqual([false, first.customFood.id])
        expect(customFood as unknown).toEqual({
          id: first.customFood.id,
          name: "Porridge",
          protein: 5.2,
          carbs: 18,
          fat: 1,
          alcohol: 0,
          calories: 101.8,
          perServing: { calories: 254.5, protein: 13, carbs: 45, fat: 2.5, alcohol: 0 },
          servingSize: 250,
          servingSizeUnit: "g",
          servingSizeText: "1 serving"
        })
      })

      test("macros are at most 100 g in 100 g, each and together, and 150 g in 100 ml", async () => {
        await fresh()
        const none = { protein: 0, carbs: 0, fat: 0, alcohol: 0 }
        const of = (unit: string, macros: Record<string, number>) => ({
          ...OATS,
          ...none,
          servingSizeUnit: unit,
          ...macros
        })
        const good = [
          of("g", { fat: 100 }),
          of("g", { protein: 33.3, carbs: 33.3, fat: 33.4 }),
          { ...of("g", { protein: 11.1, carbs: 11.1, fat: 11.1 }), servingSize: 33.3, perServing: true },
          of("ml", { carbs: 150 }),
          of("ml", { protein: 0.1, carbs: 0.2, fat: 149.7 })
        ]
        for (const food of good) expect((await save(food)).created).toBe(true)
        const bad: ReadonlyArray<readonly [Record<string, unknown>, ReadonlyArray<string>]> = [
          [of("g", { fat: 100.01 }), ["fat"]],
          [of("g", { protein: 101, carbs: 120 }), ["protein", "carbs"]],
          [of("ml", { alcohol: 150.01 }), ["alcohol"]],
          [of("g", { protein: -0.01 }), ["protein"]],
          [of("g", { protein: 50, carbs: 50.01 }), MACROS],
          [of("ml", { carbs: 100, fat: 50.01 }), MACROS],
          [of("g", { fat: 100.0000001 }), ["fat"]],
          [of("g", { protein: 100, carbs: 1e-7 }), MACROS],
          [of("g", { protein: 50, carbs: 50.0000004 }), MACROS],
          [{ ...of("g", { protein: 20, carbs: 20.0000001 }), servingSize: 40, perServing: true }, MACROS]
        ]
        for (const [food, fields] of bad) expect(await invalidFields(call("save_custom_food", food))).toEqual(fields)
      })

      test("every fault is reported at once", async () => {
        await fresh()
        const wrong = {
          name: " ",
          brandName: "b".repeat(101),
          protein: 120,
          carbs: "1",
          fat: null,
          servingSize: 0,
          servingSizeUnit: "cup"
        }
        expect([...(await invalidFields(call("save_custom_food", wrong)))].sort()).toEqual(
          ["brandName", "carbs", "fat", "name", "servingSize", "servingSizeUnit"].sort()
        )
        expect(
          [...(await invalidFields(call("save_custom_food", { ...OATS, name: "", protein: 120 })))].sort()
        ).toEqual(["name", "protein"])
        for (const servingSize of [0, -1, 10_000.1]) {
          expect(await invalidFields(call("save_custom_food", { ...OATS, servingSize }))).toEqual(["servingSize"])
        }
        expect(
          (await save({ name: "ü".repeat(200), servingSize: 10_000, servingSizeText: "t".repeat(100) })).created
        ).toBe(true)
        expect(await invalidFields(call("save_custom_food", { ...OATS, name: "ü".repeat(201) }))).toEqual(["name"])
      })

      test("an unknown id, or another user's, is not found, and no food is created", async () => {
        await fresh()
        const theirs = await newFood((await newPerson(service()))[surface])
        for (const id of ["none", theirs]) {
          expect((await failure(call("save_custom_food", { ...OATS, id }))).code).toBe("not_found")
          expect((await failure(call("delete_custom_food", { id }))).code).toBe("not_found")
        }
      })

      test("at the user's limit no food can be created, but one can be replaced; a deletion makes room", async () => {
        await fresh({ ownLimits: { customFoods: 2 } })
        const [first] = [await newFood(call), await newFood(call)]
        const { code, details } = await failure(call("save_custom_food", OATS))
        expect<unknown>([code, details]).toEqual(["limit_exceeded", { limit: 2, current: 2 }])
        expect((await save({ id: first })).created).toBe(false)
        await output(call("delete_custom_food", { id: first }))
        expect((await save()).created).toBe(true)
        await fresh({ ownLimits: { customFoods: 0 } })
        expect((await failure(call("save_custom_food", OATS))).details as unknown).toEqual({ limit: 0, current: 0 })
      })

      test("concurrent creations never exceed the limit", async () => {
        await fresh({ ownLimits: { customFoods: 3 } })
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => call("save_custom_food", OATS)))
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
      })

      test("a food in use cannot be deleted; the counts show what uses it", async () => {
        await fresh()
        const id = await newFood(call)
        const [one, two] = [await log(id), await log(id)]
        await mealOf(person, id, id)
        const conflict = async () => {
          const { code, details } = await failure(call("delete_custom_food", { id }))
          return [code, details] as ReadonlyArray<unknown>
        }
        const entries = [two, one].map(({ entry }) => ({ id: entry.id, date: "2026-03-14" }))
        expect(await conflict()).toEqual(["conflict", { foodEntries: 2, savedMeals: 1, entries }])
        for (const { entry } of [one, two]) await output(call("delete_food_entry", { id: entry.id }))
        expect(await conflict()).toEqual(["conflict", { foodEntries: 0, savedMeals: 1, entries: [] }])
        const unused = await newFood(call)
        expect(await output(call("delete_custom_food", { id: unused }))).toEqual({
          id: unused,
          deleted: true,
          name: OATS.name
        })
        expect((await failure(call("delete_custom_food", { id: unused }))).code).toBe("not_found")
      })

      test("if many entries use a food, the latest five are named", async () => {
        await fresh()
        const id = await newFood(call)
        for (const day of ["03", "07", "01", "05", "02", "06", "04"]) {
          await output(
            call("log_food_entry", { customFoodId: id, servings: 1, mealType: "snack", date: `2026-03-${day}` })
          )
        }
        const { message, details } = await failure(call("delete_custom_food", { id }))
        expect(message).toContain("7 diary entries")
        expect(message).toContain("Ask the person")
        const { entries } = details as { entries: ReadonlyArray<{ id: string; date: string }> }
        expect(entries.map(({ date }) => date)).toEqual(["07", "06", "05", "04", "03"].map((day) => `2026-03-${day}`))
        for (const { id } of entries) await output(call("delete_food_entry", { id }))
        expect((await failure(call("delete_custom_food", { id }))).message).toContain("2 diary entries")
      })

      test("macros of one serving are converted to 100 g, and shown as the label states them", async () => {
        await fresh()
        const bar = { name: "Bar", protein: 20, carbs: 15, fat: 5, servingSize: 40, servingSizeUnit: "g" }
        const { customFood } = await save({ ...bar, brandName: null, perServing: true })
        expect(customFood as unknown).toMatchObject({
          protein: 50,
          carbs: 37.5,
          fat: 12.5,
          calories: 462.5,
          perServing: { calories: 185, protein: 20, carbs: 15, fat: 5, alcohol: 0 }
        })
        expect((await save({ ...bar, protein: 25, perServing: false })).customFood.protein).toBe(25)
        const tooMuch = await failure(call("save_custom_food", { ...bar, protein: 41, perServing: true }))
        expect(tooMuch.details?.fields?.[0]).toEqual({
          field: "protein",
          message: "must be at most 100 grams per 100 g; received 41 per serving of 40 g, which is 102.5"
        })
        expect(await invalidFields(call("save_custom_food", { ...bar, carbs: 16, perServing: true }))).toEqual(MACROS)
        expect((await failure(call("save_custom_food", { ...bar, protein: 130 }))).message).toContain("perServing true")
      })

      test("a concurrent deletion and entry never leave an entry without its food", async () => {
        await fresh()
        for (let round = 0; round < 5; round++) {
          const id = await newFood(call)
          const [logged, deleted] = await Promise.all([
            person.rest("log_food_entry", { customFoodId: id, servings: 1, mealType: "snack" }),
            person.mcp("delete_custom_food", { id })
          ])
          expect(logged.ok).toBe(!deleted.ok)
        }
      })

      test("a food counted in items can be replaced while nothing uses it, and not after", async () => {
        await fresh()
        const unused = await countedFood(person, "cfood_counted000000000")
        expect((await save({ id: unused })).customFood.servingSizeUnit).toBe("g")
        const id = await countedFood(person, "cfood_counted000000001")
        const { entry } = await log(id)
        const replace = () => failure(call("save_custom_food", { ...OATS, id }))
        const logged = await replace()
        expect<unknown>([logged.code, logged.details]).toEqual([
          "conflict",
          { foodEntries: 1, savedMeals: 0, entries: [{ id: entry.id, date: "2026-03-14" }] }
        ])
        await output(call("delete_food_entry", { id: entry.id }))
        await mealOf(person, id)
        expect((await replace()).details as unknown).toEqual({ foodEntries: 0, savedMeals: 1, entries: [] })
        const grams = await newFood(call)
        await log(grams)
        expect((await save({ id: grams, servingSizeUnit: "ml" })).created).toBe(false)
      })
    })
  }
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import type { ShownFood } from "../../../../src/features/foods/model.ts"
import { FoodCatalogue } from "../../../../src/features/foods/store.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { newFood } from "../../../features/custom-foods/support.ts"
import { makeService, newPerson, output, type Person, type Service } from "../../../support/app.ts"
import { openFoodFacts, productAnswer, spread } from "../../../support/open-food-facts.ts"
import { filledDatabase, hasPostgres, migrated, storeSets } from "../../../support/stores.ts"

interface Found {
  readonly foods: ReadonlyArray<ShownFood>
  readonly searchedFor?: string
}

const server = openFoodFacts()
afterAll(() => server.stop())
afterEach(() => server.forget())

let made = 0

/** An EAN-13 that no other test has. */
const newCode = (): string => {
  const digits = `40${String(++made).padStart(10, "0")}`
  const sum = [...digits].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A barcode for which the server answers this product. */
const product = (changed: object = {}, nutriments: object = {}): string => {
  const code = newCode()
  server.answer(code, () => productAnswer(code, spread(changed, nutriments)))
  return code
}

const answered = (answer: (code: string) => Response | Promise<Response>): string => {
  const code = newCode()
  server.answer(code, () => answer(code))
  return code
}

const DAY = 24 * 60 * 60_000
const START = Date.parse("2026-03-14T12:00:00Z")

for (const { name, layer } of storeSets) {
  describe(`barcodes that no food has (${name})`, () => {
    let service: Service
    let person: Person
    let now = START
    beforeAll(async () => {
      service = await makeService(layer, { foodLookup: Option.some(server.url) })
      person = await newPerson(service)
    }, 60_000)
    afterAll(() => service.stop())
    // Each test has a minute of its own, and a user who has asked nothing.
    afterEach(async () => {
      await passed(2 * 60_000)
      person = await newPerson(service)
    })
    const passed = (millis: number) => {
      now += millis
      return service.setTime(new Date(now).toISOString())
    }
    const find = (query: string, input: Record<string, unknown> = {}, by = person.rest) =>
      output<Found>(by("search_foods", { query, ...input }))

    test("bring the food over both surfaces, with its source, and in words from then on", async () => {
      for (const surface of ["rest", "mcp"] as const) {
        const code = product()
        expect((await find(code, {}, person[surface])).foods).toEqual([
          {
            id: `food_off_${code}`,
            kind: "food",
            name: "Hazelnut spread",
            brandName: "Ferrero, Nutella",
            source: "Open Food Facts, ODbL",
            serving: { size: 15, unit: "g", text: "15 g" },
            portions: [{ text: "15 g", size: 15, unit: "g", servings: 1 }],
            perServing: {
              ...{ calories: 80.85, protein: 0.95, carbs: 8.63, fat: 4.64, alcohol: 0 },
              ...{ sugars: 8.45, saturatedFat: 1.59, sodium: 6.42 }
            },
            per100g: { calories: 539, protein: 6.3, carbs: 57.5, fat: 30.9, alcohol: 0 }
          }
        ])
        expect((await find("hazelnut spread ferrero")).foods.map(({ id }) => id)).toContain(`food_off_${code}`)
      }
      expect(server.asked).toHaveLength(2)
    })

    test("can be logged, and a diary names what it had", async () => {
      const code = product()
      const [food] = (await find(code)).foods
      const logged = { foodId: food?.id, servings: 2, mealType: "snack" }
      const { entry } = await output<{ entry: unknown }>(person.rest("log_food_entry", logged))
      expect(entry).toMatchObject({ food: { name: "Hazelnut spread" }, nutrition: { calories: 161.7, sodium: 12.84 } })
    })

    test("are sent as printed, and nothing else but who asks", async () => {
      const code = product()
      await find(` ${code.slice(0, 7)} ${code.slice(7)} `)
      expect(server.asked).toHaveLength(1)
      const [path] = server.asked
      expect(path).toMatch(new RegExp(`^/api/v2/product/${code}\\.json\\?fields=[a-z_,]+$`))
      const headers = server.headers()
      expect(headers?.get("user-agent")).toMatch(/^Fettle\/\d/)
      const sent = [...(headers?.keys() ?? [])].filter(
        (name) => !["host", "connection", "accept-encoding"].includes(name)
      )
      expect(sent.sort()).toEqual(["accept", "user-agent"])
      for (const text of [person.id, person.token, "hostname"])
        expect([path, ...(headers?.values() ?? [])]).not.toContain(text)
    })

    test("are the same in every printed form", async () => {
      server.answer("0012345678905", () => productAnswer("0012345678905", spread({ product_name: "Corn flakes" })))
      for (const code of ["012345678905", "0012345678905", "00012345678905"]) {
        expect((await find(code)).foods.map(({ name }) => name)).toEqual(["Corn flakes"])
      }
      expect(server.asked).toHaveLength(1)
      server.answer("96385074", () => productAnswer("96385074", spread({ product_name: "Mints" })))
      expect((await find("96385074")).foods).toHaveLength(1)
      // 0 425261 4 is 042100005264 in short.
      server.answer("0042100005264", () => productAnswer("0042100005264", spread({ product_name: "Cola can" })))
      expect((await find("04252614")).foods.map(({ name }) => name)).toEqual(["Cola can"])
    })

    test("are not sent if they cannot be barcodes, or are not asked for", async () => {
      const code = product()
      const wrong = `${code.slice(0, 12)}${(Number(code[12]) + 1) % 10}`
      expect((await find(wrong)).foods).toEqual([])
      for (const kind of ["custom_food", "saved_meal"]) expect((await find(code, { kind })).foods).toEqual([])
      await find("123456789")
      await find("00000000")
      expect(server.asked).toEqual([])
      expect((await find(code, { kind: "food" })).foods).toHaveLength(1)
    })

    test("of kJ, per serving, or with salt alone become kcal, per 100 g, and sodium", async () => {
      const kJ = product({}, { "energy-kcal_100g": undefined })
      expect((await find(kJ)).foods[0]?.per100g.calories).toBeCloseTo(2252 / 4.184, 1)
      const nutriments = {
        "energy-kcal_serving": 100,
        proteins_serving: 2,
        carbohydrates_serving: 15,
        fat_serving: 3.5
      }
      const perServing = answered((code) =>
        productAnswer(code, {
          ...{ product_name: "Bar", nutrition_data_per: "serving", nutriments },
          ...{ serving_quantity: "25", serving_quantity_unit: "g", serving_size: "1 bar (25 g)" }
        })
      )
      expect((await find(perServing)).foods[0]).toMatchObject({
        serving: { size: 25, unit: "g", text: "1 bar (25 g)" },
        per100g: { calories: 400, protein: 8, carbs: 60, fat: 14 },
        perServing: { calories: 100, protein: 2, carbs: 15, fat: 3.5 }
      })
      const salt = product({}, { sodium_100g: undefined, salt_100g: 1 })
      expect((await find(salt)).foods[0]?.perServing.sodium).toBe(60)
    })

    test("of the newer schema are read as in its downloads", async () => {
      const nutrient = (value: number, unit = "g") => ({ value, unit, source: "packaging" })
      const nutrients = {
        ...{ "energy-kj": nutrient(180, "kJ"), proteins: nutrient(0), carbohydrates: nutrient(10.6), fat: nutrient(0) },
        ...{ sugars: nutrient(10.6), salt: { ...nutrient(0.1), source: "estimate" } }
      }
      const code = answered((code) =>
        productAnswer(code, {
          product_name: "Cola",
          nutrition: { aggregated_set: { per: "100ml", preparation: "as_sold", nutrients } }
        })
      )
      const [food] = (await find(code)).foods
      expect(food).toMatchObject({ serving: { size: 100, unit: "ml" }, per100g: { calories: 43.02, carbs: 10.6 } })
      expect(food?.perServing).toMatchObject({ sugars: 10.6 })
      expect(food?.perServing.sodium).toBeUndefined()
    })

    test("keep what is sense of details that are not", async () => {
      const odd = product(
        {},
        { sugars_100g: 90, fiber_100g: 4, "saturated-fat_100g": -1, sodium_100g: "much", salt_100g: null }
      )
      const [food] = (await find(odd)).foods
      expect(Object.keys(food?.perServing ?? {}).sort()).toEqual(["alcohol", "calories", "carbs", "fat", "protein"])
      const european = product({}, { carbohydrates_100g: 20, sugars_100g: 18, fiber_100g: 10, "energy-kcal_100g": 390 })
      expect((await find(european)).foods[0]?.perServing).toMatchObject({ sugars: 2.7 })
    })

    test("that nobody knows, or knows too little of, name the way to make the food", async () => {
      const nobody = newCode()
      for (const by of [person.rest, person.mcp]) {
        const { foods, searchedFor } = await find(nobody, {}, by)
        expect(foods).toEqual([])
        expect(searchedFor).toContain(`No food has the barcode ${nobody}`)
        expect(searchedFor).toContain("save_custom_food")
      }
      const older = answered((code) => Response.json({ code, status: 0, status_verbose: "product not found" }))
      expect((await find(older)).searchedFor).toContain("No food has")
      const incomplete = [
        product({}, { fat_100g: undefined }),
        product({ product_name: "", generic_name: " " }),
        answered((code) => productAnswer(code, { product_name: "Named only" })),
        product({}, { "energy-kcal_100g": 5390, "energy-kj_100g": undefined }),
        product({}, { carbohydrates_100g: 157 }),
        product({ product_type: "petfood" }),
        product({ nutrition_data_per: "serving", serving_quantity: undefined }, { proteins_100g: undefined })
      ]
      for (const code of incomplete) {
        const { foods, searchedFor } = await find(code)
        expect(foods).toEqual([])
        expect(searchedFor).toContain("no usable nutrition")
        expect(searchedFor).toContain("save_custom_food")
      }
    })

    test("for which there is no sound answer fail for a minute", async () => {
      const bad = [
        answered(() => Response.redirect("/elsewhere", 302)),
        answered(
          (code) =>
            new Response(JSON.stringify({ code, product: spread(), status: 1 }), {
              headers: { "content-type": "text/html" }
            })
        ),
        answered(() => new Response("<html>Sorry</html>", { status: 200, headers: { "content-type": "text/html" } })),
        answered(() => new Response("Gone", { status: 410 })),
        answered(() => Response.json({ error: "Too many requests" }, { status: 503 })),
        answered(() => Response.json(["odd"])),
        answered(() => productAnswer(newCode(), spread())),
        answered((code) => productAnswer(code, { ...spread(), padding: "x".repeat(2_000_000) })),
        answered(() => new Response("{", { headers: { "content-type": "application/json" } }))
      ]
      for (const code of bad) {
        const { foods, searchedFor } = await find(code)
        expect(foods).toEqual([])
        expect(searchedFor).toContain("did not answer")
      }
      expect(server.asked).toHaveLength(bad.length)
      const [first = ""] = bad
      await find(first)
      expect(server.asked).toHaveLength(bad.length)
      await passed(61_000)
      server.answer(first, () => productAnswer(first, spread()))
      expect((await find(first)).foods).toHaveLength(1)
    })

    // Nothing is stored, and each takes three seconds.
    if (name === "memory")
      test("whose answer does not come end after three seconds", async () => {
        const slow = answered(async (code) => {
          await Bun.sleep(10_000)
          return productAnswer(code, spread())
        })
        const start = performance.now()
        expect((await find(slow)).searchedFor).toContain("did not answer")
        expect(performance.now() - start).toBeGreaterThan(2900)
        expect(performance.now() - start).toBeLessThan(4500)
      }, 30_000)

    test("are asked for once by fifty callers at once, and once while the answer is kept", async () => {
      const code = answered(async (code) => {
        await Bun.sleep(300)
        return productAnswer(code, spread())
      })
      const other = await newPerson(service)
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, index) => find(code, {}, index % 2 === 0 ? person.rest : other.mcp))
      )
      expect(all.every(({ foods }) => foods[0]?.id === `food_off_${code}`)).toBe(true)
      expect(server.asked).toHaveLength(1)
      await passed(29 * DAY)
      expect((await find(code)).foods).toHaveLength(1)
      expect(server.asked).toHaveLength(1)
    })

    test("are asked for again after 30 days, or a day if unknown, and a food outlives its server", async () => {
      const code = product()
      const nobody = newCode()
      await find(code)
      await find(nobody)
      await passed(DAY - 60_000)
      await find(nobody)
      expect(server.asked).toHaveLength(2)
      await passed(60_000)
      server.answer(nobody, () => productAnswer(nobody, spread()))
      expect((await find(nobody)).foods).toHaveLength(1)
      expect(server.asked).toHaveLength(3)
      await passed(29 * DAY)
      server.answer(code, () => productAnswer(code, spread({ product_name: "Better spread" })))
      expect((await find(code)).foods.map(({ name }) => name)).toEqual(["Better spread"])
      expect(server.asked).toHaveLength(4)
      await passed(31 * DAY)
      server.answer(code, () => new Response("", { status: 500 }))
      expect((await find(code)).foods.map(({ name }) => name)).toEqual(["Better spread"])
      await passed(2 * 60_000)
      server.answer(code, () => productAnswer(code, spread({ product_name: "Best spread" })))
      expect((await find(code)).foods.map(({ name }) => name)).toEqual(["Best spread"])
    })

    test("of foods that the operator imported are never looked up", async () => {
      const code = newCode()
      const [like] = (await find(product())).foods
      server.forget()
      const nutrition = { calories: 400, protein: 5, carbs: 50, fat: 20, alcohol: 0 }
      await service.run(
        Effect.flatMap(FoodCatalogue, (catalogue) =>
          catalogue.put([
            {
              ...{ id: `food_off_${code}`, source: "off", sourceId: code, name: "Imported", brandName: null },
              ...{ servingSize: 100, servingUnit: "g", servingText: null, ...nutrition }
            }
          ])
        )
      )
      expect(like).toBeDefined()
      expect((await find(code)).foods.map(({ name, source }) => [name, source])).toEqual([
        ["Imported", "Open Food Facts, ODbL"]
      ])
      expect(server.asked).toEqual([])
    })

    test("of own foods, or in their names, are not looked up", async () => {
      const code = product()
      await newFood(person.rest, { name: `Spread ${code}` })
      expect((await find(code)).foods.map(({ name }) => name)).toEqual([`Spread ${code}`])
      const other = product()
      await newFood(person.rest, { name: "From its label", barcode: other })
      expect((await find(other)).foods.map(({ name }) => name)).toEqual(["From its label"])
      expect(server.asked).toEqual([])
    })

    test("are asked for at most 15 times a minute by all, and 30 times at once by one", async () => {
      const codes = Array.from({ length: 16 }, newCode)
      const texts: Array<string | undefined> = []
      for (const code of codes) texts.push((await find(code)).searchedFor)
      expect(server.asked).toHaveLength(15)
      expect(texts.at(-1)).toContain("too many look-ups")
      expect(texts.at(-1)).toContain("save_custom_food")
      const other = await newPerson(service)
      expect((await find(newCode(), {}, other.rest)).searchedFor).toContain("too many look-ups")
      await passed(60_000)
      expect((await find(codes[15] ?? "")).searchedFor).toContain("No food has")
      server.forget()
      const greedy = await newPerson(service)
      let answers = 0
      for (let index = 0; index < 40; index++) {
        // Ten a minute: what all may ask does not end it.
        if (index % 10 === 0) await passed(60_000)
        if ((await find(newCode(), {}, greedy.rest)).searchedFor?.includes("No food has")) answers++
      }
      expect(answers).toBe(server.asked.length)
      expect(answers).toBeGreaterThanOrEqual(30)
      expect(answers).toBeLessThan(36)
      expect((await find(newCode(), {}, person.rest)).searchedFor).toContain("No food has")
    })
  })
}

describe.skipIf(!hasPostgres)("a house of two processes", () => {
  test("asks once for both, and shares the answers and the bound", () =>
    Effect.gen(function* () {
      const url = yield* filledDatabase
      const start = () =>
        makeService(migrated(Client.external(serversAt(url), 4, 2000)), { foodLookup: Option.some(server.url) })
      const [one, two] = yield* Effect.promise(() => Promise.all([start(), start()]))
      yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([one.stop(), two.stop()])))
      yield* Effect.promise(async () => {
        const person = await newPerson(one)
        const both = (query: string) =>
          Promise.all([one, two].map((service) => output<Found>(service.rest(person.token)("search_foods", { query }))))
        const code = answered(async (code) => {
          await Bun.sleep(500)
          return productAnswer(code, spread())
        })
        for (const { foods } of await both(code)) expect(foods.map(({ id }) => id)).toEqual([`food_off_${code}`])
        const nobody = newCode()
        for (const { searchedFor } of await both(nobody)) expect(searchedFor).toContain("No food has")
        expect(server.asked).toHaveLength(2)
        for (let index = 0; index < 13; index++) await both(newCode())
        for (const { searchedFor } of await both(newCode())) expect(searchedFor).toContain("too many look-ups")
        expect(server.asked).toHaveLength(15)
      })
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("without FOOD_LOOKUP", () => {
  test("barcodes are found as before, and nobody is asked", async () => {
    const [first] = storeSets
    if (first === undefined) throw new Error("There are no stores")
    const service = await makeService(first.layer)
    const person = await newPerson(service)
    const code = product()
    const { foods, searchedFor } = await output<Found>(person.rest("search_foods", { query: code }))
    expect(foods).toEqual([])
    expect(searchedFor).toStartWith("Nothing found.")
    expect(server.asked).toEqual([])
    await service.stop()
  })
})

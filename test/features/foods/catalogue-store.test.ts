import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { ShownFood } from "../../../src/features/foods/model.ts"
import { ensureShippedFoods, shippedFoods } from "../../../src/features/foods/shipped.ts"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { makeService, output, overEveryStore, type Service } from "../../support/app.ts"
import { wrongBands } from "../../support/food-bands.ts"
import { databases } from "../../support/stores.ts"

describe.each(databases)("the shipped foods ($name)", ({ layer }) => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(layer)
  }, 60_000)
  afterAll(() => service.stop())

  const count = () =>
    service.run(
      Effect.gen(function* () {
        const sql = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.SqlClient))
        const [row] = yield* Effect.orDie(sql<{ readonly foods: number }>`SELECT count(*)::integer AS foods FROM foods`)
        return row?.foods
      })
    )

  test("are all stored at start, once", async () => {
    expect(await count()).toBe(shippedFoods().length)
    expect(await service.run(ensureShippedFoods())).toBe(false)
    expect(await count()).toBe(shippedFoods().length)
  })

  test("give each word the bands of the foods with it", async () => {
    const wrong = await service.run(
      Effect.gen(function* () {
        const sql = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.SqlClient))
        return yield* Effect.orDie(Effect.provideService(wrongBands, SqlClient.SqlClient, sql))
      })
    )
    expect(wrong).toEqual([])
  })

  test("are stored again when they have changed, once even with concurrent starts", async () => {
    const [first, ...rest] = shippedFoods()
    if (first === undefined) throw new Error("No foods are shipped")
    const shipped = { version: "next", foods: Effect.succeed([{ ...first, name: "Xanthan spread" }, ...rest]) }
    const stored = await service.run(
      Effect.gen(function* () {
        const catalogue = yield* FoodCatalogue
        return yield* Effect.all(
          [1, 2, 3].map(() => catalogue.putShipped(shipped)),
          { concurrency: "unbounded" }
        )
      })
    )
    expect(stored.filter((it) => it)).toHaveLength(1)
    expect(await count()).toBe(shippedFoods().length)
    const person = await service.person()
    const { foods } = await output<{ readonly foods: ReadonlyArray<ShownFood> }>(
      person.rest("search_foods", { query: "xanthan spr" })
    )
    expect(foods.map(({ id }) => id)).toEqual([first.id])
  })
})

overEveryStore("storing foods", (service) => {
  test("stores none of the shipped ones again", async () => {
    expect(await service().run(ensureShippedFoods())).toBe(false)
  })

  const [like] = shippedFoods()
  if (like === undefined) throw new Error("No foods are shipped")
  const food = (id: string, name: string, brandName: string | null = null) => ({ ...like, id, name, brandName })
  const put = (...foods: ReadonlyArray<ReturnType<typeof food>>) =>
    service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put(foods)))
  const find = async (query: string) => {
    const person = await service().person()
    const { foods } = await output<{ readonly foods: ReadonlyArray<ShownFood> }>(person.rest("search_foods", { query }))
    return foods.map(({ id }) => id)
  }

  test("distinguishes new, changed and unchanged ones", async () => {
    expect(await put(food("food_t_1", "Quokka jerky"), food("food_t_2", "Quokka stew", "Brand"))).toEqual({
      inserted: 2,
      updated: 0,
      unchanged: 0
    })
    const again = await put(food("food_t_1", "Quokka jerky"), food("food_t_2", "Wombat stew"), food("food_t_3", "🍫"))
    expect(again).toEqual({ inserted: 1, updated: 1, unchanged: 1 })
  })

  test("makes them searchable by their new words and no longer by the old, and their words known to corrections", async () => {
    await put(food("food_t_4", "Numbat broth"))
    expect(await find("numbat")).toEqual(["food_t_4"])
    expect(await find("nubmat brth")).toEqual(["food_t_4"])
    await put(food("food_t_4", "Bilby broth"))
    expect(await find("numbat")).toEqual([])
    expect(await find("bilbi")).toEqual(["food_t_4"])
  })

  test("finds them by the words they keep, however long their names become", async () => {
    await put(food("food_t_8", "Dunnart"))
    await put(food("food_t_8", "Dunnart, roasted, with peppercorns, juniper, cloves, fennel and thyme"))
    expect(await find("dunnart")).toEqual(["food_t_8"])
  })

  test("accepts names of any length and script", async () => {
    const long = "supercalifragilistic".repeat(200)
    await put(
      food("food_t_5", long),
      food("food_t_6", "日本茶 ほうじ茶"),
      food("food_t_7", 'O\'Brien & | ! ( ) : * \\ "x"')
    )
    expect(await find(long.slice(0, 100))).toEqual(["food_t_5"])
    expect(await find("日本")).toEqual(["food_t_6"])
    expect(await find("obrien x")).toEqual(["food_t_7"])
  })
})

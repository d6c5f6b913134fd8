import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { NOTHING_DUE } from "../../../src/contract/handler/charge.ts"
import { questionOf } from "../../../src/features/food-search/query.ts"
import { FoodSearch } from "../../../src/features/food-search/store.ts"
import { UserId } from "../../../src/values/ids.ts"
import { once } from "../../../src/values/once.ts"
import { makeService } from "../../support/app.ts"
import { inMemory, type StoreSet, storeSets } from "../../support/stores.ts"
import { ALL_QUERIES } from "./all-queries.ts"

const SOMEBODY = UserId.make("usr_0000000000000000")

const answersOf = async ({ reused }: StoreSet) => {
  const service = await makeService(reused)
  const asked = Effect.flatMap(FoodSearch, (search) =>
    Effect.forEach(ALL_QUERIES, (query) =>
      Effect.map(
        search.search(NOTHING_DUE, SOMEBODY, { question: questionOf(query), kind: undefined, limit: 20 }),
        ({ value: { foods, searchedFor } }) => ({ query, found: foods.map(({ id }) => id), searchedFor })
      )
    )
  )
  return service.run(asked).finally(() => service.stop())
}

const expected = once(() => answersOf(inMemory))

describe.each(storeSets.filter((stores) => stores !== inMemory))("the search of foods ($name)", (stores) => {
  test("answers every question of all sets as the stores in memory do", async () => {
    expect(await answersOf(stores)).toEqual(await expected())
  }, 120_000)
})

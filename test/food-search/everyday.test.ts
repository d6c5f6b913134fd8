import { beforeAll, expect, test } from "bun:test"
import { output, overEveryStore, type Person } from "../support/app.ts"
import { EVERYDAY_QUERIES } from "./queries.ts"

const FIRST = 5
const SHARE = 0.95

interface Found {
  readonly foods: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

overEveryStore("everyday queries", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
  })

  test("find what a person means among the first five", async () => {
    const missed: Array<string> = []
    for (const { query, expect } of EVERYDAY_QUERIES) {
      const { foods } = await output<Found>(person.rest("search_foods", { query, limit: FIRST }))
      if (!foods.some(({ id }) => expect.includes(id))) missed.push(query)
    }
    const found = EVERYDAY_QUERIES.length - missed.length
    console.log(`${found} of ${EVERYDAY_QUERIES.length} everyday queries answered within the first ${FIRST}`)
    expect({ missed, enough: found >= SHARE * EVERYDAY_QUERIES.length }).toEqual({ missed, enough: true })
  })
})

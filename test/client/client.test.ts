import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Client, connect, NotFound, Unauthorized } from "../../src/client/client.ts"
import * as Storage from "../../src/storage.ts"
import { BASE_URL, makeService, type Service } from "../support/app.ts"

let service: Service
let client: Client
const fetching = (token: string) =>
  connect({
    baseUrl: BASE_URL,
    token,
    fetch: Object.assign(
      async (url: string | URL | Request, init?: RequestInit) =>
        service.fetch(new URL(String(url)).pathname + new URL(String(url)).search, init),
      { preconnect: () => {} }
    )
  })

beforeAll(async () => {
  service = await makeService(Storage.memory)
  client = await fetching((await service.person()).token)
})
afterAll(() => service.stop())

test("the typed client calls every kind of operation, with plain inputs and outputs", async () => {
  expect((await client.get_context()).activityDay).toBe("2026-03-14")
  const set = await client.set_body_metrics({
    metric: "weight",
    readings: [{ value: 70, unit: "kg", date: "2026-03-01" }]
  })
  expect(set.readings[0]?.changed).toBe(true)
  const { readings } = await client.list_body_metrics({ metric: "weight" })
  expect(readings.map(({ value }) => value)).toEqual([70])
  expect((await client.delete_body_metric({ metric: "weight", date: "2026-03-01" })).deleted).toBe(true)
})

test("the typed client logs once under an idempotency key", async () => {
  const { foods } = await client.search_foods({ query: "egg", limit: 1 })
  const entry = {
    foodId: foods[0]?.id ?? "",
    servings: 2,
    mealType: "breakfast",
    idempotency_key: "breakfast"
  } as const
  const logged = await client.log_food_entry(entry)
  expect(await client.log_food_entry(entry)).toEqual(logged)
  expect((await client.list_food_entries()).entries).toEqual([logged.entry])
})

test("the typed client rejects with the error classes", async () => {
  const missing = client.delete_body_metric({ metric: "weight" })
  await expect(missing).rejects.toBeInstanceOf(NotFound)
  await missing.catch((error: NotFound) => expect(error.requestId).toMatch(/^req_/))
  await expect((await fetching("nonsense")).get_context()).rejects.toBeInstanceOf(Unauthorized)
})

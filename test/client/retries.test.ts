import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Fettle from "../../src/client/client.ts"
import * as Storage from "../../src/storage.ts"
import { BASE_URL, makeService, type Service } from "../support/app.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

/** What happens to one request: it arrives, its answer is lost, or it gets this answer instead of the service's. */
type Fate = "arrives" | "loses its answer" | Response

const failed = (status: number, code: string, headers: Record<string, string> = {}, details?: object) =>
  Response.json({ error: { code, message: "No.", requestId: "req_1", details } }, { status, headers })

const spent = (headers: Record<string, string>, retryAfterSeconds = 1) =>
  failed(429, "rate_limited", headers, { retryAfterSeconds, bucket: "writes.perMinute", limit: 1 })

const page = (status: number) => new Response("<h1>Proxy</h1>", { status })

const broken = () => failed(500, "internal_error")

/** A client whose requests meet these fates in order, and arrive from then on. */
const meeting = async (...fates: ReadonlyArray<Fate>) => {
  const { token } = await service.person()
  const bodies: Array<unknown> = []
  const client = await Fettle.connect({
    baseUrl: BASE_URL,
    token,
    fetch: async (url, init) => {
      const fate = fates[bodies.length] ?? "arrives"
      bodies.push(init.body === undefined ? new URL(url).search : JSON.parse(String(init.body)))
      if (typeof fate !== "string") return fate
      const answer = await service.fetch(url.slice(BASE_URL.length), init)
      if (fate === "loses its answer") throw new TypeError("fetch failed")
      return answer
    }
  })
  return { client, bodies }
}

const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error
  )

const porridge = { quickAdd: { name: "Porridge", calories: 300 }, servings: 1, mealType: "breakfast" } as const

describe.concurrent("a call that fails", () => {
  test("is repeated after a lost answer, a used-up limit and a failure, and takes effect once", async () => {
    const { client, bodies } = await meeting("loses its answer", spent({ "retry-after": "0" }), broken())
    const { entry } = await client.log_food_entry(porridge)
    expect(bodies).toHaveLength(4)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await client.list_food_entries()).entries).toEqual([entry])
  })

  test("gets a new key for each call, and keeps a key that it was given", async () => {
    const { client, bodies } = await meeting()
    const { entry: first } = await client.log_food_entry(porridge)
    const { entry: second } = await client.log_food_entry(porridge)
    expect(second.id).not.toBe(first.id)
    await client.log_food_entry({ ...porridge, idempotency_key: "mine" })
    const keys = bodies.map((body) => Reflect.get(Object(body), "idempotency_key"))
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/), "mine"])
    expect(keys[0]).not.toBe(keys[1])
  })

  test("makes one goal, though its answer was lost", async () => {
    for (const fate of ["loses its answer", broken(), page(502)] as const) {
      const { client, bodies } = await meeting(fate)
      const { goal } = await client.save_goal({ name: "Walk", type: "boolean" })
      expect(bodies).toHaveLength(2)
      expect((await client.list_goals()).goals).toEqual([goal])
    }
  })

  test("is repeated if it was turned away, whatever the operation", async () => {
    const { client, bodies } = await meeting(spent({ "retry-after": "0" }), page(429))
    await client.save_goal({ name: "Walk", type: "boolean" })
    expect(bodies).toHaveLength(3)
    expect((await client.list_goals()).goals).toHaveLength(1)
  })

  test("waits as long as the service asks, in the header (seconds or a date) or in the error", async () => {
    const waited = async (limit: Response) => {
      const { client } = await meeting(limit)
      const started = performance.now()
      await client.get_context()
      return performance.now() - started
    }
    const later = new Date(Date.now() + 2_500).toUTCString()
    const limits = [spent({ "retry-after": "1" }, 60), spent({}, 1), spent({ "retry-after": later }, 60)]
    const waits = await Promise.all(limits.map(waited))
    for (const wait of waits) expect(wait).toBeWithin(1_200, 5_000)
  })

  test("rejects at once if it would have to wait beyond its timeout", async () => {
    const { client, bodies } = await meeting(spent({ "retry-after": "60" }, 60))
    const error = await caught(client.get_context())
    expect(error).toMatchObject({ _tag: "rate_limited", details: { retryAfterSeconds: 60 } })
    expect(bodies).toHaveLength(1)
  })

  test("is repeated no more often than allowed, and rejects with the last error", async () => {
    const { client, bodies } = await meeting(page(503), broken(), broken())
    expect(await caught(client.get_context({}, { maxRetries: 1 }))).toBeInstanceOf(Fettle.InternalError)
    expect(bodies).toHaveLength(2)
    expect(await caught(client.get_context({}, { maxRetries: 0 }))).toBeInstanceOf(Fettle.InternalError)
    expect(bodies).toHaveLength(3)
  })

  test("is not repeated after any other error", async () => {
    const { client, bodies } = await meeting(failed(404, "not_found"), new Response("<h1>No</h1>", { status: 403 }))
    expect(await caught(client.get_context())).toBeInstanceOf(Fettle.NotFound)
    expect(await caught(client.get_context())).toBeInstanceOf(Fettle.UnexpectedAnswer)
    expect(bodies).toHaveLength(2)
  })

  test("ends between two attempts if its signal is aborted or its timeout passes", async () => {
    const { client, bodies } = await meeting(broken(), broken())
    const signal = AbortSignal.timeout(50)
    expect(await caught(client.get_context({}, { signal }))).toBeInstanceOf(Fettle.Cancelled)
    await Bun.sleep(600)
    expect(bodies).toHaveLength(1)
  })

  test("accepts 0 to 10 retries", async () => {
    const { client, bodies } = await meeting()
    for (const maxRetries of [-1, 0.5, 11, Number.NaN])
      expect(await caught(client.get_context({}, { maxRetries }))).toMatchObject({
        details: { fields: [{ field: "maxRetries" }] }
      })
    expect(bodies).toEqual([])
  })
})

describe.concurrent("an answer", () => {
  test("has its request's id beside its fields", async () => {
    const { client } = await meeting()
    const context = await client.get_context()
    expect(Fettle.requestIdOf(context)).toMatch(/^req_/)
    expect(Fettle.requestIdOf({ ...context })).toBeUndefined()
    expect(Object.getOwnPropertySymbols(context)).toEqual([])
  })

  test("in pages is read to its end, with the same range", async () => {
    const { client, bodies } = await meeting()
    for (const date of ["2026-03-01", "2026-03-02", "2026-03-03"]) await client.log_food_entry({ ...porridge, date })
    const days: Array<string> = []
    const options = { timeout: 5_000 }
    for await (const page of client.list_food_entries.pages(
      { from: "2026-03-01", to: "2026-03-02", limit: 1 },
      options
    ))
      days.push(...page.entries.map(({ date }) => date))
    expect(days).toEqual(["2026-03-01", "2026-03-02"])
    expect(bodies).toHaveLength(5)
    for await (const { workouts } of client.list_workouts.pages()) expect(workouts).toEqual([])
  })

  test("in pages is fetched page by page, and the loop may end early", async () => {
    const { client, bodies } = await meeting()
    for (let n = 0; n < 3; n++) await client.log_food_entry(porridge)
    const before = bodies.length
    for await (const _page of client.list_food_entries.pages({ limit: 1 })) break
    expect(bodies.length - before).toBe(1)
  })
})

import { expect, test } from "bun:test"
import fc from "fast-check"
import { type Failed, failure, NOON, output, overEveryStore, type Person } from "../support/app.ts"

const NOON_MILLIS = Date.parse(NOON)
const at = (millis: number) => new Date(millis).toISOString()

interface RateLimitedDetails {
  readonly retryAfterSeconds: number
  readonly bucket: string
  readonly limit: number
}

const detailsOf = ({ code, details }: Failed): RateLimitedDetails => {
  expect(code).toBe("rate_limited")
  return details as unknown as RateLimitedDetails
}

interface LimitsShown {
  readonly limits: {
    readonly reads: Record<string, number>
    readonly writes: Record<string, number>
  }
}

overEveryStore("rate limits", (service) => {
  const write = (person: Person, surface: "rest" | "mcp" = "rest") =>
    person[surface]("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-01" }] })
  const read = (person: Person) => person.rest("list_body_metrics", { metric: "steps" })

  const request = (person: Person, path: string, init: RequestInit = {}) =>
    service().fetch(path, { ...init, headers: { authorization: `Bearer ${person.token}`, ...init.headers } })

  test("a burst succeeds, the next call is refused with a wait, and a call after that wait succeeds", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { writesBurst: 3, writesPerMinute: 7 } })
    for (const surface of ["rest", "mcp", "rest"] as const) expect((await write(person, surface)).ok).toBe(true)
    for (const surface of ["rest", "mcp"] as const) {
      const details = detailsOf(await failure(write(person, surface)))
      expect(details).toEqual({ retryAfterSeconds: 9, bucket: "writes.perMinute", limit: 7 })
    }
    await service().setTime(at(NOON_MILLIS + 8_000))
    expect((await write(person)).ok).toBe(false)
    await service().setTime(at(NOON_MILLIS + 9_000))
    expect((await write(person)).ok).toBe(true)
    expect((await write(person)).ok).toBe(false)
  })

  test("the header agrees with the details", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { readsBurst: 1, readsPerMinute: 1 } })
    expect((await request(person, "/v1/me")).status).toBe(200)
    const refused = await request(person, "/v1/me")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"])
  })

  test("reads and writes have separate buckets, which all tokens and surfaces share", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { readsBurst: 1, writesBurst: 1 } })
    expect((await read(person)).ok).toBe(true)
    expect((await person.mcp("get_context")).ok).toBe(false)
    expect((await write(person, "mcp")).ok).toBe(true)
    expect((await write(person)).ok).toBe(false)
  })

  test("checks before the limit charge nothing; checks after it do", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { writesBurst: 2, writesPerMinute: 0 } })
    await request(person, "/v1/nowhere", { method: "PUT" })
    await request(person, "/v1/body-metrics", { method: "PUT", headers: { host: "evil.example.com" } })
    await request(person, "/v1/body-metrics", { method: "PUT", headers: { origin: "https://evil.example.com" } })
    await (await service().mcpClient(person.token)).listTools()
    expect(await write(person)).toMatchObject({ ok: true })
    expect((await failure(person.rest("set_body_metrics", {}))).code).toBe("validation_failed")
    expect((await failure(write(person))).code).toBe("rate_limited")
    expect((await failure(person.rest("set_body_metrics", {}))).code).toBe("rate_limited")
  })

  test("a write needs no read and takes none, whether it is valid or not", async () => {
    await service().setTime(NOON)
    const readsLeft = ({ headers }: Response) => Number(/"reads";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
    const refused = (person: Person) => request(person, "/v1/body-metrics", { method: "PUT" })
    for (const readsBurst of [1, 3]) {
      const person = await service().person({ ownLimits: { readsBurst, readsPerMinute: 0 } })
      expect((await read(person)).ok).toBe(true)
      for (let n = 0; n < 2; n++) {
        expect((await write(person)).ok).toBe(true)
        const answer = await refused(person)
        expect([answer.status, readsLeft(answer)]).toEqual([400, readsBurst - 1])
      }
    }
  })

  test("each call takes one, whatever its outcome; a refused one changes nothing", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { writesBurst: 6, writesPerMinute: 0, readsPerMinute: 0 } })
    const logged = (key: string, value: number) =>
      request(person, "/v1/food-entries", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ foodId: "food_sr28_01123", servings: value, mealType: "lunch" })
      })
    const removed = () => request(person, "/v1/workouts?id=workout_0000000000000000", { method: "DELETE" })
    const left = ({ headers }: Response) => Number(/"writes";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
    const outcomes = [
      await logged("one", 1),
      await logged("one", 1),
      await logged("one", 2),
      await logged("two", 0),
      await removed(),
      await logged("two", 2),
      await logged("three", 1),
      await removed()
    ]
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 409, 400, 404, 200, 429, 429])
    expect(outcomes.map(left)).toEqual([5, 4, 3, 2, 1, 0, 0, 0])
    const { total } = await output<{ readonly total: number }>(person.rest("list_food_entries"))
    expect(total).toBe(2)
  })

  test("the day's writes refill at the user's midnight; if two limits are used up, the longer wait is reported", async () => {
    await service().setTime("2026-03-14T10:00:00Z")
    const person = await service().person({
      timezone: "Pacific/Auckland",
      ownLimits: { writesBurst: 2, writesPerMinute: 60, writesPerDay: 2 }
    })
    expect((await write(person)).ok && (await write(person)).ok).toBe(true)
    expect(detailsOf(await failure(write(person)))).toEqual({
      retryAfterSeconds: 3600,
      bucket: "writes.perDay",
      limit: 2
    })
    await service().setTime("2026-03-14T10:59:59Z")
    expect((await write(person)).ok).toBe(false)
    await service().setTime("2026-03-14T11:00:00Z")
    expect((await write(person)).ok).toBe(true)
  })

  test("a limit of 0 allows no calls", async () => {
    await service().setTime(NOON)
    for (const ownLimits of [{ writesBurst: 0 }, { writesPerDay: 0 }, { writesBurst: 0, writesPerMinute: 0 }]) {
      const { retryAfterSeconds } = detailsOf(await failure(write(await service().person({ ownLimits }))))
      expect(retryAfterSeconds).toBeGreaterThan(0)
    }
  })

  test("concurrent calls take no more than the bucket holds", async () => {
    await service().setTime(NOON)
    const person = await service().person({ ownLimits: { writesBurst: 20 } })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => write(person, n % 2 === 0 ? "rest" : "mcp"))
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20)
  })

  test("get_context shows own limits and what remains; headers of every authenticated answer state it", async () => {
    await service().setTime(NOON)
    const person = await service().person({
      ownLimits: { readsBurst: 5, readsPerMinute: 10, writesBurst: 4, writesPerMinute: 30, writesPerDay: 9 }
    })
    await write(person)
    const { limits } = await output<LimitsShown>(person.rest("get_context"))
    expect(limits.reads).toEqual({ perMinute: 10, burst: 5, remaining: 4 })
    expect(limits.writes).toEqual({ perMinute: 30, burst: 4, perDay: 9, remaining: 3, remainingToday: 8 })
    const tools = request(person, "/v1/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    })
    for (const response of [
      await tools,
      await request(person, "/v1/body-metrics?metric=steps"),
      await request(person, "/v1/body-metrics")
    ]) {
      expect(response.headers.get("ratelimit-policy")).toBe(
        '"reads";q=5;w=30, "writes";q=4;w=8, "writes-per-day";q=9;w=86400'
      )
      expect(response.headers.get("ratelimit")).toMatch(/^"reads";r=[0-4], "writes";r=3, "writes-per-day";r=8$/)
    }
    const lapsed = await service().person({ plan: "free" })
    expect((await request(lapsed, "/v1/me")).headers.get("ratelimit")).not.toBeNull()
    expect((await service().fetch("/v1/me")).headers.get("ratelimit")).toBeNull()
  })

  test("over any sequence of calls, exactly as many succeed as the bucket holds, and a reported wait is enough", async () => {
    const limits = fc.record({ burst: fc.integer({ min: 1, max: 6 }), perMinute: fc.integer({ min: 1, max: 120 }) })
    const pauses = fc.array(
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 }), fc.constant("as told" as const)),
      { minLength: 1, maxLength: 30 }
    )
    let now = NOON_MILLIS
    await fc.assert(
      fc.asyncProperty(limits, pauses, async ({ burst, perMinute }, pauses) => {
        await service().setTime(at(now))
        const person = await service().person({ ownLimits: { readsBurst: burst, readsPerMinute: perMinute } })
        let level = burst
        let told = 0
        for (const pause of pauses) {
          const wait = pause === "as told" ? told * 1000 : pause
          now += wait
          await service().setTime(at(now))
          level = Math.min(burst, level + (wait * perMinute) / 60_000)
          const outcome = await read(person)
          if (pause === "as told" && told > 0) expect(outcome.ok).toBe(true)
          // At the very edge, the two sums may differ by a rounding error.
          if (Math.abs(level - 1) > 1e-6) expect(outcome.ok).toBe(level > 1)
          if (outcome.ok) level -= 1
          told = outcome.ok ? 0 : detailsOf(outcome.error).retryAfterSeconds
        }
      }),
      { numRuns: 15 }
    )
  })
})

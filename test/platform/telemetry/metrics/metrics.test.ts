import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import packageJson from "../../../../package.json" with { type: "json" }
import { mergeEnded } from "../../../../src/platform/telemetry/metrics/snapshot.ts"
import { Siblings } from "../../../../src/platform/workers/siblings.ts"
import * as Storage from "../../../../src/storage.ts"
import { makeService, output, type Person, type Service } from "../../../support/app.ts"
import { parseMetrics } from "../../../support/prometheus.ts"

const read = async (service: Service) => {
  const response = await service.fetch("/metrics", { headers: { host: "10.1.2.3:3000" } })
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8"
  ])
  const all = parseMetrics(await response.text())
  return (name: string, labels: Record<string, string> = {}): number | undefined => {
    const series = all.get(name.replace(/_(bucket|sum|count)$/, "")) ?? all.get(name)
    return series?.samples
      .values()
      .find(
        (sample) =>
          sample.name === name &&
          Object.keys(sample.labels).length === Object.keys(labels).length &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
      )?.value
  }
}

const eaten = { foodId: "food_sr28_01123", servings: 1, mealType: "breakfast" }

describe("with METRICS on", () => {
  let service: Service
  let person: Person
  beforeAll(async () => {
    service = await makeService(Storage.memory, { metrics: true })
    person = await service.person()
  })
  afterAll(() => service.stop())

  test("calls are counted by operation, surface and status; a failed tool call by its error's status", async () => {
    await person.rest("get_context")
    await person.rest("delete_goal", { id: "goal_none" })
    await person.rest("delete_goal")
    await person.mcp("get_context")
    await person.mcp("get_context")
    await person.mcp("delete_goal", { id: "goal_none" })
    await service.fetch("/v1/me")
    const value = await read(service)
    const requests = (operation: string, surface: string, status: string) =>
      value("fettle_requests_total", { operation, surface, status })
    expect(requests("get_context", "rest", "200")).toBe(1)
    expect(requests("delete_goal", "rest", "404")).toBe(1)
    expect(requests("delete_goal", "rest", "400")).toBe(1)
    expect(requests("get_context", "mcp", "200")).toBe(2)
    expect(requests("delete_goal", "mcp", "404")).toBe(1)
    expect(requests("none", "rest", "401")).toBe(1)
    expect(value("fettle_request_duration_seconds_count", { operation: "get_context" })).toBe(3)
    expect(value("fettle_request_duration_seconds_bucket", { operation: "get_context", le: "+Inf" })).toBe(3)
  })

  test("refusals of the rate limit are counted by limit, replays by operation", async () => {
    const poor = await service.person({ ownLimits: { readsBurst: 0 } })
    await poor.rest("get_context")
    await poor.mcp("get_context")
    const headers = {
      authorization: `Bearer ${person.token}`,
      "content-type": "application/json",
      "idempotency-key": "breakfast"
    }
    for (const _time of [1, 2, 3]) {
      await service.fetch("/v1/food-entries", { method: "POST", headers, body: JSON.stringify(eaten) })
    }
    await output(person.mcp("log_food_entry", { ...eaten, idempotency_key: "breakfast" }))
    const value = await read(service)
    expect(value("fettle_rate_limited_total", { bucket: "reads.perMinute" })).toBe(2)
    expect(value("fettle_rate_limited_total", { bucket: "writes.perDay" })).toBe(0)
    expect(value("fettle_requests_total", { operation: "get_context", surface: "mcp", status: "429" })).toBe(1)
    expect(value("fettle_idempotent_replays_total", { operation: "log_food_entry" })).toBe(3)
    expect(value("fettle_idempotent_replays_total", { operation: "log_workout" })).toBe(0)
  })

  test("a request is in flight while it is answered, and no longer", async () => {
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        finish = () => controller.close()
      }
    })
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" }
    const answer = service.fetch("/v1/body-metrics", { method: "PUT", headers, body })
    expect((await read(service))("fettle_requests_in_flight")).toBe(1)
    finish()
    expect((await answer).status).toBe(400)
    expect((await read(service))("fettle_requests_in_flight")).toBe(0)
  })

  test("a client that disconnects is counted as 499, not as a fault of the service", async () => {
    const gone = new AbortController()
    const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" }
    const answer = service.fetch("/v1/body-metrics", { method: "PUT", headers, body, signal: gone.signal })
    await Bun.sleep(50)
    gone.abort()
    await answer
    const value = await read(service)
    const labels = { operation: "set_body_metrics", surface: "rest" }
    expect(value("fettle_requests_total", { ...labels, status: "499" })).toBe(1)
    expect(value("fettle_requests_total", { ...labels, status: "500" })).toBeUndefined()
    expect(value("fettle_requests_in_flight")).toBe(0)
  })

  test("invented names make no new series; pages are counted, and probes are not", async () => {
    const count = async () => parseMetrics(await (await service.fetch("/metrics")).text())
    await service.fetch("/v1/nowhere")
    const { status } = await service.fetch("/app")
    const before = await count()
    for (let i = 0; i < 50; i++) {
      await service.fetch(`/v1/nowhere-${i}?name=${i}`)
      await service.fetch(`/elsewhere-${i}`)
      await service.fetch("/health")
      await service.fetch(`/app?name=${i}`)
    }
    const after = await count()
    const keys = (metrics: typeof before) => [...metrics.values()].flatMap(({ samples }) => [...samples.keys()])
    expect(keys(after)).toEqual(keys(before))
    const sum = (metrics: typeof before) =>
      metrics
        .get("fettle_requests_total")
        ?.samples.values()
        .reduce((sum, { value }) => sum + value, 0) ?? 0
    const added = (surface: string, status: number) => {
      const series = `fettle_requests_total{operation="none",surface="${surface}",status="${status}"}`
      const counted = (metrics: typeof before) => metrics.get("fettle_requests_total")?.samples.get(series)?.value ?? 0
      return counted(after) - counted(before)
    }
    expect([added("rest", 404), added("page", status), sum(after) - sum(before)]).toEqual([50, 50, 100])
  })

  test("the process and the database's connections are included", async () => {
    const value = await read(service)
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000)
    expect(value("process_cpu_seconds_total")).toBeGreaterThan(0.1)
    expect(Date.now() / 1000 - (value("process_start_time_seconds") ?? 0)).toBeLessThan(3600)
    expect(value("fettle_processes")).toBe(1)
    for (const name of ["connections_max", "connections_in_use", "waiting_requests", "refusals_total"]) {
      expect(value(`fettle_database_${name}`)).toBe(0)
    }
    expect(value("fettle_build_info", { version: packageJson.version, bun: Bun.version })).toBe(1)
  })
})

test("the figures of several processes are summed; invalid figures of a sibling are left out", async () => {
  let own: Effect.Effect<string> = Effect.succeed("")
  const twice = Layer.succeed(Siblings, {
    offer: (snapshot) => Effect.sync(() => (own = snapshot)),
    snapshots: Effect.suspend(() => Effect.map(own, (own) => [own, own, "broken {", '{"requests": 1}'])),
    crew: Effect.succeedNone
  })
  const service = await makeService(Storage.memory, { metrics: true }, twice)
  const person = await service.person()
  await person.rest("get_context")
  const value = await read(service)
  await service.stop()
  expect(value("fettle_processes")).toBe(2)
  expect(value("fettle_requests_total", { operation: "get_context", surface: "rest", status: "200" })).toBe(2)
  expect(value("fettle_request_duration_seconds_count", { operation: "get_context" })).toBe(2)
  expect(Date.now() / 1000 - (value("process_start_time_seconds") ?? 0)).toBeLessThan(3600)
})

test("counters of processes that have ended stay, and their gauges go", async () => {
  let own: Effect.Effect<string> = Effect.succeed("")
  const withEnded = Layer.succeed(Siblings, {
    offer: (snapshot) => Effect.sync(() => (own = snapshot)),
    snapshots: Effect.suspend(() => Effect.map(own, (own) => [mergeEnded([mergeEnded([own, own]), own]), own])),
    crew: Effect.succeedNone
  })
  const service = await makeService(Storage.memory, { metrics: true }, withEnded)
  const person = await service.person({ ownLimits: { readsBurst: 1 } })
  await person.rest("get_context")
  await person.rest("get_context")
  const value = await read(service)
  await service.stop()
  const labels = { operation: "get_context", surface: "rest" }
  expect(value("fettle_requests_total", { ...labels, status: "200" })).toBe(4)
  expect(value("fettle_requests_total", { ...labels, status: "429" })).toBe(4)
  expect(value("fettle_rate_limited_total", { bucket: "reads.perMinute" })).toBe(4)
  expect(value("fettle_request_duration_seconds_count", { operation: "get_context" })).toBe(8)
  expect(value("fettle_request_duration_seconds_bucket", { operation: "get_context", le: "+Inf" })).toBe(8)
  expect(value("fettle_processes")).toBe(1)
  expect(value("process_resident_memory_bytes")).toBeLessThan(1.5 * process.memoryUsage.rss())
})

test("with METRICS off, /metrics is like any unknown path", async () => {
  const service = await makeService(Storage.memory)
  const answers = await Promise.all(
    ["/metrics", "/nothing"].map(async (path) => {
      const response = await service.fetch(path)
      const { error } = (await response.json()) as { readonly error: Record<string, unknown> }
      return { status: response.status, ...error, requestId: "" }
    })
  )
  await service.stop()
  expect(answers[0]?.status).toBe(404)
  expect(answers[0]).toEqual(answers[1])
})

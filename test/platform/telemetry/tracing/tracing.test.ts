import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope, Tracer } from "effect"
import pg from "pg"
import * as Tracing from "../../../../src/platform/telemetry/tracing/tracer.ts"
import * as Storage from "../../../../src/storage.ts"
import { makeService, output } from "../../../support/app.ts"
import { type Span, startCollector } from "../../../support/collector.ts"
import { startServer } from "../../../support/process.ts"
import { filledSettings, folder } from "../../../support/stores.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const CALLER = "00f067aa0ba902b7"
const SERVER = 2
const ERROR = 2

describe("with a collector, over a database", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A>(resource: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.extend(resource, scope))
  const collector = startCollector()
  const requestIds = new Map<string, string>()
  let log = ""
  let token = ""

  beforeAll(async () => {
    const home = await scoped(folder)
    const settings = await scoped(filledSettings)
    const server = await startServer(
      {
        ...settings,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=one%20two,x-other=3",
        OTEL_SERVICE_NAME: "fettle-tried"
      },
      { log: join(home, "log") }
    )
    token = server.token
    const call = async (name: string, path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json", ...init.headers }
      const response = await fetch(server.baseUrl + path, { ...init, headers })
      await response.text()
      requestIds.set(name, response.headers.get("request-id") ?? "")
    }
    const traced = (flags: string) => ({ traceparent: `00-${TRACE}-${CALLER}-${flags}` })
    const food = (name: string) => ({
      method: "POST",
      body: JSON.stringify({ name, protein: 1, carbs: 2, fat: 3, servingSize: 100, servingSizeUnit: "g" })
    })
    await call("rest", "/v1/custom-foods", {
      ...food("zanzibar"),
      headers: { ...traced("01"), "idempotency-key": "k1" }
    })
    const portion = { foodId: "food_sr28_01123", servings: 1, mealType: "breakfast" }
    const logged = { method: "POST", headers: { "idempotency-key": "k2" }, body: JSON.stringify(portion) }
    await call("logged", "/v1/food-entries", logged)
    await call("replayed", "/v1/food-entries", logged)
    await call("alone", "/v1/foods?query=zanzibar")
    await call("not recorded", "/v1/me", { headers: traced("00") })
    await call("nowhere", "/v1/zanzibar?zanzibar=zanzibar")
    await call("refused", "/v1/goal-templates?id=zanzibar", { method: "DELETE" })
    const params = { name: "delete_goal", arguments: { id: "zanzibar" } }
    await call("tool", "/v1/mcp", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
    })
    const client = new pg.Client(
      settings.DATABASE_URL === undefined
        ? { host: settings.DATA_DIR, user: "postgres", database: "postgres" }
        : { connectionString: settings.DATABASE_URL }
    )
    await client.connect()
    await client.query("ALTER TABLE custom_foods ADD CHECK (protein < 0) NOT VALID")
    await client.end()
    await call("broken", "/v1/custom-foods", food("zanzibar too"))
    // The last spans are sent when the server ends.
    server.child.kill("SIGTERM")
    await server.child.exited
    log = readFileSync(join(home, "log"), "utf8")
  }, 60_000)
  afterAll(async () => {
    await collector.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const root = (name: string): Span => {
    const found = collector.spans.find(({ attributes }) => attributes["fettle.request_id"] === requestIds.get(name))
    if (found === undefined) throw new Error(`No span of the request ${name}`)
    return found
  }
  const childrenOf = ({ spanId }: Span) => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  const child = (span: Span, name: string): Span => {
    const found = childrenOf(span).find((child) => child.name === name)
    if (found === undefined) throw new Error(`${span.name} has no child ${name}`)
    return found
  }

  const allBelow = (span: Span): ReadonlyArray<Span> => childrenOf(span).flatMap((child) => [child, ...allBelow(child)])

  test("spans arrive at /v1/traces with the configured headers and service name", () => {
    expect(collector.requests.length).toBeGreaterThan(0)
    for (const { path, headers } of collector.requests) {
      expect([path, headers.get("x-api-key"), headers.get("x-other")]).toEqual(["/v1/traces", "one two", "3"])
    }
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(["fettle-tried"]))
  })

  test("a request is a span of its caller's trace, which shows what was called and by whom", () => {
    const span = root("rest")
    expect(span).toMatchObject({ name: "POST /v1/custom-foods", kind: SERVER, traceId: TRACE, parentSpanId: CALLER })
    expect(span.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v1/custom-foods",
      "url.path": "/v1/custom-foods",
      "url.scheme": "http",
      "server.address": "localhost",
      "http.response.status_code": 200,
      "fettle.operation": "save_custom_food"
    })
    expect(span.attributes["user.id"]).toMatch(/^usr_/)
  })

  test("its stages and statements are spans below it, down to the work under an idempotency key", () => {
    const span = root("rest")
    const pipeline = child(span, "Pipeline.run")
    expect(childrenOf(child(span, "authentication")).map(({ name }) => name)).toContain("sql.execute")
    for (const stage of ["rate limit", "decode", "idempotency"]) child(pipeline, stage)
    const operation = allBelow(child(pipeline, "idempotency")).find(({ name }) => name === "save_custom_food")
    const statements =
      operation === undefined ? [] : allBelow(operation).map((span) => span.attributes["db.query.text"])
    expect(statements.some((text) => /FROM add_custom_food\(/.test(String(text)))).toBe(true)
    expect(childrenOf(child(pipeline, "rate limit"))[0]?.attributes["db.query.text"]).toContain("$1")
    for (const each of collector.spans.filter(({ traceId }) => traceId === TRACE)) {
      expect(BigInt(each.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
      expect(BigInt(each.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano))
    }
  })

  test("every span except a root's has its parent in the same trace; starting and sweeping are not traced", () => {
    for (const span of collector.spans) {
      if (span.kind === SERVER) continue
      expect(collector.spans.find(({ spanId }) => spanId === span.parentSpanId)?.traceId).toBe(span.traceId)
    }
    expect(collector.spans.filter(({ kind }) => kind === SERVER)).toHaveLength(requestIds.size - 1)
  })

  test("a request without a caller's trace begins one; one that the caller does not record is not recorded", () => {
    expect(root("alone").parentSpanId).toBeUndefined()
    expect(root("alone").traceId).toMatch(/^[\da-f]{32}$/)
    expect(() => root("not recorded")).toThrow()
    expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === CALLER)).toEqual([root("rest")])
  })

  test("a tool call is one trace too; a refusal is not an error, and a fault is one", () => {
    const tool = root("tool")
    expect(tool.attributes).toMatchObject({ "fettle.operation": "delete_goal", "error.type": "not_found" })
    child(child(tool, "Pipeline.run"), "delete_goal")
    expect(root("refused").attributes).toMatchObject({ "error.type": "not_found", "http.response.status_code": 404 })
    const replayed = [root("replayed"), ...allBelow(root("replayed"))].filter(({ name }) => name !== "sql.execute")
    for (const span of [root("tool"), root("refused"), root("nowhere"), ...replayed]) {
      expect(span.status.code).not.toBe(ERROR)
    }
    expect(root("nowhere").name).toBe("GET")
    expect(root("broken")).toMatchObject({ status: { code: ERROR, message: "internal_error" } })
    const statement = collector.spans.find(
      ({ traceId, name, status }) =>
        traceId === root("broken").traceId && name === "sql.execute" && status.code === ERROR
    )
    expect(statement?.status.message).toMatch(/PostgreSQL 23514 \(table custom_foods, constraint \w+\)$/)
  })

  test("log lines contain the trace's id", () => {
    const line = log.split("\n").find((line) => line.includes(requestIds.get("rest") ?? "none"))
    expect(JSON.parse(line ?? "{}").traceId).toBe(TRACE)
    const fault = log.split("\n").find((line) => line.includes('"cause"'))
    expect(JSON.parse(fault ?? "{}")).toMatchObject({
      requestId: requestIds.get("broken"),
      traceId: root("broken").traceId
    })
  })

  test("no span contains what users sent or stored, or a token", () => {
    const sent = collector.requests.map(({ body }) => body).join("\n")
    expect(sent).toContain("db.query.text")
    expect(sent).not.toContain("zanzibar")
    expect(token).not.toBe("")
    expect(sent).not.toContain(token)
  })
})

test("with tracing off, no span is made", async () => {
  const made: Array<string> = []
  const counting = Tracer.make({
    context: (f) => f(),
    span: (name) => {
      made.push(name)
      throw new Error("A span was made")
    }
  })
  const layer = Layer.provideMerge(Storage.memory, Layer.merge(Layer.setTracer(counting), Tracing.layer))
  const service = await makeService(layer)
  const person = await service.person()
  await output(person.rest("get_context"))
  await output(person.mcp("get_context"))
  await service.stop()
  expect(made).toEqual([])
})

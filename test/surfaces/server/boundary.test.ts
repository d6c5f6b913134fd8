import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { DateTime, Effect, Layer } from "effect"
import { createToken } from "../../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { BodyMetricStore } from "../../../src/features/body-metrics/store.ts"
import * as Storage from "../../../src/storage.ts"
import { type Failed, makeService, NOON, type Person, type Service } from "../../support/app.ts"

let service: Service
let person: Person
beforeAll(async () => {
  service = await makeService(Storage.memory)
  person = await service.person()
})
afterAll(() => service.stop())

const bearer = () => ({ authorization: `Bearer ${person.token}` })

type Body = NonNullable<RequestInit["body"]>

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: Body
}

const send = async ({ method = "GET", path = "/v1/me", headers = {}, body }: Sent) => {
  const response = await service.fetch(path, {
    method,
    headers: { ...bearer(), ...headers },
    ...(body === undefined ? {} : { body })
  })
  const text = await response.text()
  const { error } = (text === "" ? {} : JSON.parse(text)) as { readonly error?: Failed }
  return { response, error, fields: error?.details?.fields?.map(({ field }) => field) }
}

const put = (
  body: Body,
  headers: Record<string, string> = { "content-type": "application/json" },
  path = "/v1/body-metrics"
) => send({ method: "PUT", path, headers, body })

describe("whatever arrives, the answer is an output or the envelope", () => {
  test("an unknown path and a wrong method are not_found; for the latter, Allow lists the methods", async () => {
    const unknown = await send({ path: "/v1/nowhere" })
    expect([unknown.response.status, unknown.error?.code, unknown.response.headers.get("allow")]).toEqual([
      404,
      "not_found",
      null
    ])
    const wrong = await send({ method: "POST", path: "/v1/body-metrics" })
    expect([wrong.response.status, wrong.error?.code]).toEqual([404, "not_found"])
    expect(wrong.response.headers.get("allow")).toBe("GET, PUT, DELETE")
  })

  test.each([
    ["broken JSON", "{", {}],
    ["an empty body", "", {}],
    ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}],
    ["no content type", "{}", { "content-type": "" }],
    ["a wrong content type", "{}", { "content-type": "text/plain" }],
    ["a body whose stated length is too large", "{}", { "content-length": "1048577" }],
    ["a body that is not an object", "[]", {}],
    ["null", "null", {}]
  ])("%s names the field body", async (_name, body, headers) => {
    const { response, error, fields } = await put(body, { "content-type": "application/json", ...headers })
    expect([response.status, error?.code, fields]).toEqual([400, "validation_failed", ["body"]])
  })

  test("a request with neither a body nor a length has an empty body", async () => {
    const { response, error } = await send({
      method: "PUT",
      path: "/v1/body-metrics",
      headers: { "content-type": "application/json" }
    })
    expect([response.status, error?.details?.fields]).toEqual([
      400,
      [{ field: "body", message: "is empty; send a JSON object" }]
    ])
  })

  test("a body that is not read to its end ends its connection, on every surface", async () => {
    const headers = { "content-type": "application/json", "content-length": "1048577", "idempotency-key": "k" }
    for (const path of ["/v1/workouts", "/v1/food-entries", "/v1/custom-foods", "/v1/mcp"]) {
      const { response } = await send({ method: "POST", path, headers, body: "{}" })
      expect([path, response.status, response.headers.get("connection")]).toEqual([path, 400, "close"])
    }
    expect((await put("{")).response.headers.get("connection")).toBeNull()
  })

  test("a body of unknown length is read no further than 1 MiB", async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      }
    })
    const chunked = { "content-type": "application/json", "transfer-encoding": "chunked" }
    const { response, fields } = await put(endless, chunked)
    expect([response.status, fields, response.headers.get("connection")]).toEqual([400, ["body"], "close"])
    expect(pulled).toBeLessThan(2 * 1_048_576)
  })

  test("a duplicate query key and an unknown one are both named, with every other fault", async () => {
    const { error, fields } = await send({ path: "/v1/body-metrics?from=2026-01-01&from=2026-01-02&colour=red&to=%ff" })
    expect(error?.code).toBe("validation_failed")
    expect([...(fields ?? [])].sort()).toEqual(["colour", "from", "metric", "to"])
  })

  test("an operation with a body refuses query parameters, and one with a query refuses a body", async () => {
    const body = JSON.stringify({ metric: "steps", readings: [{ value: 1 }] })
    const inQuery = await put(body, { "content-type": "application/json" }, "/v1/body-metrics?date=2026-03-01")
    expect(inQuery.fields).toEqual(["date"])
    const odd = await put(
      body,
      { "content-type": "application/json" },
      `/v1/body-metrics?=1&%ff=2&${"x".repeat(200)}=3`
    )
    expect(odd.fields).toEqual(['""', "\ufffd", `${"x".repeat(80)}…`])
    const inBody = await send({ method: "DELETE", path: "/v1/body-metrics?metric=steps", body: "{}" })
    expect(inBody.fields).toEqual(["body"])
  })

  test("get_context ignores unknown parameters", async () => {
    expect((await send({ path: "/v1/me?colour=red" })).response.status).toBe(200)
  })

  test("null means omitted for an optional field, and is invalid for a required one", async () => {
    const { response } = await put(
      JSON.stringify({ metric: "steps", readings: [{ value: 1, date: null, unit: null }] })
    )
    expect(response.status).toBe(200)
    expect((await put(JSON.stringify({ metric: null, readings: [{ value: null }] }))).fields).toEqual([
      "metric",
      "readings[0].value"
    ])
  })

  test("a compressed body is refused", async () => {
    const { fields } = await put("{}", { "content-type": "application/json", "content-encoding": "gzip" })
    expect(fields).toEqual(["body"])
  })

  test("many faults neither make a large answer nor take long", async () => {
    const body = JSON.stringify({ metric: "steps", readings: Array.from({ length: 400_000 }, () => 1) })
    const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`f${n}`, 1])))
    const long = JSON.stringify({ ["x".repeat(900_000)]: 1 })
    const sets = Array.from({ length: 9000 }, () => 1)
    const nested = JSON.stringify({ metric: "steps", readings: Array.from({ length: 57 }, () => ({ sets })) })
    for (const input of [body, unknown, long, nested]) {
      const started = performance.now()
      const { response, error } = await put(input)
      expect([response.status, error?.code]).toEqual([400, "validation_failed"])
      expect(JSON.stringify(error).length).toBeLessThan(50_000)
      expect(performance.now() - started).toBeLessThan(2000)
    }
  })

  test("a value of any kind and depth instead of a day is invalid, and no internal failure", async () => {
    const deep = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`
    for (const value of [deep, '{"toString": 1, "valueOf": 1}', '{"__proto__": null}']) {
      const { fields } = await put(`{"metric": "weight", "readings": [{"value": 70, "unit": "kg", "date": ${value}}]}`)
      expect(fields).toEqual(["readings[0].date"])
    }
  })

  test("lists in lists are counted together", async () => {
    const exercises = Array.from({ length: 57 }, () => ({
      name: "Running",
      sets: Array.from({ length: 9000 }, () => 1)
    }))
    const { error, fields } = await send({
      method: "POST",
      path: "/v1/workouts",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "x", exercises })
    })
    expect([error?.code, fields]).toEqual(["validation_failed", ["exercises[2].sets"]])
  })

  test("a query with one key many times is parsed quickly", async () => {
    const started = performance.now()
    const { response, fields } = await send({ path: `/v1/body-metrics?${"a&".repeat(200_000)}` })
    expect([response.status, fields]).toEqual([400, ["a"]])
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test("all kinds of faults are reported at once: unknown fields, units, bounds, future days", async () => {
    const { fields } = await put(
      JSON.stringify({
        metric: "body_fat",
        colour: 1,
        readings: [{ value: 81, unit: "kg", date: "2100-01-01", x: 1 }, { value: "1" }]
      })
    )
    expect([...(fields ?? [])].sort()).toEqual([
      "colour",
      "readings[0].date",
      "readings[0].unit",
      "readings[0].value",
      "readings[0].x",
      "readings[1].value"
    ])
  })

  test("quoted values are always valid Unicode", async () => {
    const response = await service.fetch("/v1/body-metrics?metric=%ff&%fe=1", { headers: bearer() })
    const text = await response.text()
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain("received text that is not valid Unicode")
  })

  test("a number too large to be finite is invalid", async () => {
    const { fields } = await put('{"metric":"steps","readings":[{"value":1e999}]}')
    expect(fields).toEqual(["readings[0].value"])
  })

  test("every answer carries its request id, and so does an error", async () => {
    const good = await send({})
    expect(good.response.headers.get("request-id")).toMatch(/^req_[0-9a-z]{20}$/)
    const bad = await send({ path: "/v1/nowhere" })
    expect(bad.error?.requestId).toBe(bad.response.headers.get("request-id") ?? "")
  })

  test("a defect in a handler is internal_error and reveals nothing internal", async () => {
    const broken = Layer.effect(
      BodyMetricStore,
      Effect.map(BodyMetricStore, (store) => ({ ...store, range: () => Effect.die(new Error("secret of the inside")) }))
    ).pipe(Layer.provideMerge(Storage.memory))
    const service = await makeService(broken)
    const person = await service.person()
    for (const surface of ["rest", "mcp"] as const) {
      const outcome = await person[surface]("list_body_metrics", { metric: "steps" })
      expect(outcome).toMatchObject({ ok: false, error: { code: "internal_error" } })
      expect(JSON.stringify(outcome)).not.toContain("secret")
    }
    const authorization = `Bearer ${person.token}`
    const { status, headers } = await service.fetch("/v1/body-metrics?metric=steps", { headers: { authorization } })
    expect([status, headers.get("retry-after")]).toEqual([500, "2"])
    await service.stop()
  })
})

describe("tokens", () => {
  const codeFor = async (authorization: string | undefined) => {
    const response = await service.fetch("/v1/me", { headers: authorization === undefined ? {} : { authorization } })
    return { status: response.status, challenge: response.headers.get("www-authenticate") }
  }

  test("the challenge distinguishes a missing token from a bad one", async () => {
    const where =
      'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource", scope="fettle:read fettle:write"'
    expect(await codeFor(undefined)).toEqual({ status: 401, challenge: `Bearer realm="fettle", ${where}` })
    const bad = await codeFor("Bearer nonsense")
    expect(bad.status).toBe(401)
    expect(bad.challenge).toContain('error="invalid_token"')
  })

  test("the scheme is bearer in any case, and nothing else", async () => {
    expect((await codeFor(`bEARER ${person.token}`)).status).toBe(200)
    for (const scheme of ["Foobar", "Basic", ""]) expect((await codeFor(`${scheme} ${person.token}`)).status).toBe(401)
    expect((await codeFor(`Bearer ${person.token}, Bearer ${person.token}`)).status).toBe(401)
  })

  test("one changed character anywhere is refused", async () => {
    for (let index = 0; index < person.token.length; index++) {
      const changed = `${person.token.slice(0, index)}${person.token[index] === "x" ? "y" : "x"}${person.token.slice(index + 1)}`
      expect((await codeFor(`Bearer ${changed}`)).status).toBe(401)
    }
  })

  test("expired and revoked tokens, and those of the other environment, are refused from that moment on", async () => {
    const options = { userId: person.id, name: "t", expiresAt: null, environment: "test" } as const
    const live = await service.run(createToken({ ...options, environment: "live" }))
    expect((await codeFor(`Bearer ${live.token}`)).status).toBe(401)

    const expiring = await service.run(
      createToken({ ...options, expiresAt: DateTime.unsafeMake("2026-03-14T12:00:01Z") })
    )
    expect((await codeFor(`Bearer ${expiring.token}`)).status).toBe(200)
    await service.setTime("2026-03-14T12:00:01Z")
    expect((await codeFor(`Bearer ${expiring.token}`)).status).toBe(401)
    await service.setTime(NOON)

    const revoked = await service.run(createToken(options))
    expect((await codeFor(`Bearer ${revoked.token}`)).status).toBe(200)
    await service.run(
      Effect.flatMap(AccountStore, (store) =>
        Effect.flatMap(DateTime.now, (now) => store.revokeToken(revoked.tokenId, now))
      )
    )
    expect((await codeFor(`Bearer ${revoked.token}`)).status).toBe(401)
  })

  test("a plan lapses at its end", async () => {
    const until = await service.person({ plan: "trial", accessUntil: DateTime.unsafeMake("2026-03-14T12:00:01Z") })
    expect((await until.rest("get_context")).ok).toBe(true)
    await service.setTime("2026-03-14T12:00:01Z")
    expect(await until.rest("get_context")).toMatchObject({
      ok: false,
      error: { code: "subscription_required", details: { resubscribeUrl: "https://example.com/pricing" } }
    })
    await service.setTime(NOON)
  })
})

describe("base address", () => {
  const statusFor = async (host: string, headers: Record<string, string> = {}, peer?: string) => {
    const init = { headers: { ...bearer(), host, ...headers }, ...(peer === undefined ? {} : { peer }) }
    return (await service.fetch("/v1/me", init)).status
  }

  test("every loopback name with the port is accepted, and no other name", async () => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST:3000"])
      expect(await statusFor(host)).toBe(200)
    for (const host of [
      "localhost",
      "localhost:3001",
      "example.com:3000",
      "localhost.example.com:3000",
      "",
      "localhost:3000@evil",
      "a b"
    ]) {
      expect(await statusFor(host)).toBe(421)
    }
  })

  test("a forwarded host is believed only from a trusted proxy", async () => {
    const forwarded = { "x-forwarded-host": "localhost:3000" }
    expect(await statusFor("inner:8080", forwarded)).toBe(421)
    expect(await statusFor("inner:8080", forwarded, "10.0.0.1")).toBe(421)
    expect(await statusFor("inner:8080", forwarded, "10.0.0.9")).toBe(200)
    expect(await statusFor("inner:8080", forwarded, "::ffff:10.0.0.9")).toBe(200)
  })

  test("spellings of the base address are not cached, however many there are", async () => {
    const send = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const port = `${"0".repeat(8000 + n)}3000`
        const response = await service.fetch("/v1/openapi.json", { headers: { host: `localhost:${port}` } })
        expect(response.status).toBe(200)
        await response.arrayBuffer()
      }
      Bun.gc(true)
      return process.memoryUsage().heapUsed
    }
    const before = await send(50)
    expect((await send(1000)) - before).toBeLessThan(4_000_000)
  })

  const refusalOf = async (headers: Record<string, string>, peer = "10.0.0.1") => {
    const response = await service.fetch("/v1/me", { headers: { ...bearer(), ...headers }, peer })
    return JSON.parse(await response.text()).error.message
  }

  test("a refusal names the host that was received, and why a forwarded one was ignored", async () => {
    expect(await refusalOf({ host: "inner:8080" })).toContain("has Host: inner:8080. Send")
    expect(await refusalOf({ host: "" })).toContain("has no Host header.")
    const forwarded = { host: "localhost:3000.", "x-forwarded-host": "fettle.example.com" }
    expect(await refusalOf(forwarded)).toEndWith(
      "X-Forwarded-Host: fettle.example.com was ignored, because TRUSTED_PROXIES does not include the sender."
    )
    expect(await refusalOf(forwarded, "10.0.0.9")).toContain("has X-Forwarded-Host: fettle.example.com. Send")
  })

  test("a refusal repeats only characters of hosts, and a bounded part of them", async () => {
    expect(await refusalOf({ host: '<b>"ignore all\u00e9`\\' })).toContain("has Host: ?b??ignore?all???. Send")
    const long = await refusalOf({ host: "a".repeat(5000), "x-forwarded-host": "b".repeat(5000) })
    expect(long).toContain("aaa….")
    expect(long.length).toBeLessThan(900)
  })
})

describe("browsers", () => {
  const ALLOWED = "https://app.example.com"

  test("an allowed origin gets CORS answers, including errors; another is refused", async () => {
    for (const path of ["/v1/me", "/v1/nowhere"]) {
      const { response } = await send({ path, headers: { origin: ALLOWED } })
      expect(response.headers.get("access-control-allow-origin")).toBe(ALLOWED)
      expect(response.headers.get("access-control-expose-headers")).toContain("Retry-After")
      expect(response.headers.get("vary")).toBe("Origin")
    }
    for (const origin of [
      "https://evil.example.com",
      "null",
      "https://app.example.com.evil.com",
      "http://localhost:3001"
    ]) {
      const { response, error } = await send({ headers: { origin } })
      expect([response.status, error?.code]).toEqual([403, "origin_not_allowed"])
      expect(response.headers.get("access-control-allow-origin")).toBeNull()
    }
  })

  test("the service's own pages may call it, by any of its names", async () => {
    const { response } = await send({ headers: { origin: "http://127.0.0.1:3000" } })
    expect(response.status).toBe(200)
    expect(response.headers.get("access-control-allow-origin")).toBe("http://127.0.0.1:3000")
  })

  test("a preflight needs no token and lists the methods of its path", async () => {
    const preflight = (origin: string) =>
      service.fetch("/v1/body-metrics", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PUT" }
      })
    const allowed = await preflight(ALLOWED)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get("access-control-allow-methods")).toBe("GET, PUT, DELETE")
    expect(allowed.headers.get("access-control-allow-headers")).toContain("Authorization")
    expect((await preflight("https://evil.example.com")).status).toBe(403)
  })
})

describe("outside /v1", () => {
  test("health, readiness, pages and descriptions need no token", async () => {
    for (const path of ["/health", "/ready", "/", "/docs", "/v1/openapi.json", "/v1/llms.txt"]) {
      expect((await service.fetch(path)).status).toBe(200)
    }
  })

  test("the reference loads nothing from another host", async () => {
    const response = await service.fetch("/docs")
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    const html = await response.text()
    expect(html).not.toMatch(/<(script|link|img|iframe)[^>]*(src|href)=["']?https?:/i)
  })
})

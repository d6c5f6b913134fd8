import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Storage from "../../src/storage.ts"
import { type Failed, makeService, type Person, type Service } from "../support/app.ts"

/** Every fault that a request can have, in the order of the checks. */
const FLAWS = ["host", "origin", "path", "token", "subscription", "rate", "input"] as const
type Flaw = (typeof FLAWS)[number]

const CODE: Record<Flaw, string> = {
  host: "misdirected_request",
  origin: "origin_not_allowed",
  path: "not_found",
  token: "unauthorized",
  subscription: "subscription_required",
  rate: "rate_limited",
  input: "validation_failed"
}

const subsets = Array.from({ length: 2 ** FLAWS.length }, (_, bits) =>
  FLAWS.filter((_flaw, index) => bits & (1 << index))
)

describe("a request with several faults gets the code of the first one", () => {
  let service: Service
  const people = new Map<string, Person>()
  const personWith = (flaws: ReadonlyArray<Flaw>) =>
    people.get(`${flaws.includes("subscription")} ${flaws.includes("rate")}`)
  beforeAll(async () => {
    service = await makeService(Storage.memory)
    for (const lapsed of [false, true]) {
      for (const spent of [false, true]) {
        const details = { plan: lapsed ? "free" : "paid", ownLimits: spent ? { writesBurst: 0 } : {} } as const
        people.set(`${lapsed} ${spent}`, await service.person(details))
      }
    }
  })
  afterAll(() => service.stop())

  const headers = (flaws: ReadonlyArray<Flaw>) => {
    const token = personWith(flaws)?.token ?? ""
    return {
      "content-type": "application/json",
      authorization: flaws.includes("token") ? "Bearer fettle_test_nonsense" : `Bearer ${token}`,
      ...(flaws.includes("host") ? { host: "evil.example.com" } : {}),
      ...(flaws.includes("origin") ? { origin: "https://evil.example.com" } : {})
    }
  }

  test.each(subsets.map((flaws) => ({ flaws })))("over REST: $flaws", async ({ flaws }) => {
    const response = await service.fetch(flaws.includes("path") ? "/v1/nowhere" : "/v1/body-metrics", {
      method: "PUT",
      headers: headers(flaws),
      body: JSON.stringify({ metric: "steps", readings: [{ value: flaws.includes("input") ? -1 : 1 }] })
    })
    const [first] = flaws
    if (first === undefined) expect(response.status).toBe(200)
    else expect(((await response.json()) as { error: Failed }).error.code).toBe(CODE[first])
  })

  test.each(subsets.filter((flaws) => !flaws.includes("path")).map((flaws) => ({ flaws })))(
    "over MCP: $flaws",
    async ({ flaws }) => {
      const response = await service.fetch("/v1/mcp", {
        method: "POST",
        headers: headers(flaws),
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "set_body_metrics",
            arguments: { metric: "steps", readings: [{ value: flaws.includes("input") ? -1 : 1 }] }
          }
        })
      })
      const [first] = flaws
      const body = (await response.json()) as {
        readonly error?: Failed
        readonly result?: {
          readonly isError?: boolean
          readonly _meta?: { readonly "fettle/error": { readonly error: Failed } }
        }
      }
      const code = body.error?.code ?? body.result?._meta?.["fettle/error"].error.code
      expect(code).toBe(first === undefined ? undefined : CODE[first])
      const isHttpStatus = first === "host" || first === "origin" || first === "token"
      expect(response.status).toBe(isHttpStatus ? { host: 421, origin: 403, token: 401 }[first] : 200)
    }
  )
})

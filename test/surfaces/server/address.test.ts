import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Storage from "../../../src/storage.ts"
import { BASE_URL, type Failed, makeService, type Service } from "../../support/app.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory, { metrics: true })
})
afterAll(() => service.stop())

const FOREIGN_HOST = { host: "evil.example.com" }
const FOREIGN_ORIGIN = { origin: "https://evil.example.com" }

const ask = async (path: string, headers: Record<string, string>, method = "GET") => {
  const response = await service.fetch(path, { method, headers: { "content-type": "application/json", ...headers } })
  const text = await response.text()
  const { error } = text.startsWith('{"error":{') ? (JSON.parse(text) as { readonly error: Failed }) : {}
  return { response, answer: [path, method, response.status, error?.code] }
}

/** Public pages and their files, pages of a person, OAuth's consent, devices' endpoint, and paths that do not exist. */
const PAGES = [
  ...["/", "/docs", "/favicon.svg", "/favicon.ico", "/app", "/app/sign-in", "/app/diary", "/app/settings"],
  ...["/app/manifest.webmanifest", "/app/worker.js", "/app/offline", "/app/nowhere", "/app/unknown"],
  ...["/oauth/authorize", "/ingest", "/nowhere"]
]
const OAUTH = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/v1/mcp",
  "/.well-known/oauth-authorization-server"
]
const OAUTH_POSTS = ["/oauth/token", "/oauth/register", "/oauth/revoke"]

test("every path refuses a foreign host with 421, and the answer names the base address", async () => {
  for (const path of [...PAGES, ...OAUTH, "/v1/openapi.json", "/v1/llms.txt"]) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const { response, answer } = await ask(path, FOREIGN_HOST, method)
      expect(answer).toEqual([path, method, 421, method === "HEAD" ? undefined : "misdirected_request"])
      expect(response.headers.get("access-control-allow-origin")).toBeNull()
    }
  }
  for (const path of ["/ingest", "/app/diary", "/app/sign-in", "/oauth/authorize", ...OAUTH_POSTS])
    expect((await ask(path, FOREIGN_HOST, "POST")).answer).toEqual([path, "POST", 421, "misdirected_request"])
  const refused = await service.fetch("/", { headers: FOREIGN_HOST })
  expect(await refused.text()).toContain(`answers at ${BASE_URL} only`)
})

test("probes and metrics are served under every host name, because machines are probed by their addresses", async () => {
  for (const path of ["/health", "/ready", "/metrics"])
    expect((await ask(path, { host: "10.0.0.7:3000" })).answer).toEqual([path, "GET", 200, undefined])
})

test("every path refuses a foreign browser origin with 403, except where OAuth is open to all", async () => {
  for (const origin of [FOREIGN_ORIGIN, { origin: "null" }]) {
    for (const path of [...PAGES, "/health", "/ready", "/metrics"])
      expect((await ask(path, origin)).answer).toEqual([path, "GET", 403, "origin_not_allowed"])
    expect((await ask("/ingest", origin, "POST")).answer).toEqual(["/ingest", "POST", 403, "origin_not_allowed"])
    const preflight = { ...origin, "access-control-request-method": "POST" }
    expect((await ask("/ingest", preflight, "OPTIONS")).response.status).toBe(403)
    // These are answered with a page.
    for (const path of ["/app/sign-in", "/app/login", "/app/diary", "/oauth/authorize"]) {
      const { response } = await ask(path, origin, "POST")
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []])
    }
    for (const path of OAUTH) {
      const { response } = await ask(path, origin)
      expect([path, response.status, response.headers.get("access-control-allow-origin")]).toEqual([path, 200, "*"])
    }
    for (const path of OAUTH_POSTS) expect((await ask(path, origin, "POST")).response.status).not.toBe(403)
  }
})

test("the service's own origin, allowed origins and programs without an origin are accepted", async () => {
  const own = new URL(BASE_URL).origin
  for (const path of ["/", "/docs", "/favicon.svg", "/app/offline"])
    for (const headers of [{}, { origin: own }])
      expect((await ask(path, headers)).answer).toEqual([path, "GET", 200, undefined])
  expect((await ask("/ingest", { origin: own }, "POST")).answer).toEqual(["/ingest", "POST", 401, "unauthorized"])
})

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

test("a browser that asks for a page elsewhere gets a page, with the address that works and the line to set", async () => {
  for (const path of ["/", "/app", "/app/diary?date=2026-01-05", "/app/unknown", "/docs", "/nowhere"]) {
    const response = await service.fetch(path, { headers: { host: "192.168.1.5:3000", ...HTML } })
    const html = await response.text()
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      421,
      "text/html; charset=utf-8"
    ])
    expect(html).toContain(`<a href="${BASE_URL}${path.split("?")[0]}">${BASE_URL}</a>`)
    expect(html).toContain("works only on the computer that runs it")
    expect(html).toContain("<pre>ALSO_BASE_URLS=http://192.168.1.5:3000</pre>")
    expect(html).toContain("misdirected_request")
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
  }
})

test("programs, forms and the API get JSON at another address, whatever they accept", async () => {
  const host = "nas.local:3000"
  for (const [path, method, headers] of [
    ["/app", "GET", {}],
    ["/app", "GET", { accept: "application/json" }],
    ["/app/sign-in", "POST", HTML],
    ["/v1/me", "GET", HTML],
    ["/v1/nowhere", "GET", HTML]
  ] as const)
    expect((await ask(path, { host, ...headers }, method)).answer).toEqual([path, method, 421, "misdirected_request"])
})

test("nothing of a strange host, and nothing of the path, becomes markup or a line to set", async () => {
  for (const host of [`"><script>alert(1)</script>`, "evil.com<b>", "a b", "nas:99999999", "x'y", "", "@evil.com"]) {
    const response = await service.fetch("/app/%22%3E<script>", { headers: { host, ...HTML } })
    const html = await response.text()
    expect([host, response.status]).toEqual([host, 421])
    expect(html).not.toContain("ALSO_BASE_URLS")
    expect(html).not.toMatch(/<script|<b>|alert/)
  }
  const rebound = await service.fetch("/app", { headers: { host: "evil.example.com:3000", ...HTML } })
  expect(await rebound.text()).toContain("Do so only if this address is yours")
})

describe("with further addresses", () => {
  const LAN = "http://192.168.1.5:3000"
  let also: Service
  beforeAll(async () => {
    also = await makeService(Storage.memory, { alsoBaseUrls: [new URL(LAN), new URL("https://nas.local")] })
  })
  afterAll(() => also.stop())
  const statusAt = async (path: string, headers: Record<string, string>) =>
    (await also.fetch(path, { headers: { ...HTML, ...headers } })).status

  test("each of them is served, and no other", async () => {
    for (const path of ["/", "/clients", "/docs", "/v1/openapi.json", "/app/sign-in"]) {
      for (const host of ["localhost:3000", "127.0.0.1:3000", "192.168.1.5:3000", "nas.local", "NAS.local:443"])
        expect([path, host, await statusAt(path, { host })]).toEqual([path, host, 200])
      for (const host of ["192.168.1.5", "192.168.1.6:3000", "nas.local:3000", "x.nas.local", "evil.com", "nas.local."])
        expect([path, host, await statusAt(path, { host })]).toEqual([path, host, 421])
    }
  })

  test("a trusted proxy may name one, and a stranger may not", async () => {
    const headers = { host: "10.0.0.2", "x-forwarded-host": "nas.local", ...HTML }
    const through = (peer: string) => also.fetch("/app/sign-in", { headers, peer })
    expect([(await through("10.0.0.9")).status, (await through("10.0.0.8")).status]).toEqual([200, 421])
  })

  test("their origins may call the API, and others still may not", async () => {
    for (const [origin, status] of [
      [LAN, 200],
      ["https://nas.local", 200],
      ["http://nas.local", 403],
      ["https://192.168.1.5:3000", 403],
      ["http://192.168.1.5:3001", 403]
    ] as const)
      expect([origin, await statusAt("/v1/llms.txt", { host: "192.168.1.5:3000", origin })]).toEqual([origin, status])
  })

  test("OAuth's issuer stays BASE_URL, and the first page shows an address that its reader can reach", async () => {
    const headers = { host: "192.168.1.5:3000" }
    const metadata = await also.fetch("/.well-known/oauth-authorization-server", { headers })
    expect(((await metadata.json()) as { issuer: string }).issuer).toBe(BASE_URL)
    expect(await (await also.fetch("/", { headers })).text()).toContain(`${LAN}/v1/mcp`)
    expect(await (await also.fetch("/")).text()).toContain(`${BASE_URL}/v1/mcp`)
  })

  test("the line for the operator adds to what is set", async () => {
    const response = await also.fetch("/app", { headers: { host: "192.168.1.9:3000", ...HTML } })
    expect(await response.text()).toContain("add this address to the others, after a comma")
  })
})

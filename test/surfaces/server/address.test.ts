import { afterAll, beforeAll, expect, test } from "bun:test"
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

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../../../src/api.ts"
import { makeService, NOON, newPerson, overEveryStore, type Person, type Service } from "../../../support/app.ts"
import { addressesOf, settings } from "../../../support/settings.ts"
import { storeSets } from "../../../support/stores.ts"
import { wire } from "../../../surfaces/mcp/support.ts"
import { signIn } from "../../page/support.ts"
import { appsOf, authorizePath, CALLBACK, connect, newClient, post, register, statusWith } from "./support.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")
const ORIGIN = "http://localhost:3000"
const BOTH = 'scope="fettle:read fettle:write"'

describe("the published documents", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(MEMORY.layer, { trustedProxies: addressesOf() })
  })
  afterAll(() => service.stop())

  test("the metadata of the authorization server", async () => {
    const response = await service.fetch("/.well-known/oauth-authorization-server")
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(await response.json()).toEqual({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      revocation_endpoint: `${ORIGIN}/oauth/revoke`,
      scopes_supported: ["fettle:read", "fettle:write", "offline_access"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${ORIGIN}/docs`
    })
  })

  test.each([
    ["/.well-known/oauth-protected-resource", ORIGIN],
    ["/.well-known/oauth-protected-resource/v1/mcp", `${ORIGIN}/v1/mcp`]
  ])("%s is about %s, whatever Host says", async (path, resource) => {
    for (const host of ["localhost:3000", "127.0.0.1:3000"]) {
      const response = await service.fetch(path, { headers: { host } })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        resource,
        authorization_servers: [ORIGIN],
        scopes_supported: ["fettle:read", "fettle:write"],
        bearer_methods_supported: ["header"]
      })
    }
  })

  test.each([
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/v1/mcp",
    "/oauth/token",
    "/oauth/register",
    "/oauth/revoke"
  ])("%s answers preflights of every origin, and other methods with an error", async (path) => {
    const preflight = await service.fetch(path, {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-method": "POST" }
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*")
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Mcp-Protocol-Version")
    const wrong = await service.fetch(path, { method: "DELETE" })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get("allow")).toBe(path.startsWith("/oauth") ? "POST" : "GET, HEAD")
    expect(await wrong.json()).toMatchObject({ error: "invalid_request" })
  })

  test.each([
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/v1/mcp"
  ])("%s answers HEAD like GET, without the document", async (path) => {
    const whole = await service.fetch(path)
    const head = await service.fetch(path, { method: "HEAD" })
    const withoutId = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => name !== "request-id"))
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect(withoutId(head)).toEqual(withoutId(whole))
  })

  test("nothing if the page is off; API tokens work as before", async () => {
    const off = await makeService(MEMORY.layer, { page: false })
    const person = await newPerson(off)
    for (const path of ["/.well-known/oauth-authorization-server", "/oauth/authorize", "/oauth/token"])
      expect((await off.fetch(path)).status).toBe(404)
    expect((await post(off, "/oauth/token", {})).status).toBe(404)
    const refused = await off.fetch("/v1/me")
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="fettle"')
    expect(await statusWith(off, person.token)).toBe(200)
    await off.stop()
  })

  test("every 401 of /v1 says where to connect", async () => {
    const api = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`
    const mcp = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/v1/mcp"`
    const challengeOf = async (path: string, method: string, authorization?: string) => {
      const response = await service.fetch(path, { method, headers: authorization ? { authorization } : {} })
      expect(response.status).toBe(401)
      return response.headers.get("www-authenticate")
    }
    expect(await challengeOf("/v1/me", "GET")).toBe(`Bearer realm="fettle", ${api}, ${BOTH}`)
    expect(await challengeOf("/v1/mcp", "POST")).toBe(`Bearer realm="fettle", ${mcp}, ${BOTH}`)
    expect(await challengeOf("/v1/body-metrics", "PUT", "Bearer x")).toContain('error="invalid_token"')
    expect(await challengeOf("/v1/body-metrics", "PUT", "Bearer x")).toContain(`${api}, ${BOTH}`)
  })
})

overEveryStore("registration", (service) => {
  test("one address has a share of the unused clients, and so has an IPv6 network", async () => {
    const from = async (peer: string) => (await register(service(), { redirect_uris: [CALLBACK] }, { peer })).status
    for (const peers of [[1, 2].map(() => "203.0.113.7"), ["2001:db8:7::1", "2001:db8:7::2"]]) {
      for (let made = 0; made < 50; made++) expect(await from(peers[made % 2] ?? "")).toBe(201)
      for (const peer of peers) expect(await from(peer)).toBe(429)
    }
    for (const peer of ["203.0.113.8", "2001:db8:7:1::1"]) expect(await from(peer)).toBe(201)
    await service().setTime("2026-03-14T12:02:00Z")
    expect(await from("203.0.113.7")).toBe(201)
    await service().setTime(NOON)
  })

  test("gives an id and no secret, whatever the client asks for", async () => {
    const { status, body, headers } = await register(service(), {
      client_name: "Agent",
      redirect_uris: [CALLBACK, CALLBACK, "http://localhost:8787/callback"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "implicit"],
      scope: "openid",
      client_uri: "https://agent.example.com",
      contacts: ["a@example.com"]
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client_[0-9a-z]{24}$/),
      client_id_issued_at: Date.parse(NOON) / 1000,
      client_name: "Agent",
      redirect_uris: [CALLBACK, "http://localhost:8787/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    })
    expect(headers.get("cache-control")).toBe("no-store")
  })

  test.each([
    ["no redirect URI", { redirect_uris: [] }, "invalid_redirect_uri"],
    [
      "11 redirect URIs",
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}/${n}`) },
      "invalid_redirect_uri"
    ],
    ["a script", { redirect_uris: [CALLBACK, "javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["a fragment", { redirect_uris: [`${CALLBACK}#x`] }, "invalid_redirect_uri"],
    ["plain http elsewhere", { redirect_uris: ["http://example.com/callback"] }, "invalid_redirect_uri"],
    ["redirect URIs of another type", { redirect_uris: [1] }, "invalid_client_metadata"],
    ["no redirect URIs", {}, "invalid_client_metadata"],
    [
      "a name of 101 characters",
      { redirect_uris: [CALLBACK], client_name: "a".repeat(101) },
      "invalid_client_metadata"
    ],
    ["a name of another type", { redirect_uris: [CALLBACK], client_name: {} }, "invalid_client_metadata"],
    ["an array", [], "invalid_client_metadata"],
    ["no JSON", "{", "invalid_client_metadata"],
    ["11 KB", { redirect_uris: [CALLBACK], client_uri: "a".repeat(11_264) }, "invalid_request"]
  ])("with %s is refused", async (_name, metadata, error) => {
    const { status, body } = await register(service(), metadata)
    expect([status, body.error]).toEqual([400, error])
    expect(body.error_description).toBeString()
  })

  test("stops at 1,000 clients that nobody has allowed; the oldest is replaced after an hour", async () => {
    await service().setTime("2026-04-01T00:00:00Z")
    const person = await newPerson(service())
    const used = await newClient(service())
    await (await signIn(service(), person)).submit(authorizePath(used), "allow")
    const first = await newClient(service())
    await service().setTime("2026-04-01T00:00:01Z")
    let made = 1
    let last = await register(service(), { redirect_uris: [CALLBACK] })
    for (; last.status === 201; made++) last = await register(service(), { redirect_uris: [CALLBACK] })
    expect(made).toBeLessThanOrEqual(1000)
    expect([last.status, last.body.error, last.headers.get("retry-after")]).toEqual([
      429,
      "temporarily_unavailable",
      "3600"
    ])
    const browser = await signIn(service(), person)
    const isKnown = async (id: string) => (await browser.get(authorizePath(id))).status === 200
    expect(await isKnown(first)).toBe(true)
    await service().setTime("2026-04-01T01:00:01Z")
    expect((await register(service(), { redirect_uris: [CALLBACK] })).status).toBe(201)
    expect((await register(service(), { redirect_uris: [CALLBACK] })).status).toBe(429)
    expect([await isKnown(first), await isKnown(used)]).toEqual([false, true])
  }, 60_000)
})

overEveryStore("the token of an app", (service) => {
  const prepared = async (mayWrite: boolean): Promise<{ person: Person; token: string }> => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    return { person, token: (await connect(service(), person, { mayWrite })).tokens.access_token }
  }
  const reading = { metric: "steps", readings: [{ value: 5000 }] }
  const set = (token: string) =>
    service().fetch("/v1/body-metrics", {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(reading)
    })

  test("can do over REST and MCP what its scopes allow", async () => {
    const { token, person } = await prepared(true)
    expect((await set(token)).status).toBe(200)
    const called = await wire(service(), token).modern("tools/call", { name: "set_body_metrics", arguments: reading })
    expect([called.status, called.body.result?.isError]).toEqual([200, undefined])
    const [app] = await appsOf(service(), person)
    expect(app?.lastUsedAt).not.toBeNull()
  })

  test("that may only read gets 401 for writes over REST, naming the scope", async () => {
    const { token } = await prepared(false)
    const response = await set(token)
    expect(response.status).toBe(401)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect([error.code, error.message.includes("fettle:write")]).toEqual(["unauthorized", true])
    const challenge = response.headers.get("www-authenticate")
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain(BOTH)
    expect(await statusWith(service(), token)).toBe(200)
  })

  test("that may only read gets 403 and the challenge for writes over MCP, in every revision", async () => {
    const { token } = await prepared(false)
    const ask = async (headers: Record<string, string>, params: object) => {
      const response = await service().fetch("/v1/mcp", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
      })
      return { response, body: (await response.json()) as { error?: { code: string; message: string } } }
    }
    const call = { name: "set_body_metrics", arguments: reading }
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {}
    }
    const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "set_body_metrics" }
    // The last one has an unusual form, which the SDK's server handles.
    const unusual = { ...call, _meta: { ...meta, "io.modelcontextprotocol/related-task": { taskId: "1" } } }
    const answers = [await ask({}, call), await ask(modern, { ...call, _meta: meta }), await ask(modern, unusual)]
    for (const { response, body } of answers) {
      expect(response.status).toBe(403)
      expect([body.error?.code, body.error?.message.includes("fettle:write")]).toEqual(["unauthorized", true])
      const challenge = response.headers.get("www-authenticate")
      expect(challenge).toContain('error="insufficient_scope"')
      expect(challenge).toContain("/.well-known/oauth-protected-resource/v1/mcp")
      expect(challenge).toContain(BOTH)
    }
  })

  test("lists tools that each name their scope; an API token's list is short, without scopes", async () => {
    const { token, person } = await prepared(true)
    const scopesFor = async (token: string, era: "legacy" | "modern") => {
      const { body } = await wire(service(), token)[era]("tools/list")
      const listed = body.result?.tools as ReadonlyArray<{
        readonly annotations: { readonly readOnlyHint: boolean }
        readonly _meta?: { readonly securitySchemes?: unknown }
      }>
      return listed.map(({ annotations, _meta }) => [annotations.readOnlyHint, _meta?.securitySchemes])
    }
    for (const era of ["legacy", "modern"] as const) {
      const scopes = await scopesFor(token, era)
      expect(scopes).toHaveLength(operations.length)
      for (const [isReading, schemes] of scopes)
        expect(schemes).toEqual([{ type: "oauth2", scopes: [isReading ? "fettle:read" : "fettle:write"] }])
      expect((await scopesFor(person.token, era)).every(([, schemes]) => schemes === undefined)).toBe(true)
    }
  })

  test("counts against its user's limits, like any other", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service(), { ownLimits: { readsBurst: 3, readsPerMinute: 1 } })
    const { tokens } = await connect(service(), person)
    const statuses = []
    for (const token of [tokens.access_token, person.token, tokens.access_token, person.token, tokens.access_token])
      statuses.push(await statusWith(service(), token))
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test("of another environment, changed or invented, is refused", async () => {
    const { token } = await prepared(true)
    const changed = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")
    for (const wrong of [token.replace("_test_", "_live_"), changed, token.slice(0, -1), `${token}0`])
      expect(await statusWith(service(), wrong)).toBe(401)
  })
})

for (const { name, reused } of storeSets) {
  test(`a revoked app is refused at the very next call, although its account is cached (${name})`, async () => {
    const service = await makeService(reused, { accountCacheMillis: 900 })
    const person = await newPerson(service)
    const { tokens, clientId } = await connect(service, person)
    expect(await statusWith(service, tokens.access_token)).toBe(200)
    await post(service, "/oauth/revoke", { token: tokens.refresh_token, client_id: clientId })
    expect(await statusWith(service, tokens.access_token)).toBe(401)
    expect(await statusWith(service, person.token)).toBe(200)
    await service.stop()
  }, 60_000)
}

describe("limits by address", () => {
  let service: Service
  const small = { readsPerMinute: 60, readsBurst: 3, writesPerMinute: 60, writesBurst: 2, writesPerDay: 3 }
  beforeAll(async () => {
    service = await makeService(MEMORY.layer, {
      limits: { ...settings.limits, ...small, bodyMetricBatch: 1, goalTemplates: 1, customFoods: 1 },
      trustedProxies: addressesOf("10.0.0.0/24")
    })
  })
  afterAll(() => service.stop())

  const asked = async (peer: string, headers: Record<string, string> = {}) =>
    (await service.fetch("/.well-known/oauth-authorization-server", { peer, headers })).status

  test("apply to each address, and refill", async () => {
    const times = (count: number, peer: string) => Promise.all(Array.from({ length: count }, () => asked(peer)))
    expect((await times(5, "203.0.113.1")).sort()).toEqual([200, 200, 200, 429, 429])
    expect(await asked("203.0.113.2")).toBe(200)
    expect(await asked("::ffff:203.0.113.1")).toBe(429)
    await service.setTime("2026-03-14T12:00:01Z")
    expect(await asked("203.0.113.1")).toBe(200)
  })

  test("of IPv6 apply to a network of 64 bits", async () => {
    for (let host = 1; host <= 3; host++) expect(await asked(`2001:db8:1:2::${host}`)).toBe(200)
    expect(await asked("2001:db8:1:2:ffff::1")).toBe(429)
    expect(await asked("2001:db8:1:3::1")).toBe(200)
  })

  test("believe only a trusted proxy's forwarding header, and only its last address", async () => {
    const behind = (forwarded: string, peer = "10.0.0.9") => asked(peer, { "x-forwarded-for": forwarded })
    for (let n = 0; n < 3; n++) expect(await behind(`198.51.100.${n}, 203.0.113.50`)).toBe(200)
    expect(await behind("198.51.100.9, 203.0.113.50")).toBe(429)
    expect(await behind("203.0.113.50, 203.0.113.51, 10.0.0.9")).toBe(200)
    for (let n = 0; n < 3; n++) expect(await behind(`198.51.100.${n}`, "203.0.113.60")).toBe(200)
    expect(await behind("198.51.100.99", "203.0.113.60")).toBe(429)
  })

  test("answer as OAuth does, with Retry-After; the consent page answers with a page", async () => {
    const peer = "203.0.113.70"
    const ask = () => post(service, "/oauth/token", {}, { peer })
    expect([(await ask()).status, (await ask()).status]).toEqual([400, 400])
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get("retry-after")).toBe("5")
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" })
    for (let n = 0; n < 3; n++) expect((await service.fetch("/oauth/authorize", { peer })).status).toBe(303)
    const page = await service.fetch("/oauth/authorize", { peer })
    expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"])
  })
})

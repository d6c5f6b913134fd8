import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { createToken } from "../../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { newToken, parseToken } from "../../../src/features/accounts/token.ts"
import * as Storage from "../../../src/storage.ts"
import { newUserId } from "../../../src/values/ids.ts"
import { BASE_URL, makeService, type Person, type Service } from "../../support/app.ts"

let service: Service
let person: Person
beforeAll(async () => {
  service = await makeService(Storage.memory)
  person = await service.person()
})
afterAll(() => service.stop())

const withToken = (token: string) => service.fetch("/v1/me", { headers: { authorization: `Bearer ${token}` } })

describe("tokens", () => {
  const make = (options: Partial<Parameters<typeof createToken>[0]> = {}) =>
    service.run(createToken({ userId: person.id, name: "test", environment: "test", expiresAt: null, ...options }))

  const revoked = async () => {
    const { token, tokenId } = await make()
    const at = DateTime.unsafeMake("2026-03-14T11:00:00Z")
    await service.run(Effect.flatMap(AccountStore, (store) => store.revokeToken(tokenId, at)))
    return token
  }

  test("an invalid one gets the same answer, whatever its fault and whether or not its user exists", async () => {
    const ofNobody = await Effect.runPromise(Effect.flatMap(newUserId, (userId) => newToken("test", userId)))
    const ofSomebody = await Effect.runPromise(newToken("test", person.id))
    const bad = [
      "nonsense",
      person.token.slice(0, -1),
      ofNobody.text,
      ofSomebody.text,
      await revoked(),
      (await make({ expiresAt: DateTime.unsafeMake("2026-03-14T11:00:00Z") })).token,
      (await make({ environment: "live" })).token
    ]
    const answers = await Promise.all(
      bad.map(async (token) => {
        const response = await withToken(token)
        const { "request-id": requestId = "", ...headers } = Object.fromEntries(response.headers)
        return { status: response.status, headers, text: (await response.text()).replace(requestId, "") }
      })
    )
    expect(answers[0]?.status).toBe(401)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test("has 160 random bits, and nothing stored reveals it", async () => {
    const { token } = await make()
    const secret = token.split("_")[2]?.slice(16) ?? ""
    expect(secret).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/)
    const kept = await service.run(Effect.flatMap(AccountStore, (store) => store.listTokens(person.id)))
    expect(kept.some(({ hash }) => hash === parseToken(token)?.hash)).toBe(true)
    expect(JSON.stringify(kept)).not.toContain(secret)
  })
})

describe("pages", () => {
  const PAGES = ["/", "/clients", "/docs"]

  test("reflect nothing of the request", async () => {
    for (const path of PAGES) {
      const plain = await (await service.fetch(path)).text()
      const address = `${path}?url=https://evil.example/x.json&x=<script>alert(1)</script>`
      const headers = { referer: "https://evil.example/<script>", "x-forwarded-host": "evil.example" }
      expect((await (await service.fetch(address, { headers })).text()) === plain).toBe(true)
      for (const foreign of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
        const refused = await service.fetch(address, { headers: { ...headers, ...foreign } })
        expect(refused.status).toBeGreaterThanOrEqual(400)
        expect(refused.headers.get("content-type")).toBe("application/json")
      }
    }
  })

  test("cannot be framed, load nothing from elsewhere, and run only the service's own scripts", async () => {
    for (const path of PAGES) {
      const response = await service.fetch(path)
      const policy = new Map(
        (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
          const [name = "", ...sources] = directive.split(" ")
          return [name, sources] as const
        })
      )
      expect(policy.get("default-src")).toEqual(["'none'"])
      expect(policy.get("frame-ancestors")).toEqual(["'none'"])
      expect(policy.get("base-uri")).toEqual(["'none'"])
      expect(policy.get("form-action")).toEqual(["'none'"])
      expect(response.headers.get("referrer-policy")).toBe("no-referrer")
      const html = await response.text()
      const isReference = path === "/docs"
      const hashesOf = (element: string) =>
        [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))].map(
          ([, source = ""]) => `'sha256-${new Bun.CryptoHasher("sha256").update(source).digest("base64")}'`
        )
      expect(policy.get("script-src")).toEqual(isReference ? hashesOf("script") : ["'none'"])
      expect(policy.get("connect-src")).toEqual(isReference ? ["'self'", BASE_URL] : ["'none'"])
      expect(policy.get("style-src")).toEqual(isReference ? hashesOf("style") : ["'self'"])
      expect(html.match(/<script/g) ?? []).toHaveLength(isReference ? 1 : 0)
      expect(html).not.toMatch(/<[a-z]+[^>]*\son[a-z]+=/i)
    }
  })

  test("an unknown path is answered in JSON, so that its text is not HTML", async () => {
    for (const path of ["/%3Cscript%3Ealert(1)%3C/script%3E", "/v1/%3Cscript%3Ealert(1)%3C/script%3E"]) {
      const response = await service.fetch(path)
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"])
      expect(await response.text()).not.toContain("<script>")
    }
  })
})

describe("headers", () => {
  test("no answer may be sniffed; under /v1 only the descriptions may be cached; every answer depends on its origin", async () => {
    for (const path of ["/", "/docs", "/health", "/ready", "/nowhere", "/v1/me", "/v1/openapi.json", "/v1/nowhere"]) {
      const { headers } = await service.fetch(path)
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"])
      if (!path.startsWith("/v1")) continue
      const expected = path === "/v1/openapi.json" ? ["no-cache", "Accept-Encoding, Origin"] : ["no-store", "Origin"]
      expect([path, headers.get("cache-control"), headers.get("vary")]).toEqual([path, ...expected])
    }
  })

  test("a browser is allowed only its own origin, never null, and never with credentials", async () => {
    const answer = (origin: string) =>
      service.fetch("/v1/me", { headers: { origin, authorization: `Bearer ${person.token}` } })
    const allowed = await answer("https://app.example.com")
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example.com")
    for (const origin of [
      "null",
      "https://app.example.com.evil.example",
      "https://app.example.com@evil.example",
      "http://app.example.com",
      "https://evil.example",
      "*",
      ""
    ]) {
      const refused = await answer(origin)
      expect([origin, refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([origin, 403, null])
    }
    expect(allowed.headers.has("access-control-allow-credentials")).toBe(false)
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { createHmac } from "node:crypto"
import { Effect, Layer } from "effect"
import { ProviderWaits } from "../../../../src/annexes/identity/openid/metadata.ts"
import { AccountStore } from "../../../../src/features/accounts/store.ts"
import { BASE_URL, makeService, NOON, type Service } from "../../../support/app.ts"
import { storeSets } from "../../../support/stores.ts"
import { type Browser, browserOf } from "../../page/support.ts"
import { type Forgery, newKey, signWith, startForger } from "./forger.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")

let forger: Awaited<ReturnType<typeof startForger>>
beforeAll(async () => {
  forger = await startForger()
})
afterAll(() => forger.stop())
afterEach(() => forger.forget())

let service: Service
beforeEach(async () => {
  service = await makeService(MEMORY.layer, { openId: forger.openId })
})
afterEach(() => service.stop())

const seconds = () => Math.floor(Date.now() / 1000)

/** Begins a sign-in, and returns what the provider would send back. */
const begin = async (browser: Browser) => {
  const { headers } = await browser.get("/app/openid")
  const { searchParams } = new URL(headers.get("location") ?? "")
  const [state = "", nonce = ""] = ["state", "nonce"].map((name) => searchParams.get(name) ?? "")
  forger.answersNonce(nonce)
  return {
    state,
    nonce,
    back: `/app/openid/callback?code=good&state=${state}&iss=${encodeURIComponent(forger.issuer)}`
  }
}

const copyOf = ({ cookies }: Browser): Browser => {
  const copy = browserOf(service)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

const users = () => service.run(Effect.flatMap(AccountStore, ({ listUsers }) => listUsers))

const attempt = async (forgery: Forgery = {}) => {
  const browser = browserOf(service)
  const { back } = await begin(browser)
  forger.forge(forgery)
  const { status, html } = await browser.get(back)
  return { status, html, cookies: [...browser.cookies.keys()], users: (await users()).length }
}

const IN = { status: 303, cookies: ["fettle_session", "fettle_id_token"], users: 1 }
const OUT = { status: 403, cookies: [], users: 0 }

test("a good answer signs in", async () => {
  expect(await attempt()).toMatchObject(IN)
})

describe("clocks that differ", () => {
  test.each([
    ["a token that expired 50 seconds ago", { exp: seconds() - 50 }, IN],
    ["a token that expired 70 seconds ago", { exp: seconds() - 70 }, OUT],
    ["a token that begins in 50 seconds", { nbf: seconds() + 50 }, IN],
    ["a token that begins in 2 minutes", { nbf: seconds() + 120 }, OUT]
  ])("%s", async (_, claims, outcome) => {
    expect(await attempt({ claims })).toMatchObject(outcome)
  })
})

describe("a forged answer opens no session and makes nobody", () => {
  const withSecret = (text: string, { secret }: { readonly secret: string }) =>
    createHmac("sha256", secret).update(text).digest("base64url")
  const cases: ReadonlyArray<readonly [string, Forgery]> = [
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["of the issuer with a slash", { claims: { iss: "http://127.0.0.1/" } }],
    ["for another audience", { claims: { aud: "another" } }],
    ["for several audiences, authorized for another", { claims: { aud: ["fettle", "another"], azp: "another" } }],
    ["for several audiences, authorized for nobody", { claims: { aud: ["fettle", "another"] } }],
    ["without an end", { claims: { exp: undefined } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["with the nonce of another browser", { claims: { nonce: "of another browser" } }],
    ["without a subject", { claims: { sub: undefined } }],
    ["with a subject that is no text", { claims: { sub: 7 } }],
    ["with an empty subject", { claims: { sub: "" } }],
    ["with a subject that is too long", { claims: { sub: "x".repeat(256) } }],
    ["signed with another key of the same name", { sign: async (text) => signWith(await newKey("first"), text) }],
    ["signed with an unknown key", { header: { kid: "unknown" } }],
    ["without a signature", { header: { alg: "none", kid: undefined }, sign: () => "" }],
    ["signed with the client's secret", { header: { alg: "HS256", kid: undefined }, sign: withSecret }],
    ["with another's user info", { userInfo: { sub: "another" } }]
  ]
  test.each(cases)("%s", async (_, forgery) => {
    const refused = await attempt(forgery)
    expect(refused).toMatchObject({ cookies: [], users: 0 })
    expect([403, 503]).toContain(refused.status)
    expect(refused.html).toMatch(/could not be trusted|not set up correctly/)
  })

  test.each([
    ["without an ID token", () => Response.json({ access_token: "access", token_type: "Bearer" }), 403],
    ["that refuses the code", () => Response.json({ error: "invalid_grant" }, { status: 400 }), 403],
    ["that refuses the client", () => Response.json({ error: "invalid_client" }, { status: 401 }), 503],
    ["that leads elsewhere", () => Response.redirect("http://127.0.0.1:1/token", 307), 503],
    ["that is no JSON", () => new Response("<html>", { headers: { "content-type": "text/html" } }), 503],
    ["of a broken provider", () => new Response(null, { status: 502 }), 503],
    ["without end", () => new Response("x".repeat(300_000), { headers: { "content-type": "application/json" } }), 503]
  ])("%s", async (_, answer, status) => {
    expect(await attempt({ answer })).toMatchObject({ status, cookies: [], users: 0 })
  })
})

describe("the way back", () => {
  test.each([
    ["without a state", () => "/app/openid/callback?code=good"],
    ["with another state", () => "/app/openid/callback?code=good&state=another"],
    ["with two states", (back: string) => `${back}&state=another`],
    ["from another issuer", (back: string) => back.replace(/iss=.*/, "iss=https%3A%2F%2Fevil.example")],
    ["without a code", (back: string) => back.replace("code=good&", "")],
    ["with a token in the address", (back: string) => `${back}&id_token=a.b.c`]
  ])("%s is refused before the code is used", async (_, change) => {
    const browser = browserOf(service)
    const { back } = await begin(browser)
    forger.asked.length = 0
    const { status } = await browser.get(change(back))
    expect([status, [...browser.cookies.keys()], forger.asked]).toEqual([403, [], []])
  })

  test("without the issuer is refused if the provider promises it", async () => {
    forger.describes({ authorization_response_iss_parameter_supported: true })
    const browser = browserOf(service)
    const { back } = await begin(browser)
    expect((await browser.get(back.replace(/&iss=.*/, ""))).status).toBe(403)
  })

  test("in another browser is refused: its own sign-in, and one with another's state", async () => {
    const [victim, attacker] = [browserOf(service), browserOf(service)]
    const { back } = await begin(attacker)
    expect((await victim.get(back)).status).toBe(403)
    await begin(victim)
    expect((await victim.get(back)).status).toBe(403)
    expect([victim.cookies.size, (await users()).length]).toEqual([0, 0])
  })

  test("works once, also with a copy of the cookie, at a provider that takes a code twice", async () => {
    const browser = browserOf(service)
    const { back } = await begin(browser)
    const copies = [copyOf(browser), copyOf(browser)]
    expect((await browser.get(back)).status).toBe(303)
    const again = await Promise.all(copies.map((copy) => copy.get(back)))
    expect(again.map(({ status }) => status)).toEqual([403, 403])
    expect(copies.map(({ cookies }) => cookies.has("fettle_session"))).toEqual([false, false])
    expect((await browser.get(back)).status).toBe(403)
  })

  test("within ten minutes, with a cookie as it was set", async () => {
    const late = browserOf(service)
    const { back } = await begin(late)
    await service.setTime("2026-03-14T12:10:01Z")
    expect((await late.get(back)).status).toBe(403)
    await service.setTime(NOON)
    const changed = browserOf(service)
    const { back: next } = await begin(changed)
    const sealed = changed.cookies.get("fettle_openid") ?? ""
    const at = 40
    changed.cookies.set("fettle_openid", sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1))
    expect((await changed.get(next)).status).toBe(403)
  })

  test.each([
    ["access_denied", 403, "did not sign you in"],
    ["temporarily_unavailable", 503, "does not answer"],
    ["unauthorized_client", 503, "not set up correctly"],
    ["<b>hostile", 403, "could not be trusted"]
  ])("with the error %s says what happened", async (error, status, words) => {
    const browser = browserOf(service)
    const { state } = await begin(browser)
    const answered = await browser.get(`/app/openid/callback?error=${encodeURIComponent(error)}&state=${state}`)
    expect([answered.status, answered.html.includes(words), answered.html.includes("<b>hostile")]).toEqual([
      status,
      true,
      false
    ])
  })
})

describe("the provider", () => {
  test("is asked for its metadata and keys once, not at every sign-in", async () => {
    for (let times = 0; times < 3; times++) expect((await attempt()).status).toBe(303)
    const count = (path: string) => forger.asked.filter((each) => each === path).length
    expect([count("/.well-known/openid-configuration"), count("/jwks"), count("/token")]).toEqual([1, 1, 3])
  })

  test("may change its keys between two sign-ins", async () => {
    expect((await attempt()).status).toBe(303)
    await forger.rotate()
    expect((await attempt()).status).toBe(303)
    expect(forger.asked.filter((each) => each === "/jwks").length).toBe(2)
  })

  test("whose metadata names another issuer is not used", async () => {
    forger.describes({ issuer: "https://evil.example" })
    const browser = browserOf(service)
    const { status, html } = await browser.get("/app/openid")
    expect([status, browser.cookies.size]).toEqual([503, 0])
    expect(html).toContain("not set up correctly")
  })

  test("that is down is named on the sign-in page, and the other ways stay; it is used again once it answers", async () => {
    await forger.stop()
    try {
      const page = await browserOf(service).get("/app/sign-in")
      expect(page.status).toBe(200)
      expect(page.html).toContain("Forger does not answer at the moment. The other ways to sign in work.")
      expect(page.html).toContain("Sign in with a passkey")
      const tried = await browserOf(service).get("/app/openid")
      expect([tried.status, tried.html.includes("Forger does not answer at the moment. Use another way")]).toEqual([
        503,
        true
      ])
    } finally {
      forger.start()
    }
    expect((await attempt()).status).toBe(303)
    expect((await browserOf(service).get("/app/sign-in")).html).toContain("Sign in with Forger")
  })

  test("that is slow delays the sign-in page by at most 1.5 seconds, and a sign-in by at most five", async () => {
    expect(await service.run(ProviderWaits)).toEqual({ request: 5000, page: 1500 })
    await service.stop()
    const waits = Layer.succeed(ProviderWaits, { request: 1000, page: 100 })
    service = await makeService(Layer.merge(MEMORY.layer, waits), { openId: forger.openId })
    forger.delay("/.well-known/openid-configuration", 500)
    const { html } = await browserOf(service).get("/app/sign-in")
    expect(html).toContain("Forger does not answer at the moment.")
    forger.delay("/.well-known/openid-configuration", 0)
    const browser = browserOf(service)
    const { back } = await begin(browser)
    forger.delay("/token", 60_000)
    const asked = performance.now()
    const late = await browser.get(back)
    expect(performance.now() - asked).toBeWithin(990, 30_000)
    expect([late.status, [...browser.cookies.keys()]]).toEqual([503, []])
  })

  test("has a session of its own: signing out offers to end it, if the provider does", async () => {
    const browser = browserOf(service)
    const { back } = await begin(browser)
    await browser.get(back)
    const left = await browser.submit("/app", "leave")
    expect(left.headers.get("location")).toBe("/app/sign-in?done=left")
    const without = await browser.follow(left)
    expect(without.html).toContain("You are signed out here.")
    expect(without.html).not.toContain("/app/openid/sign-out")
    expect((await browser.get("/app/openid/sign-out")).headers.get("location")).toBe("/app/sign-in")

    await service.stop()
    service = await makeService(MEMORY.layer, { openId: forger.openId })
    forger.describes({ end_session_endpoint: `${forger.issuer}/end?kept=1` })
    const offered = await browserOf(service).get("/app/sign-in?done=left")
    expect(offered.html).toContain('href="/app/openid/sign-out"')
    const { headers } = await browserOf(service).get("/app/openid/sign-out")
    const query = new URLSearchParams({
      kept: "1",
      client_id: "fettle",
      post_logout_redirect_uri: `${BASE_URL}/app/sign-in`
    })
    expect(headers.get("location")).toBe(`${forger.issuer}/end?${query}`)
  })

  test("whose ID token is long is named the client instead, so that no head outgrows a proxy's 4 KiB", async () => {
    const kept = async (padding: number) => {
      const browser = browserOf(service)
      const { back } = await begin(browser)
      forger.forge({ claims: { padding: "x".repeat(padding) } })
      const { status, headers } = await browser.get(back)
      expect(status).toBe(303)
      const head = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20)
      return { isKept: browser.cookies.has("fettle_id_token"), head }
    }
    const most = await kept(1200)
    expect(most.isKept).toBe(true)
    expect(most.head).toBeWithin(3000, 4096)
    expect((await kept(1300)).isKept).toBe(false)
  })

  test("gets the secret as it asks for it", async () => {
    forger.describes({ token_endpoint_auth_methods_supported: ["client_secret_post"] })
    expect((await attempt()).status).toBe(303)
  })
})

test("without a provider, none of its addresses exist, and signing out is as ever", async () => {
  const without = await makeService(MEMORY.layer)
  for (const path of [
    "/app/openid",
    "/app/openid/callback?code=a&state=b",
    "/app/openid/sign-out",
    "/app/settings/openid"
  ])
    expect((await without.fetch(path)).status).toBe(404)
  expect(await (await without.fetch("/app/sign-in?done=left")).text()).not.toContain("signed out here")
  await without.stop()
})

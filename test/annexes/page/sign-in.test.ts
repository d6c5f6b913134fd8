import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { BASE_URL, makeService, NOON, newPerson, overEveryStore, type Service, TODAY } from "../../support/app.ts"
import { addressesOf, settings } from "../../support/settings.ts"
import { storeSets } from "../../support/stores.ts"
import { browserOf, formsOf, linkOf, secretIn, signIn } from "./support.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")

overEveryStore("signing in by a link", (service) => {
  test("opening the link signs nobody in; the button on its page does, and leads to Today", async () => {
    const person = await newPerson(service(), { name: "Ada <b>" })
    const link = await linkOf(service(), person)
    const browser = browserOf(service())
    for (let previews = 0; previews < 3; previews++) {
      const { status, html, headers } = await browser.get(link)
      expect(status).toBe(200)
      expect(html).toContain("Sign in as Ada &lt;b&gt;?")
      expect(headers.getSetCookie()).toEqual([])
    }
    const { status, headers } = await browser.post("/app/login", { link: secretIn(link) })
    expect([status, headers.get("location")]).toEqual([303, "/app?done=welcome"])
    const [cookie = ""] = headers.getSetCookie()
    expect(cookie).toMatch(/^fettle_session=fettle_session_\w+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const today = await browser.get("/app")
    expect([today.status, today.html.includes(TODAY)]).toEqual([200, true])
  })

  test("wrong, used and late links open no session, and all look the same", async () => {
    const person = await newPerson(service())
    const used = secretIn(await linkOf(service(), person))
    expect((await browserOf(service()).post("/app/login", { link: used })).status).toBe(303)
    const late = secretIn(await linkOf(service(), person))
    await service().setTime("2026-03-14T12:15:00Z")
    const unknown = `${late.slice(0, -8)}0_0000000`
    const pages = []
    for (const link of [used, late, unknown, late.slice(0, -1), "", "<script>"]) {
      const browser = browserOf(service())
      const seen = await browser.get(`/app/login?link=${encodeURIComponent(link)}`)
      const posted = await browser.post("/app/login", { link })
      expect([seen.status, posted.status, browser.cookies.size]).toEqual([403, 403, 0])
      pages.push(seen.html, posted.html)
    }
    expect(new Set(pages).size).toBe(1)
    await service().setTime(NOON)
  })

  test("a passkey that cannot be verified opens none either, and the page says so", async () => {
    const said = "This passkey could not be verified."
    const browser = browserOf(service())
    expect((await browser.get("/app/sign-in")).html).not.toContain(said)
    for (const answer of ["", "{}", "passkey"]) {
      const { html } = await browser.post("/app/sign-in", { answer })
      expect(html).toContain(said)
    }
    expect(browser.cookies.size).toBe(0)
  })

  test("two posts of one link at the same instant open one session", async () => {
    const person = await newPerson(service())
    const link = secretIn(await linkOf(service(), person))
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await browserOf(service()).post("/app/login", { link })).status)
    )
    expect(statuses.sort()).toEqual([303, 403, 403, 403, 403, 403, 403, 403])
  })

  test("signing out ends the session, also for somebody who has copied the cookie", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const copy = browserOf(service())
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const { status, headers } = await browser.submit("/app", "leave")
    expect([status, headers.get("location")]).toEqual([303, "/app/sign-in"])
    expect(browser.cookies.size).toBe(0)
    expect((await copy.get("/app")).headers.get("location")).toBe("/app/sign-in")
  })

  test("signing out twice leads to no page that signs out again", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const [form] = formsOf((await browser.get("/app/sign-out")).html)
    await browser.submit("/app", "leave")
    await browser.post("/app/sign-out", form?.hidden ?? {})
    const link = secretIn(await linkOf(service(), person))
    expect((await browser.post("/app/login", { link })).headers.get("location")).toBe("/app?done=welcome")
  })

  test("signing in again ends the session that the browser had, whoever's it was, and no other", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const elsewhere = await signIn(service(), person)
    const browser = await signIn(service(), person)
    const copyOf = ({ cookies }: typeof browser) => {
      const copy = browserOf(service())
      for (const [name, value] of cookies) copy.cookies.set(name, value)
      return copy
    }
    for (const next of [person, other, person]) {
      const earlier = copyOf(browser)
      expect((await earlier.get("/app")).status).toBe(200)
      await signIn(service(), next, browser)
      expect((await earlier.get("/app")).headers.get("location")).toBe("/app/sign-in")
      expect((await browser.get("/app")).status).toBe(200)
    }
    // A link that does not work ends nothing.
    await browser.post("/app/login", { link: "fettle_link_none" })
    expect([(await browser.get("/app")).status, (await elsewhere.get("/app")).status]).toEqual([200, 200])
  })
})

describe("signing in is limited by address", () => {
  let service: Service
  const none = { readsPerMinute: 0, readsBurst: 0, writesPerMinute: 0, writesBurst: 0, writesPerDay: 0 }
  beforeAll(async () => {
    service = await makeService(MEMORY.layer, {
      limits: { ...settings.limits, ...none, bodyMetricBatch: 1, goalTemplates: 1, customFoods: 1 },
      trustedProxies: addressesOf("10.0.0.0/24")
    })
  })
  afterAll(() => service.stop())

  const [FLOODING, OTHER] = ["203.0.113.1", "203.0.113.2"]
  const fields = { link: "fettle_link_none" }
  const post = async (path: string, peer: string, headers: Record<string, string> = {}, sent: object = fields) =>
    service.fetch(path, {
      method: "POST",
      headers: { origin: BASE_URL, "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ ...sent }).toString(),
      peer
    })
  const times = async (count: number, ask: () => Promise<Response>) => {
    const statuses = await Promise.all(Array.from({ length: count }, async () => (await ask()).status))
    return statuses.filter((status) => status === 429).length
  }

  test("for both ways together, with a page; others are not affected, and it refills", async () => {
    expect(await times(120, () => post("/app/login", FLOODING))).toBe(0)
    for (const path of ["/app/login", "/app/sign-in"]) {
      const refused = await post(path, FLOODING)
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"])
      expect(await refused.text()).toContain("Too many requests came from your address.")
      expect((await post(path, OTHER)).status).toBe(403)
      expect((await post(path, "10.0.0.9", { "x-forwarded-for": FLOODING })).status).toBe(429)
      expect((await service.fetch(path, { peer: FLOODING })).status).not.toBe(429)
    }
    await service.setTime("2026-03-14T12:00:01Z")
    const person = await newPerson(service)
    const link = secretIn(await linkOf(service, person))
    expect((await post("/app/login", FLOODING, {}, { link })).status).toBe(303)
  })

  test("also for viewing the pages", async () => {
    const peer = "203.0.113.3"
    expect(await times(300, () => service.fetch("/app/login?link=x", { peer }))).toBe(0)
    expect((await service.fetch("/app/login?link=x", { peer })).status).toBe(429)
    expect((await service.fetch("/app/sign-in", { peer })).status).toBe(429)
    expect((await service.fetch("/app/sign-in", { peer, method: "HEAD" })).status).toBe(429)
  })
})

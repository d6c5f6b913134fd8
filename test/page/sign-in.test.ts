import { expect, test } from "bun:test"
import { NOON, newPerson, overEveryStore, TODAY } from "../support/app.ts"
import { browserOf, linkOf, secretIn, signIn } from "./support.ts"

overEveryStore("signing in by a link", (service) => {
  test("looking at the link signs nobody in; the button on its page does, and leads to Today", async () => {
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

  test("two posts of one link at the same instant open one session", async () => {
    const person = await newPerson(service())
    const link = secretIn(await linkOf(service(), person))
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await browserOf(service()).post("/app/login", { link })).status)
    )
    expect(statuses.sort()).toEqual([303, 403, 403, 403, 403, 403, 403, 403])
  })

  test("signing out ends the session, also for whoever has copied the cookie", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const copy = browserOf(service())
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const { status, headers } = await browser.submit("/app", "leave")
    expect([status, headers.get("location")]).toEqual([303, "/app/sign-in"])
    expect(browser.cookies.size).toBe(0)
    expect((await copy.get("/app")).headers.get("location")).toBe("/app/sign-in")
  })
})

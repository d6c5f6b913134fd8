import { expect, test } from "bun:test"
import { DateTime, Effect, Option } from "effect"
import { LONGEST_STATE, MOST_WAITING_REQUESTS } from "../../../../src/annexes/identity/connected-apps/model.ts"
import { RequestStore } from "../../../../src/annexes/identity/connected-apps/store.ts"
import { SecretHash } from "../../../../src/values/secret-hash.ts"
import { NOON, newPerson, overEveryStore } from "../../../support/app.ts"
import { browserOf, linkOf, secretIn, signIn } from "../../page/support.ts"
import { answerIn, authorizePath, newClient } from "./support.ts"

const RETURN = "fettle_return"
/** Every character of it is sent as three. */
const ENCODED = "/+".repeat(LONGEST_STATE / 2)
const PLAIN = "a".repeat(LONGEST_STATE)

overEveryStore("a long state", (service) => {
  const asking = async (state: string) => {
    await service().setTime(NOON)
    const browser = browserOf(service())
    const path = authorizePath(await newClient(service()), { state })
    return { browser, path, asked: await browser.get(path) }
  }

  const linkFor = async () => secretIn(await linkOf(service(), await newPerson(service())))

  test.each([
    ["plain", PLAIN],
    ["percent-encoded", ENCODED]
  ])("of 8,000 characters, %s, survives signing in by a link, and comes back to the client", async (_, state) => {
    const { browser, path, asked } = await asking(state)
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/app/sign-in"])
    expect(browser.cookies.get(RETURN)).toMatch(/^[0-9a-z]{32}$/)
    const signedIn = await browser.post("/app/login", { link: await linkFor() })
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, path])
    expect(browser.cookies.has(RETURN)).toBe(false)
    const allowed = await browser.submit(path, "allow", { write: "yes" })
    expect(answerIn(allowed.headers.get("location"))).toMatchObject({ state, code: expect.any(String) })
  })

  test("also survives a session that ends before the answer", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = authorizePath(await newClient(service()), { state: ENCODED })
    await browser.get(path)
    await (await signIn(service(), person)).submit("/app/settings/sessions", "endAll")
    expect((await browser.post(path, { action: "allow" })).status).toBe(303)
    const signedIn = await browser.post("/app/login", { link: secretIn(await linkOf(service(), person)) })
    expect(signedIn.headers.get("location")).toBe(path)
  })

  test("is used up by the sign-in, leads no other browser, and is forgotten after a quarter of an hour", async () => {
    const { browser } = await asking(ENCODED)
    const key = browser.cookies.get(RETURN) ?? ""
    const led = async (value: string) => {
      const other = browserOf(service())
      other.cookies.set(RETURN, value)
      return (await other.post("/app/login", { link: await linkFor() })).headers.get("location")
    }
    expect(await led("a".repeat(32))).toBe("/app?done=welcome")
    await browser.post("/app/login", { link: await linkFor() })
    expect(await led(key)).toBe("/app?done=welcome")
    const late = (await asking(ENCODED)).browser
    await service().setTime("2026-03-14T12:15:00Z")
    expect((await late.post("/app/login", { link: await linkFor() })).headers.get("location")).toBe("/app?done=welcome")
  })

  test("survives a link that does not work", async () => {
    const { browser, path } = await asking(ENCODED)
    expect((await browser.post("/app/login", { link: "dead" })).status).toBe(403)
    const signedIn = await browser.post("/app/login", { link: await linkFor() })
    expect(signedIn.headers.get("location")).toBe(path)
  })

  test("of more characters is refused by a page that says so, signed in or not", async () => {
    const { asked, path } = await asking(`${ENCODED}a`)
    const signedIn = await (await signIn(service(), await newPerson(service()))).get(path)
    for (const { status, headers, html } of [asked, signedIn]) {
      expect([status, headers.get("location"), headers.getSetCookie()]).toEqual([400, null, []])
      expect(html).toContain("“state” has 8,001 characters, and at most 8,000 are accepted")
    }
    const { html } = (await asking("é".repeat(LONGEST_STATE))).asked
    expect(html).toContain("and at most 32,000 are accepted")
  })

  test("of one network is kept fifty times at once; others and short ones are not affected", async () => {
    const { path } = await asking(ENCODED)
    const from = async (peer: string, asked = path) =>
      (await service().fetch(asked, { peer, redirect: "manual" })).status
    for (let kept = 0; kept < 50; kept++) expect(await from("203.0.113.9")).toBe(303)
    expect(await from("203.0.113.9")).toBe(429)
    expect(await from("203.0.113.9", authorizePath("client_any", { state: "short" }))).toBe(303)
    expect(await from("203.0.113.10")).toBe(303)
  })

  test("is kept for a thousand requests, and expired ones make room", async () => {
    const hashOf = (at: number) => SecretHash.make(at.toString(16).padStart(64, "0"))
    const keep = (from: number, count: number, minute: number) =>
      service().run(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const createdAt = DateTime.add(DateTime.unsafeMake("2026-03-15T12:00:00Z"), { minutes: minute })
          const expiresAt = DateTime.add(createdAt, { minutes: 15 })
          const kept = yield* Effect.forEach(Array.from({ length: count }), (_, at) =>
            store.keep({ hash: hashOf(from + at), address: `/oauth/authorize?${from + at}`, createdAt, expiresAt })
          )
          return kept.filter(Boolean).length
        })
      )
    expect(await keep(0, MOST_WAITING_REQUESTS, 0)).toBe(MOST_WAITING_REQUESTS)
    expect(await keep(5000, 2, 14)).toBe(0)
    expect(await keep(6000, 2, 15)).toBe(2)
    const taken = await service().run(
      Effect.gen(function* () {
        const store = yield* RequestStore
        const at = DateTime.unsafeMake("2026-03-15T12:20:00Z")
        yield* store.sweep(at)
        const found = [yield* store.take(hashOf(0), at), yield* store.take(hashOf(6000), at)]
        yield* store.sweep(DateTime.add(at, { minutes: 15 }))
        return [...found, yield* store.take(hashOf(6001), at)]
      })
    )
    expect(taken).toEqual([Option.none(), Option.some("/oauth/authorize?6000"), Option.none()])
  })
})

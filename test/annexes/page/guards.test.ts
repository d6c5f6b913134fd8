import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { linkSecrets, sessionSecrets } from "../../../src/annexes/identity/sign-in/sign-in.ts"
import { SignInStore } from "../../../src/annexes/identity/sign-in/store.ts"
import { listTokens } from "../../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService, NOON, newPerson, output, overEveryStore, type Service } from "../../support/app.ts"
import { storeSets } from "../../support/stores.ts"
import { counting } from "../../support/watching.ts"
import { browserOf, formsOf, linkOf, secretIn, signIn } from "./support.ts"

const ACCOUNT = "/app/settings/account"
const CHANGE = {
  action: "save",
  name: "Changed",
  timezone: "Asia/Tokyo",
  bodyWeightUnit: "lb",
  strengthUnit: "lb",
  distanceUnit: "mi"
}
const DAY = 86_400_000

const at = (millis: number) => new Date(Date.parse(NOON) + millis).toISOString()

overEveryStore("the guards of the page", (service) => {
  const store = <A, E>(use: (store: SignInStore["Type"]) => Effect.Effect<A, E>) =>
    service().run(Effect.flatMap(SignInStore, use))

  const tokenOf = (html: string) => formsOf(html)[0]?.hidden.form_token ?? ""

  test("a form from another origin, or without one, changes nothing", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const form_token = tokenOf((await browser.get(ACCOUNT)).html)
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "" },
      { origin: "http://localhost:3001" },
      { origin: "https://localhost:3000" },
      // It may call the API, but not post forms.
      { origin: "https://app.example.com" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" }
    ]) {
      const { status, html } = await browser.post(ACCOUNT, { form_token, ...CHANGE }, headers)
      expect([headers, status, html.includes("Changed")]).toEqual([headers, 403, false])
      const link = secretIn(await linkOf(service(), person))
      const stranger = browserOf(service())
      expect((await stranger.post("/app/login", { link }, headers)).status).toBe(403)
      expect(stranger.cookies.size).toBe(0)
    }
    const { output } = (await person.rest("get_context")) as { output: { timezone: string } }
    expect(output.timezone).toBe("UTC")
    expect((await browser.post(ACCOUNT, { form_token, ...CHANGE })).status).toBe(303)
  })

  test("a form without its session's token changes nothing", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const another = tokenOf((await (await signIn(service(), person)).get(ACCOUNT)).html)
    const own = tokenOf((await browser.get(ACCOUNT)).html)
    for (const form_token of [another, "", own.slice(1), `${own} `]) {
      expect((await browser.post(ACCOUNT, { form_token, ...CHANGE })).status).toBe(403)
    }
    expect((await browser.post(ACCOUNT, CHANGE)).status).toBe(403)
    expect((await browser.get(ACCOUNT)).html).not.toContain("Changed")
  })

  test("nothing that the stores keep of links and sessions signs anybody in", async () => {
    const person = await newPerson(service())
    const link = secretIn(await linkOf(service(), person))
    const browser = await signIn(service(), person)
    const text = browser.cookies.get("fettle_session") ?? ""
    const sessions = await store((store) => store.listSessions(person.id, DateTime.unsafeMake(NOON)))
    const tokens = await service().run(listTokens(person.id))
    const kept = JSON.stringify([sessions, tokens, [linkSecrets.parse(link)?.hash]])
    for (const secret of [link, text, person.token]) expect(kept).not.toContain(secret.slice(-40, -8))
    const hashes = [sessions[0]?.hash, linkSecrets.parse(link)?.hash, sessionSecrets.parse(text)?.hash]
    for (const hash of hashes) {
      for (const stolen of [hash ?? "", `fettle_session_${hash}`, `${text.slice(0, 31)}${hash}`]) {
        const thief = browserOf(service())
        thief.cookies.set("fettle_session", stolen)
        expect((await thief.get("/app")).headers.get("location")).toBe("/app/sign-in")
        expect((await thief.post("/app/login", { link: stolen })).status).toBe(403)
      }
    }
    // A link is not a session, a session not a link, and a token neither.
    for (const secret of [link, person.token]) {
      const thief = browserOf(service())
      thief.cookies.set("fettle_session", secret)
      expect((await thief.get("/app")).status).toBe(303)
    }
    expect((await browserOf(service()).post("/app/login", { link: text })).status).toBe(403)
    const bearer = await service().fetch("/v1/me", { headers: { authorization: `Bearer ${text}` } })
    expect(bearer.status).toBe(401)
  })

  test("a session lasts 30 days after its last use, and no longer", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    expect((await browser.get("/app/settings")).headers.getSetCookie()).toEqual([])
    await service().setTime(at(29 * DAY))
    const renewed = await browser.get("/app/settings")
    expect([renewed.status, renewed.headers.getSetCookie()[0]]).toEqual([
      200,
      expect.stringContaining("Max-Age=2592000")
    ])
    await service().setTime(at(58 * DAY))
    expect((await browser.get("/app/settings")).status).toBe(200)
    await service().setTime(at(88 * DAY))
    expect((await browser.get("/app/settings")).headers.get("location")).toBe("/app/sign-in")
    const again = await signIn(service(), person)
    const sessions = await store((store) => store.listSessions(person.id, DateTime.unsafeMake(at(88 * DAY))))
    expect([sessions.length, (await again.get("/app/settings")).status]).toEqual([1, 200])
    await service().setTime(NOON)
  })

  test("a session that another process has ended is refused at the next request, and during a call", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const secret = sessionSecrets.parse(browser.cookies.get("fettle_session") ?? "")
    const find = () => store((store) => store.findSession(person.id, secret!.hash))
    const found = Option.getOrThrow(await find())
    expect(await store((store) => store.endSession(person.id, found.session.id))).toBe(true)
    // Calls compare this number with the one at their start.
    const other = await signIn(service(), person)
    const now = Option.getOrThrow(
      await store((store) =>
        store.findSession(person.id, sessionSecrets.parse(other.cookies.get("fettle_session") ?? "")!.hash)
      )
    )
    expect(now.account.revision).toBeGreaterThan(found.account.revision)
    expect((await browser.get("/app")).headers.get("location")).toBe("/app/sign-in")
    expect(await store((store) => store.endSession(person.id, found.session.id))).toBe(false)
  })

  test("signing in leads back to the requested page, and to no other host", async () => {
    const person = await newPerson(service())
    for (const [wanted, reached] of [
      ["/app/settings/tokens?done=revoked", "/app/settings/tokens?done=revoked"],
      ["/app", "/app?done=welcome"]
    ] as const) {
      const browser = browserOf(service())
      expect((await browser.get(wanted)).headers.get("location")).toBe("/app/sign-in")
      const { headers } = await browser.post("/app/login", { link: secretIn(await linkOf(service(), person)) })
      expect(headers.get("location")).toBe(reached)
    }
    for (const forged of ["//evil.example", "https://evil.example", "/app/../..//evil.example", "/\\evil.example"]) {
      const browser = browserOf(service())
      browser.cookies.set("fettle_return", encodeURIComponent(forged))
      const { headers } = await browser.post("/app/login", { link: secretIn(await linkOf(service(), person)) })
      expect(headers.get("location")).toBe("/app?done=welcome")
    }
  })

  test("a page that a script asks for meanwhile changes neither where a sign-in leads nor who is signed in", async () => {
    const person = await newPerson(service())
    const browser = browserOf(service())
    await browser.get("/app/settings/tokens")
    const signedOut = await browser.get("/app/diary", { "sec-fetch-mode": "cors" })
    expect([signedOut.headers.get("location"), signedOut.headers.getSetCookie()]).toEqual(["/app/sign-in", []])
    const { headers } = await browser.post("/app/login", { link: secretIn(await linkOf(service(), person)) })
    expect(headers.get("location")).toBe("/app/settings/tokens")
  })

  test("a change on the page counts as a write; ending sessions works even if no write is left", async () => {
    const person = await newPerson(service(), { ownLimits: { writesBurst: 1, writesPerMinute: 0 } })
    const browser = await signIn(service(), person)
    const form_token = tokenOf((await browser.get(ACCOUNT)).html)
    expect((await browser.post(ACCOUNT, { form_token, ...CHANGE })).status).toBe(303)
    const { status, html } = await browser.post(ACCOUNT, { form_token, ...CHANGE, name: "Twice" })
    expect([status, html.includes("That was a lot at once. Wait ")]).toEqual([429, true])
    expect((await browser.submit("/app/settings/sessions", "endAll")).status).toBe(303)
  })
})

describe("an https service", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(Storage.memory, { baseUrl: new URL("https://fettle.example.com") })
  })
  afterAll(() => service.stop())

  test("keeps its session in a cookie that only it can set, and answers only at its own host", async () => {
    const person = await newPerson(service)
    const headers = { host: "fettle.example.com" }
    const browser = browserOf(service, { origin: "https://fettle.example.com" })
    const link = secretIn(await linkOf(service, person))
    const posted = await browser.post("/app/login", { link }, headers)
    expect(posted.headers.getSetCookie()[0]).toMatch(
      /^__Host-fettle_session=\w+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    )
    expect((await browser.get("/app", headers)).status).toBe(200)
    expect((await browser.get("/app", { host: "evil.example" })).status).toBe(421)
  })
})

test("a change goes through, and counts once, though the account changes after its session was looked up", async () => {
  let meanwhile: Effect.Effect<unknown> = Effect.void
  const stores = Layer.map(Storage.memory, (stores) => {
    const signIns = Context.get(stores, SignInStore)
    const findSession: typeof signIns.findSession = (userId, hash) =>
      Effect.tap(signIns.findSession(userId, hash), () => meanwhile)
    return Context.add(stores, SignInStore, { ...signIns, findSession })
  })
  const service = await makeService(stores)
  const person = await service.person({ ownLimits: { writesBurst: 3, writesPerMinute: 0 } })
  const browser = await signIn(service, person)
  const [form] = formsOf((await browser.get(ACCOUNT)).html)
  const accounts = await service.run(AccountStore)
  const elsewhere = Effect.flatMap(accounts.findUser(person.id), (user) =>
    accounts.saveUser({ ...user, name: "Changed elsewhere" })
  )
  // Only the look-up at the beginning of the request is overtaken.
  meanwhile = Effect.suspend(() => {
    meanwhile = Effect.void
    return Effect.orDie(elsewhere)
  })
  expect((await browser.post(ACCOUNT, { form_token: form?.hidden.form_token ?? "", ...CHANGE })).status).toBe(303)
  expect(await output(person.rest("get_context"))).toMatchObject({
    timezone: "Asia/Tokyo",
    limits: { writes: { remaining: 2 } }
  })
  await service.stop()
})

test("with PAGE off there is no page, and the landing page mentions none", async () => {
  const service = await makeService(Storage.memory, { page: false })
  for (const path of ["/app", "/app/sign-in", "/app/login", "/app/settings"])
    expect((await service.fetch(path)).status).toBe(404)
  expect(await (await service.fetch("/")).text()).not.toContain("/app")
  await service.stop()
})

describe("the cost of a page", () => {
  let service: Service
  let sent: () => number
  beforeAll(async () => {
    const counted = counting(storeSets.find(({ name }) => name !== "memory")!.layer)
    sent = counted.sent
    service = await makeService(counted.stores)
  }, 60_000)
  afterAll(() => service.stop())

  test("is at most 5 statements and 60 kB each", async () => {
    const person = await newPerson(service)
    const browser = await signIn(service, person)
    const paths = [
      "",
      "/account",
      "/tokens",
      "/passkeys",
      "/sessions",
      "/meals",
      "/meals?q=egg",
      "/exercises",
      "/delete"
    ].map((each) => `/app/settings${each}`)
    for (const path of ["/", "/clients", "/app/sign-in", "/app/sign-out", await linkOf(service, person), ...paths]) {
      const before = sent()
      const { status, html } = await browser.get(path)
      const statements = sent() - before
      expect([path, status, statements <= 5, html.length < 60_000]).toEqual([path, 200, true, true])
      if (path.startsWith("/app/settings")) expect([path, statements > 0]).toEqual([path, true])
    }
  })
})

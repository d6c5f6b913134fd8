import { expect, test } from "bun:test"
import { htmlRoutes } from "../../../src/annexes/page/frame/pages.ts"
import { randomOf } from "../../hostile/random.ts"
import { BASE_URL, newPerson, overOneDatabase } from "../../support/app.ts"
import { formsOf, linkOf, secretIn, signIn } from "./support.ts"

/** HOSTILE_SEED and HOSTILE_REQUESTS repeat a failure, or send more than these for each set of stores. */
const FIRST_SEED = Number(process.env.HOSTILE_SEED ?? 1)
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 4_000)

const PATHS = [
  "/app",
  "/app/login",
  "/app/sign-in",
  "/app/sign-out",
  "/app/settings",
  "/app/settings/account",
  "/app/settings/tokens",
  "/app/settings/passkeys",
  "/app/settings/sessions",
  "/app/settings/phone",
  "/app/settings/phone/device",
  "/app/phone",
  "/app/settings/exercises",
  "/app/settings/exercises/exercise",
  "/app/settings/delete",
  "/app/workouts/routines",
  "/app/workouts/routine",
  "/app/nothing",
  "/clients",
  "/"
]

/** The parameters that pages read from their addresses. */
const PARAMETERS = [
  "id",
  "q",
  "again",
  "routine",
  "date",
  "meal",
  "list",
  "make",
  "cursor",
  "range",
  "name",
  "new",
  "page",
  "set",
  "skip",
  "download",
  "undone",
  "done"
]

/** It would run if a page contained it unescaped. */
const MARK = "<x-evil"

const TEXTS = [
  `${MARK} onload=alert(1)>`,
  `"${MARK}>`,
  `'${MARK}>`,
  `</script>${MARK}>`,
  `--><!--${MARK}>`,
  `{"id":"${MARK}>"}`,
  `javascript:alert('${MARK}>')`,
  "__proto__",
  "constructor",
  "\u0000",
  "\ud800",
  "\u202e",
  "%",
  "%zz",
  "%f0%28",
  "\r\nset-cookie: fettle_session=x",
  "a".repeat(20_000),
  "1e999",
  "-0",
  "null",
  "[]",
  "{}",
  '{"id":"a","rawId":"a","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"e30","attestationObject":"oA"}}',
  '{"id":"a","rawId":"a","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"eyJjaGFsbGVuZ2UiOiJhIn0","authenticatorData":"YQ","signature":"YQ","userHandle":"YQ"}}',
  "'; DROP TABLE users; --",
  ""
]

const FIELDS = [
  "action",
  "form_token",
  "link",
  "answer",
  "name",
  "timezone",
  "bodyWeightUnit",
  "expires",
  "tokenId",
  "sessionId",
  "passkeyId",
  "id",
  "app",
  "secret",
  "from",
  "undo",
  "category",
  "trackingType",
  "page",
  "confirmation",
  "done",
  "__proto__",
  "constructor",
  "move",
  "removal",
  "exercises[0].exerciseId",
  "exercises[0].sets[0].reps",
  `${MARK}>`
]

const ACTIONS = [
  "save",
  "create",
  "connect",
  "pause",
  "sign",
  "undo",
  "revoke",
  "end",
  "add",
  "remove",
  "delete",
  "leave",
  "move",
  "restore",
  "toString",
  "__proto__"
]

overOneDatabase("hostile requests to the page", (service) => {
  test("get no 500, no unescaped echo of what they sent, and no session", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const session = browser.cookies.get("fettle_session") ?? ""
    const form_token = formsOf((await browser.get("/app/settings")).html)[0]?.hidden.form_token ?? ""
    const link = secretIn(await linkOf(service(), await newPerson(service())))
    const faults: Array<unknown> = []
    for (let seed = FIRST_SEED; seed < FIRST_SEED + REQUESTS; seed++) {
      const random = randomOf(seed)
      const text = () => random.pick(TEXTS)
      // These forms would sign the person out, or make a valid change of everything.
      const value = (field: string) =>
        field === "form_token" && random.chance(0.7)
          ? form_token
          : field === "action" && random.chance(0.8)
            ? random.pick(ACTIONS)
            : field === "link" && random.chance(0.2)
              ? link.slice(0, random.below(link.length))
              : text()
      const pairs = Array.from({ length: random.below(6) }, () => {
        const field = random.pick(FIELDS)
        return [field, value(field)] as const
      })
      const encoded = pairs
        .map(([name, value]) =>
          random.chance(0.9)
            ? `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`
            : `${name}=${value}`.replaceAll("\u0000", "%00").replace(/[\s#<>"]/g, "%20")
        )
        .join("&")
      const method = random.pick(["GET", "GET", "POST", "POST", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"])
      const path = random.pick(PATHS)
      const inQuery = method !== "POST" || random.chance(0.2)
      const isLeaving = pairs.some(([, value]) => value === "leave")
      const headers = {
        ...(random.chance(0.8)
          ? { origin: BASE_URL, "sec-fetch-site": "same-origin" }
          : { origin: "https://evil.example" }),
        ...(random.chance(0.5) && !isLeaving
          ? { cookie: `fettle_session=${session}; fettle_return=%3Cx-evil` }
          : { cookie: random.pick(["fettle_session=%3Cx-evil%3E", "=;;=", "__proto__=x; fettle_session", ""]) }),
        "content-type": random.chance(0.9)
          ? "application/x-www-form-urlencoded"
          : random.pick(["application/json", "multipart/form-data; boundary=x", "text/plain"]),
        "user-agent": `${MARK}>`
      }
      const url = inQuery && encoded.length < 4000 ? `${path}?${encoded}` : path
      const response = await service().fetch(url, {
        method,
        headers,
        // From many addresses, because one would soon exceed its limit.
        peer: `198.51.${seed % 250}.1`,
        ...(method === "POST" || method === "PUT" ? { body: inQuery ? "" : encoded } : {})
      })
      const body = await response.text()
      const gained = response.headers.getSetCookie().filter((cookie) => /^fettle_session=\w/.test(cookie))
      if (response.status >= 500 || body.includes(MARK) || gained.length > 0)
        faults.push({ seed, method, url: url.slice(0, 200), status: response.status, gained })
    }
    expect(faults).toEqual([])
    expect((await browser.get("/app/settings")).status).toBe(200)
    expect((await person.rest("get_context")).ok).toBe(true)
  }, 300_000)

  test("no page fails because of text in its address that cannot be stored", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const routes = await service().run(htmlRoutes)
    const paths = new Set(routes.flatMap(({ surface, path }) => (surface === "page" ? [path] : [])))
    expect(paths.size).toBeGreaterThan(25)
    const failed: Array<string> = []
    for (const path of paths) {
      for (const value of ["%00", "a%00b", "%ff", "%ED%A0%80", "%"]) {
        for (const query of [
          PARAMETERS.map((name) => `${name}=${value}`),
          ...PARAMETERS.map((name) => [`${name}=${value}`])
        ]) {
          const { status } = await browser.get(`${path}?${query.join("&")}`)
          if (status >= 500) failed.push(`${status} ${path}?${query.join("&")}`)
        }
      }
    }
    expect(failed).toEqual([])
  }, 60_000)

  test("a form's key that cannot be stored is still a key", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const [form] = formsOf((await browser.get("/app/settings/phone")).html)
    const fields = { ...form?.hidden, action: "connect", app: "health-auto-export", idempotency_key: "a\u0000" }
    const [first, again] = [
      await browser.post("/app/settings/phone", fields),
      await browser.post("/app/settings/phone", fields)
    ]
    expect([first.status, again.status, again.headers.get("location")]).toEqual([
      303,
      303,
      first.headers.get("location")
    ])
  })
})

import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeService, newPerson, type Service } from "../../support/app.ts"
import { onEmbedded } from "../../support/stores.ts"
import { browserOf, linkOf, secretIn } from "./support.ts"

const LAN = new URL("http://192.168.1.5:3000")
const ACCOUNT = {
  name: "Ada",
  timezone: "Europe/Berlin",
  bodyWeightUnit: "kg",
  strengthUnit: "kg",
  distanceUnit: "km"
}
const SECURE = new URL("https://nas.local")

let service: Service
beforeAll(async () => {
  service = await makeService(onEmbedded.reused, { alsoBaseUrls: [LAN, SECURE] })
})
afterAll(() => service.stop())

/** A browser at one address of the service. */
const browserAt = (address: URL) =>
  browserOf(
    {
      fetch: (path, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set("host", address.host)
        return service.fetch(path, { ...init, headers })
      }
    },
    { origin: address.origin }
  )

test("each address signs in by itself, with host-only cookies that fit its scheme", async () => {
  const person = await newPerson(service)
  for (const [address, cookie] of [
    [LAN, /^fettle_session=fettle_session_\w+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
    [SECURE, /^__Host-fettle_session=fettle_session_\w+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/]
  ] as const) {
    const browser = browserAt(address)
    expect((await browser.get("/app")).headers.get("location")).toBe("/app/sign-in")
    const { status, headers } = await browser.post("/app/login", { link: secretIn(await linkOf(service, person)) })
    expect(status).toBe(303)
    expect(headers.getSetCookie()[0]).toMatch(cookie)
    expect((await browser.get("/app")).status).toBe(200)
    expect((await browser.submit("/app/settings/account", "save", ACCOUNT)).status).toBe(303)
  }
})

test("a form of one address is refused at another", async () => {
  const person = await newPerson(service)
  const link = secretIn(await linkOf(service, person))
  for (const origin of [SECURE.origin, "http://localhost:3000", "http://192.168.1.5", "https://192.168.1.5:3000"])
    expect((await browserAt(LAN).post("/app/login", { link }, { origin })).status).toBe(403)
  expect((await browserAt(LAN).post("/app/login", { link })).status).toBe(303)
})

test("passkeys are offered where browsers allow them, for the host of the address", async () => {
  expect((await browserAt(LAN).get("/app/sign-in")).html).toContain("only on a host name")
  const { html } = await browserAt(SECURE).get("/app/sign-in")
  expect(html).toContain("&quot;rpId&quot;:&quot;nas.local&quot;")
  expect((await browserOf(service).get("/app/sign-in")).html).toContain("&quot;rpId&quot;:&quot;localhost&quot;")
})

test("what a phone or an agent is given has the address that reaches this service", async () => {
  const person = await newPerson(service)
  const browser = browserAt(LAN)
  await browser.post("/app/login", { link: secretIn(await linkOf(service, person)) })
  const token = await browser.follow(await browser.submit("/app?done=welcome", "connect"))
  expect(token.html).toContain("http://192.168.1.5:3000/v1/mcp")
  const phone = await browser.follow(
    await browser.submit("/app/settings/phone", "connect", { app: "health-auto-export" })
  )
  expect(phone.html).toContain("http://192.168.1.5:3000/ingest")
  expect(phone.html).not.toContain("localhost")
})

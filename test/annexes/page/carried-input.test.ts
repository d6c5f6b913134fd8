import { expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { type Browser, browserOf, formsOf, linkOf, signIn, valuesIn } from "./support.ts"

const LOG = "/app/workouts/log"
const EXERCISES = "/app/settings/exercises"
const TYPED = { name: "Yoke “Push” <b>", category: "strength", trackingType: "weight_reps" }

/** A text that is as long when it is compressed. */
const INCOMPRESSIBLE = Array.from({ length: 4000 }, (_, at) =>
  new Bun.CryptoHasher("sha256").update(`${at}`).digest("hex")
)
  .map((hex) => Buffer.from(hex, "hex").toString("base64url"))
  .join("")
  .slice(0, 170_000)

overEveryStore("a form sent after its session has ended", (service) => {
  /** A person with an open form, whose session then ends elsewhere. */
  const interruptedAt = async (path: string, action: string, typed: Readonly<Record<string, string>>) => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const form = formsOf((await browser.get(path)).html).find(({ hidden }) => hidden.action === action)
    await (await signIn(service(), person)).submit("/app/settings/sessions", "endAll")
    return { person, browser, to: form?.to ?? "", fields: { ...form?.hidden, ...typed } }
  }

  /** The form that comes back for a person who has signed in by a link. */
  const carriedIn = (html: string) =>
    formsOf(html).find(({ hidden, to }) => hidden.carried_input !== undefined && to !== "/app/sign-in")

  const exercisesOf = async (browser: Browser) => (await browser.get(EXERCISES)).html.split(" <section")[0] ?? ""

  test("comes back as typed after signing in, and is saved when it is sent again", async () => {
    const { person, browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    const asked = await browser.post(to, fields)
    expect([asked.status, asked.html.includes("Yoke"), browser.cookies.has("fettle_session")]).toEqual([
      403,
      false,
      false
    ])
    expect(asked.html).toContain("what you typed comes back")
    const kept = carriedIn(asked.html)
    expect(kept?.to).toBe(EXERCISES)

    // A person who has not signed in yet stays there.
    const still = await browser.post(kept?.to ?? "", kept?.hidden ?? {})
    expect([still.status, carriedIn(still.html)?.hidden]).toEqual([403, kept?.hidden ?? {}])

    await signIn(service(), person, browser)
    expect(await exercisesOf(browser)).not.toContain("Yoke")
    const back = await browser.post(kept?.to ?? "", kept?.hidden ?? {})
    expect([back.status, valuesIn(back.html).get("name")]).toEqual([200, TYPED.name])
    expect(back.html).toContain("You were signed out before this was sent")
    const form = formsOf(back.html).find(({ hidden }) => hidden.action === "create")
    const sent = await browser.post(form?.to ?? "", { ...form?.hidden, ...TYPED })
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${EXERCISES}?done=created`])
    expect(await exercisesOf(browser)).toContain("Yoke")
  })

  test("comes back through a login link in the same browser, to its author only", async () => {
    const { person, browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    await browser.post(to, fields)
    const strange = await browser.get(await linkOf(service(), await newPerson(service())))
    expect(strange.html).not.toContain("carried_input")

    const confirming = formsOf((await browser.get(await linkOf(service(), person))).html)[0]
    const led = await browser.post(confirming?.to ?? "", confirming?.hidden ?? {})
    expect([led.status, led.headers.get("location")]).toEqual([307, EXERCISES])
    const back = await browser.post(EXERCISES, confirming?.hidden ?? {})
    expect([back.status, valuesIn(back.html).get("name")]).toEqual([200, TYPED.name])
    expect(browser.cookies.get("fettle_carried") ?? "").toBe("")
  })

  test("is not taken from what a script asks in the background", async () => {
    const { person, browser, to, fields } = await interruptedAt(LOG, "log", { name: "Evening", find: "squat" })
    const asked = await browser.post(to, { ...fields, step: "search" }, { "sec-fetch-mode": "cors" })
    expect([asked.status, browser.cookies.get("fettle_carried") ?? ""]).toEqual([403, ""])
    expect((await browser.get(await linkOf(service(), person))).html).not.toContain("carried_input")

    // What the person has sent before stays.
    await browser.post(to, fields)
    await browser.post(to, { ...fields, step: "search" }, { "sec-fetch-mode": "cors" })
    expect((await browser.get(await linkOf(service(), person))).html).toContain("carried_input")
  })

  test("comes back through a link in another tab only, if it does not fit into a cookie", async () => {
    const long = { ...TYPED, instructions: INCOMPRESSIBLE.slice(0, 6000) }
    const { person, browser, to, fields } = await interruptedAt(EXERCISES, "create", long)
    const asked = await browser.post(to, fields)
    expect(asked.html).toContain("in another tab of this browser")
    expect(browser.cookies.get("fettle_carried") ?? "").toBe("")
    await signIn(service(), person, browser)
    const back = await browser.post(to, carriedIn(asked.html)?.hidden ?? {})
    expect([back.status, valuesIn(back.html).get("name")]).toEqual([200, TYPED.name])
  })

  test("brings back a whole workout, with the key under which it is logged once", async () => {
    const typed = {
      name: "Evening",
      "exercises[0].name": "Barbell Squat",
      "exercises[0].sets[0].weight": "82,5",
      "exercises[0].sets[0].reps": "5"
    }
    const { person, browser, to, fields } = await interruptedAt(LOG, "log", typed)
    const kept = carriedIn((await browser.post(to, fields)).html)
    await signIn(service(), person, browser)
    const back = await browser.post(kept?.to ?? "", kept?.hidden ?? {})
    const values = valuesIn(back.html)
    for (const [name, value] of Object.entries(fields))
      if (name !== "form_token" && name !== "action") expect([name, values.get(name)]).toEqual([name, value])
    const form = formsOf(back.html).find(({ hidden }) => hidden.action === "log")
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(form?.to ?? "", { ...form?.hidden, ...typed })).status).toBe(303)
    expect((await output<{ total: number }>(person.rest("list_workouts"))).total).toBe(1)
  })

  test("shows nothing to another person who signs in there", async () => {
    const { browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    const asked = await browser.post(to, fields)
    const kept = carriedIn(asked.html)
    await signIn(service(), await newPerson(service()), browser)
    for (const sent of [kept?.hidden ?? {}, fields]) {
      const { status, html } = await browser.post(to, sent)
      expect([status, html.includes("Yoke")]).toEqual([403, false])
    }
  })

  test("comes back for an hour, at its own page, and only as the service has sealed it", async () => {
    const { person, browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    const { carried_input = "" } = carriedIn((await browser.post(to, fields)).html)?.hidden ?? {}
    await signIn(service(), person, browser)
    for (const [path, sealed] of [
      ["/app/settings/account", carried_input],
      [`${EXERCISES}?page=1`, carried_input],
      [to, `${carried_input.slice(0, -2)}AA`],
      [to, carried_input.slice(1)],
      [to, ""],
      [to, "a".repeat(60)]
    ] as const) {
      const { status, html } = await browser.post(path, { carried_input: sealed })
      expect([path, sealed, status, html.includes("Yoke")]).toEqual([path, sealed, 403, false])
    }
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await browser.post(to, { carried_input }, evil)).html).not.toContain("Yoke")
    expect((await browser.post(to, { carried_input })).status).toBe(200)
    await service().setTime("2026-03-14T13:00:00Z")
    expect((await browser.post(to, { carried_input })).status).toBe(403)
    await service().setTime(NOON)
  })

  test("comes back at once to an author who has signed in again meanwhile", async () => {
    const { person, browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    await signIn(service(), person, browser)
    const { status, html } = await browser.post(to, fields)
    expect([status, valuesIn(html).get("name")]).toEqual([403, TYPED.name])
    expect(await exercisesOf(browser)).not.toContain("Yoke")
  })

  test("must be filled in again if it cannot be carried: from another site, too long, or a part of a file", async () => {
    const { browser, to, fields } = await interruptedAt(EXERCISES, "create", TYPED)
    const evil = await browser.post(to, fields, { origin: "https://evil.example" })
    expect([evil.status, evil.headers.getSetCookie()]).toEqual([403, []])
    const stranger = browserOf(service())
    const history = "/app/settings/history"
    for (const [path, sent] of [
      [to, { ...fields, name: INCOMPRESSIBLE }],
      [to, { ...fields, name: "a".repeat(600_000) }],
      [to, { ...TYPED, action: "create" }],
      [history, { ...fields, action: "part", data: "YWJj" }]
    ] as const) {
      const { status, html } = await stranger.post(path, sent)
      expect([path, status, carriedIn(html)]).toEqual([path, 403, undefined])
      expect(html).toContain("it could not be kept")
    }
  })
})

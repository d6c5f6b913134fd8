import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SignInStore } from "../../../src/annexes/identity/sign-in/store.ts"
import { listTokens } from "../../../src/features/accounts/accounts.ts"
import { NOON, newPerson, overEveryStore } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

const SETTINGS = "/app/settings"

overEveryStore("the settings", (service) => {
  const context = async (token: string) => {
    const outcome = await service().rest(token)("get_context")
    return outcome.ok ? (outcome.output as { timezone: string; units: object }) : outcome.error.code
  }

  test("timezone and units change what operations return", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const { status, headers } = await browser.submit(`${SETTINGS}/account`, "save", {
      name: "  Grace ",
      timezone: "pacific/auckland",
      bodyWeightUnit: "lb",
      strengthUnit: "kg",
      distanceUnit: "mi"
    })
    expect([status, headers.get("location")]).toEqual([303, `${SETTINGS}/account?done=saved`])
    expect(await context(person.token)).toMatchObject({
      timezone: "Pacific/Auckland",
      units: { bodyWeight: "lb", strengthLoad: "kg", distance: "mi" }
    })
    const { html } = await browser.get(`${SETTINGS}/account?done=saved`)
    expect(html).toContain("Your account is saved.")
    expect(html).toContain('value="Grace"')
  })

  test("faults are beside their fields, and what was typed is kept", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const { status, html } = await browser.submit(`${SETTINGS}/account`, "save", {
      name: "<i>N</i>",
      timezone: 'Mars/"Phobos"',
      bodyWeightUnit: "stone",
      strengthUnit: "lb",
      distanceUnit: "km"
    })
    expect(status).toBe(400)
    expect(html).toContain("Timezone must be a timezone of the list, such as Europe/Berlin")
    expect(html).toContain("Body weight must be one of kg, lb")
    expect(html).toContain('value="&lt;i&gt;N&lt;/i&gt;"')
    expect(html).toContain('value="Mars/&quot;Phobos&quot;"')
    expect(html).toContain('<option value="lb" selected="">Pounds (lb)</option>')
    expect(await context(person.token)).toMatchObject({ timezone: "UTC", units: { strengthLoad: "kg" } })
  })

  test("a new token works at once, is shown once, and stops working once revoked", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const created = await browser.submit(`${SETTINGS}/tokens`, "create", { name: "My <agent>", expires: "30" })
    expect([created.status, created.html]).toEqual([303, ""])
    const [token = ""] = /fettle_test_\w+/.exec((await browser.follow(created)).html) ?? []
    expect(await context(token)).toMatchObject({ timezone: "UTC" })
    const list = (await browser.get(`${SETTINGS}/tokens`)).html
    expect(list).toContain("My &lt;agent&gt;")
    expect(list).toContain("13 Apr 2026, 12:00")
    expect(list).not.toContain(token)
    const forms = formsOf(list).filter(({ hidden }) => hidden.action === "revoke")
    const [mine] = forms.filter(({ hidden }) => list.indexOf(hidden.tokenId ?? "") > list.indexOf("My &lt;agent"))
    expect((await browser.post(`${SETTINGS}/tokens`, mine?.hidden ?? {})).status).toBe(303)
    expect(await context(token)).toBe("unauthorized")
    expect(await context(person.token)).toMatchObject({ timezone: "UTC" })
  })

  test.each([
    ["30", "13 Apr 2026, 12:00"],
    ["90", "12 Jun 2026, 12:00"],
    ["365", "14 Mar 2027, 12:00"]
  ])("a token for %s days is shown with its end", async (expires, end) => {
    const browser = await signIn(service(), await newPerson(service()))
    await browser.follow(await browser.submit(`${SETTINGS}/tokens`, "create", { name: "Agent", expires }))
    expect((await browser.get(`${SETTINGS}/tokens`)).html).toContain(end)
  })

  test("one button makes a token with every client's configuration", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const { html } = await browser.follow(await browser.submit("/app?done=welcome", "connect"))
    const [token = ""] = /fettle_test_\w+/.exec(html) ?? []
    expect(html).toContain(
      `claude mcp add --transport http fettle http://localhost:3000/v1/mcp --header &quot;Authorization: Bearer ${token}&quot;`
    )
    for (const client of ["Claude Code", "VS Code", "Cursor", "Gemini CLI", "Codex", "Claude Desktop"])
      expect(html).toContain(`aria-label="Copy the configuration for ${client}"`)
    expect(await context(token)).toMatchObject({ timezone: "UTC" })
  })

  test("the page of a new token shows it once, to its session, for a minute; reloading it makes no other", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const create = () => browser.submit(`${SETTINGS}/tokens`, "create", { name: "Agent", expires: "never" })
    const tokenIn = (html: string) => /fettle_test_\w+/.exec(html)?.[0]
    const count = async () =>
      formsOf((await browser.get(`${SETTINGS}/tokens`)).html).filter(({ hidden }) => hidden.action === "revoke").length
    const before = await count()

    const created = await create()
    const handed = browser.cookies.get("fettle_hand_over") ?? ""
    const token = tokenIn((await browser.follow(created)).html) ?? ""
    expect(await context(token)).toMatchObject({ timezone: "UTC" })
    expect(decodeURIComponent(handed)).not.toContain(token.slice(-20))
    for (let reloads = 0; reloads < 2; reloads++) {
      const { status, html } = await browser.follow(created)
      expect([status, tokenIn(html), html.includes("A token&#39;s text is shown once")]).toEqual([200, undefined, true])
    }
    expect(await count()).toBe(before + 1)

    // Another tab, or the browser's worker, may ask for the page before the browser follows.
    const slow = await create()
    expect(tokenIn((await browser.get(`${SETTINGS}/tokens`)).html)).toBeUndefined()
    expect(tokenIn((await browser.follow(slow)).html)).toBeDefined()

    // A handed-over token opens in no other session, on no other page, and not after a minute.
    await create()
    const stolen = browser.cookies.get("fettle_hand_over") ?? ""
    const other = await signIn(service(), person)
    other.cookies.set("fettle_hand_over", stolen)
    expect(tokenIn((await other.get(`${SETTINGS}/tokens?new`)).html)).toBeUndefined()
    expect(tokenIn((await browser.get(SETTINGS)).html)).toBeUndefined()
    await service().setTime("2026-03-14T12:01:00Z")
    expect(tokenIn((await browser.get(`${SETTINGS}/tokens?new`)).html)).toBeUndefined()
    await service().setTime(NOON)
  })

  test("sessions are listed and ended one by one or all at once; tokens keep working", async () => {
    const person = await newPerson(service())
    const [here, there] = [await signIn(service(), person), await signIn(service(), person)]
    const { html } = await here.get(`${SETTINGS}/sessions`)
    expect(html.match(/Unknown browser/g)?.length).toBeGreaterThanOrEqual(2)
    const others = formsOf(html).filter(({ hidden }) => hidden.action === "end")
    expect(others).toHaveLength(2)
    const [mine] = html.split("(this browser)")
    const other = others.find(({ hidden }) => hidden.sessionId !== mineIn(html))
    expect(mine).toBeDefined()
    expect((await here.post(`${SETTINGS}/sessions`, other?.hidden ?? {})).headers.get("location")).toBe(
      `${SETTINGS}/sessions?done=ended`
    )
    expect((await there.get("/app")).status).toBe(303)
    expect((await here.get("/app")).status).toBe(200)
    const third = await signIn(service(), person)
    expect((await here.submit(`${SETTINGS}/sessions`, "endAll")).headers.get("location")).toBe("/app/sign-in")
    expect([(await third.get("/app")).status, here.cookies.size]).toEqual([303, 0])
    expect(await context(person.token)).toMatchObject({ timezone: "UTC" })
  })

  test("everything is deleted only after the confirmation was typed", async () => {
    const person = await newPerson(service())
    const other = await newPerson(service())
    const browser = await signIn(service(), person)
    expect((await browser.get(`${SETTINGS}/delete`)).html).toContain('href="/app/settings/history?download=all"')
    const wrong = await browser.submit(`${SETTINGS}/delete`, "delete", { confirmation: "delete" })
    expect([wrong.status, wrong.html.includes("must be exactly: delete everything")]).toEqual([400, true])
    expect(await context(person.token)).toMatchObject({ timezone: "UTC" })
    const done = await browser.submit(`${SETTINGS}/delete`, "delete", { confirmation: " Delete everything " })
    const after = "/app/sign-in?done=deleted"
    expect([done.status, done.headers.get("location"), browser.cookies.size]).toEqual([303, after, 0])
    expect((await browser.get(after)).html).toContain("Your account is deleted, with all its data.")
    expect(await context(person.token)).toBe("unauthorized")
    expect(await context(other.token)).toMatchObject({ timezone: "UTC" })
  })

  test("the ids of another user are unknown, in every form that takes one", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const browser = await signIn(service(), person)
    const theirs = await signIn(service(), other)
    const [theirToken] = await service().run(listTokens(other.id))
    const [theirSession] = await service().run(
      Effect.flatMap(SignInStore, (store) => store.listSessions(other.id, theirToken!.createdAt))
    )
    const { form_token = "" } = formsOf((await browser.get(SETTINGS)).html)[0]?.hidden ?? {}
    for (const [path, fields] of [
      [`${SETTINGS}/tokens`, { action: "revoke", tokenId: theirToken?.id ?? "" }],
      [`${SETTINGS}/sessions`, { action: "end", sessionId: theirSession?.id ?? "" }]
    ] as const) {
      const { status } = await browser.post(path, { form_token, ...fields })
      expect([path, status]).toEqual([path, 404])
    }
    expect((await theirs.get("/app")).status).toBe(200)
    expect(await context(other.token)).toMatchObject({ timezone: "UTC" })
  })
})

/** The session of the browser that views the list. */
const mineIn = (html: string): string | undefined =>
  /\(this browser\)[\s\S]*?name="sessionId" value="([^"]*)"/.exec(html)?.[1]

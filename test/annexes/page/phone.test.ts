import { expect, test } from "bun:test"
import { Effect } from "effect"
import { listDevices } from "../../../src/annexes/imports/devices/devices.ts"
import { listTokens } from "../../../src/features/accounts/accounts.ts"
import { newPerson, overEveryDatabase, type Person } from "../../support/app.ts"
import { scanned } from "./qr.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const PATH = "/app/settings/phone"

const TOKEN = /fettle_test_\w+/

overEveryDatabase("phone and scales", (service) => {
  const devices = (person: Person) => service().run(listDevices(person.id))

  /** Connects an app, as a person does, and returns the page that is shown once. */
  const connect = async (browser: Browser, app: string) => {
    const created = await browser.submit(PATH, "connect", { app })
    return { created, html: (await browser.follow(created)).html }
  }

  /** Sends the form of a device's page for an action. */
  const act = async (browser: Browser, id: string, action: string, fields: Readonly<Record<string, string>> = {}) =>
    browser.submit(`${PATH}/device?id=${id}`, action, fields)

  test("an app is connected once: address, header and code are shown, and a reload makes no second token", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const { created, html } = await connect(browser, "life-dashboard")
    expect([created.status, created.html, created.headers.get("location")]).toEqual([303, "", `${PATH}?new`])
    const [token = ""] = TOKEN.exec(html) ?? []
    expect(html).toContain("http://localhost:3000/ingest")
    for (const shown of [html, (await browser.get(PATH)).html])
      expect(shown).toContain("http://localhost:3000 is this computer alone, and no phone can reach it.")
    expect(html).toContain(`Bearer ${token}`)
    expect(scanned(html)).toBe(`http://localhost:3000/app/phone#life-dashboard.${token}`)
    const again = (await browser.follow(created)).html
    expect(again).toContain("The header is shown once")
    expect(again).not.toMatch(TOKEN)
    const [device, ...others] = await devices(person)
    expect([device?.app, others]).toEqual(["life-dashboard", []])
    expect(again).toContain(`${PATH}/device?id=${device?.id}`)
    const tokens = await service().run(Effect.orDie(listTokens(person.id)))
    expect(tokens.filter(({ scope }) => scope === "ingest").map(({ id }) => id as string)).toEqual([
      device?.tokenId ?? ""
    ])
  })

  test("the code for Health Auto Export opens the app with everything filled in", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const { html } = await connect(browser, "health-auto-export")
    const [token = ""] = TOKEN.exec(html) ?? []
    const link = new URL(scanned(html))
    expect(link.protocol).toBe("com.healthexport:")
    expect(link.searchParams.get("headers")).toBe(`Authorization,Bearer ${token}`)
  })

  test("a device is paused, resumed, given a secret that is never shown, and disconnected", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await connect(browser, "life-dashboard")
    const id = (await devices(person))[0]?.id ?? ""
    expect((await browser.follow(await act(browser, id, "pause"))).html).toContain("It is paused.")
    expect((await devices(person))[0]?.pausedAt).toBeNumber()
    expect((await browser.follow(await act(browser, id, "resume"))).html).toContain("It is resumed.")
    const short = await act(browser, id, "sign", { secret: "short" })
    expect([short.status, short.html.includes("must be 8 to 200 characters long")]).toEqual([400, true])
    const signed = await browser.follow(await act(browser, id, "sign", { secret: "a long secret" }))
    expect([signed.html.includes("Signatures (required)"), signed.html.includes("a long secret")]).toEqual([
      true,
      false
    ])
    expect((await devices(person))[0]).toMatchObject({ pausedAt: null, hasSecret: true })
    expect((await browser.follow(await act(browser, id, "sign"))).html).not.toContain("(required)")
    const ended = await browser.follow(await act(browser, id, "end"))
    expect(ended.html).toContain("Disconnected (1)")
    const tokens = await service().run(Effect.orDie(listTokens(person.id)))
    expect(tokens.filter(({ scope, revokedAt }) => scope === "ingest" && revokedAt === null)).toEqual([])
    const page = (await browser.get(`${PATH}/device?id=${id}`)).html
    expect(formsOf(page).filter(({ hidden }) => hidden.id === id)).toEqual([])
  })

  test("what an app's next file replaced is named", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const [token = ""] = TOKEN.exec((await connect(browser, "other")).html) ?? []
    const push = (title: string) =>
      [
        "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe",
        `"${title}","13 Mar 2026, 16:50","13 Mar 2026, 17:50","","Bench Press (Barbell)",,"",0,"normal",80,5,,,`,
        ""
      ].join("\n")
    const address = `${PATH}/device?id=${(await devices(person))[0]?.id}`
    for (const [title, isNamed] of [
      ["Push", false],
      ["Push A", true]
    ] as const) {
      const sent = await service().fetch("/ingest", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
        body: push(title)
      })
      expect(sent.status).toBe(200)
      expect((await browser.get(address)).html.includes("<li>Push on 2026-03-13 ")).toBe(isNamed)
    }
  })

  test("arrivals are shown by kind and day, with what was left out, and undone after a question", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const [token = ""] = TOKEN.exec((await connect(browser, "life-dashboard")).html) ?? []
    const sent = await service().fetch("/ingest", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        timestamp: "2026-03-14T11:00:00Z",
        app_version: "1.21.2",
        source: "health_connect",
        weight: [{ kilograms: 72.4, time: "2026-03-13T07:00:00Z", uuid: "a" }],
        heart_rate: [{ bpm: 61, time: "2026-03-13T07:00:00Z", uuid: "b" }],
        daily_totals: [
          { date: "2026-03-13", steps: 9120 },
          { date: "2026-03-14", steps: 4000 }
        ]
      })
    })
    expect([sent.status, await sent.json()]).toMatchObject([200, { new: 3 }])
    const id = (await devices(person))[0]?.id ?? ""
    const address = `${PATH}/device?id=${id}`
    const page = (await browser.get(address)).html
    expect(page).toContain("last arrival <time")
    expect(page).toContain("<li>Weigh-ins: 1, the last for yesterday</li><li>Step counts: 2, the last for today</li>")
    expect(page).toContain('<th scope="row">Yesterday</th><td class="number">1</td><td class="number">1</td>')
    expect(page).toContain("heart_rate: is not kept")
    const list = (await browser.get("/app/settings/history")).html
    expect(list).toContain("sends by itself, last arrival")
    expect(formsOf(list).filter(({ hidden }) => hidden.action === "undo")).toEqual([])

    const question = (await browser.get(`${address}&undo=yes&from=2026-03-14`)).html
    expect(question).toContain("Saturday, 14 Mar 2026 and later")
    expect((await devices(person))[0]?.counts).toHaveLength(2)
    const undone = await browser.follow(await browser.submit(`${address}&undo=yes&from=2026-03-14`, "undo"))
    expect(undone.html).toContain("1 removed.")
    expect(undone.html).toContain("Step counts: 1, the last for yesterday")
    const asks = async (query: string) => (await browser.get(address + query)).html.includes("Take this back?")
    expect([await asks("&undo=yes"), await asks("&undo=yes&from="), await asks("&undo=yes&from=soon")]).toEqual([
      true,
      true,
      false
    ])
  })

  test("revoking a device's token among the API tokens disconnects the device", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await connect(browser, "hc-webhook")
    const list = (await browser.get("/app/settings/tokens")).html
    expect(list).toContain("only brings data in")
    const tokenId = (await devices(person))[0]?.tokenId ?? ""
    const form = formsOf(list).find(({ hidden }) => hidden.tokenId === tokenId)
    expect((await browser.post("/app/settings/tokens", form?.hidden ?? {})).status).toBe(303)
    expect((await devices(person))[0]?.endedAt).toBeNumber()
  })

  test("another person's device is not found", async () => {
    const owner = await newPerson(service())
    await connect(await signIn(service(), owner), "other")
    const id = (await devices(owner))[0]?.id ?? ""
    const browser = await signIn(service(), await newPerson(service()))
    expect((await browser.get(`${PATH}/device?id=${id}`)).status).toBe(404)
    await connect(browser, "other")
    const own = formsOf((await browser.get(PATH)).html)[0]?.hidden ?? {}
    for (const action of ["pause", "resume", "sign", "undo", "end"])
      expect([
        action,
        (await browser.post(`${PATH}/device`, { ...own, action, id, secret: "a long secret" })).status
      ]).toEqual([action, 404])
    expect((await devices(owner))[0]).toMatchObject({ pausedAt: null, endedAt: null, hasSecret: false })
  })
})

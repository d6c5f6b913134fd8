import { expect, test } from "bun:test"
import { Effect } from "effect"
import { listWebhooks } from "../../../src/annexes/webhooks/webhooks.ts"
import { NOON, newPerson, output } from "../../support/app.ts"
import { hookOf, onlyOne, overDatabases, sendAll, verified } from "../webhooks/support.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const PATH = "/app/settings/webhooks"
const HOUR = 3_600_000

const secretIn = (html: string): string => /whsec_[A-Za-z0-9+/]{43}=/.exec(html)?.[0] ?? ""
const addressIn = (html: string): string =>
  /\/app\/settings\/webhooks\/webhook\?id=hook_[0-9a-z]+/.exec(html)?.[0] ?? ""

overDatabases("the page of webhooks", { webhooksPrivate: true }, (service, receiver) => {
  const begin = async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const to = receiver()
    const steps = (value: number) => output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value }] }))
    return { person, browser, to, steps }
  }
  const add = async (browser: Browser, url: string) =>
    browser.follow(await browser.submit(PATH, "add", { url, events: "reading.set" }))

  test("adds a webhook, and shows its key once", async () => {
    const { person, browser, to, steps } = await begin()
    const made = await add(browser, to.url)
    const secret = secretIn(made.html)
    expect(secret).not.toBe("")
    const again = await browser.get(`${PATH}?new`)
    expect(again.html).not.toContain(secret)
    expect(again.html).toContain("shown once")
    await steps(1)
    await sendAll(service())
    verified(onlyOne(to.got), secret)
    const shown = await browser.get(addressIn(again.html))
    expect(shown.html).toContain("answered 204")
    expect(shown.html).not.toContain(secret)
    expect(shown.html).not.toContain(">1<")
    expect(await service().run(listWebhooks(person.id))).toHaveLength(1)
  })

  test("adds one webhook for one form, however often it is sent", async () => {
    const { person, browser, to } = await begin()
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "add")
    const send = () => browser.post(PATH, { ...form?.hidden, url: to.url, events: "food.logged" })
    const [one, other] = await Promise.all([send(), send()])
    await send()
    expect([one.status, other.status]).toEqual([303, 303])
    expect(onlyOne(await service().run(listWebhooks(person.id))).events).toEqual(["food.logged"])
  })

  test("says what is wrong beside the field", async () => {
    const { person, browser } = await begin()
    const wrong = await browser.submit(PATH, "add", { url: "ftp://example.com", events: "food.logged" })
    expect(wrong.html).toContain("URL must be an https URL")
    expect(
      (await browser.submit(PATH, "add", { url: "http://169.254.169.254/", events: "food.logged" })).html
    ).toContain("URL must begin with")
    const none = await browser.submit(PATH, "add", { url: "https://192.0.33.8/", events: "" })
    expect(none.html).toContain("Events is missing")
    const odd = await browser.submit(PATH, "add", { url: "https://192.0.33.8/", events: "all" })
    expect(odd.html).toContain("Events must be at least one")
    expect(await service().run(listWebhooks(person.id))).toEqual([])
  })

  test("sends again, renews the key once, and removes", async () => {
    const { person, browser, to, steps } = await begin()
    const hook = await hookOf(service(), person, to)
    const at = `${PATH}/webhook?id=${hook.id}`
    await steps(1)
    await sendAll(service())
    const done = await browser.follow(await browser.submit(at, "again"))
    expect(done.html).toContain("It is sent again.")
    await sendAll(service())
    expect(to.got.map(({ id }) => id)).toEqual([String(to.got[0]?.id), String(to.got[0]?.id)])

    const form = formsOf((await browser.get(at)).html).find(({ hidden }) => hidden.action === "rotate")
    const first = await browser.post(at, form?.hidden ?? {})
    const shown = await browser.follow(first)
    expect(secretIn((await browser.follow(await browser.post(at, form?.hidden ?? {}))).html)).toBe(secretIn(shown.html))
    await steps(2)
    await sendAll(service())
    const last = to.got[2]
    if (last === undefined) throw new Error("Nothing arrived")
    verified(last, hook.secret)
    verified(last, secretIn(shown.html))

    const removed = await browser.follow(await browser.submit(at, "remove"))
    expect(removed.html).toContain("The webhook is removed")
    expect((await browser.get(at)).status).toBe(404)
  })

  test("notes a webhook that fails, and one that is paused, and sends what waits", async () => {
    const { person, browser, to, steps } = await begin()
    const hook = await hookOf(service(), person, to)
    const at = `${PATH}/webhook?id=${hook.id}`
    to.status(500)
    await steps(1)
    await sendAll(service())
    expect((await browser.get(at)).html).toContain("answered 500, waits")
    expect((await browser.get(PATH)).html).toContain("Fails since")
    await service().setTime(new Date(Date.parse(NOON) + 25 * HOUR).toISOString())
    await sendAll(service())
    expect((await browser.get(PATH)).html).toContain("A webhook is stopped")
    expect((await browser.get(at)).html).toContain("No attempt of a day succeeded")
    to.answers()
    await browser.submit(at, "resume")
    await sendAll(service())
    expect((await browser.get(at)).html).toContain("answered 204, 3 attempts")
    expect((await browser.get(PATH)).html).toContain("Works")
  })

  test("knows only the person's own webhooks", async () => {
    const { person, to, steps } = await begin()
    const hook = await hookOf(service(), person, to)
    await steps(1)
    await sendAll(service())
    const at = `${PATH}/webhook?id=${hook.id}`
    const other = await newPerson(service())
    const browser = await signIn(service(), other)
    expect((await browser.get(at)).status).toBe(404)
    const own = await hookOf(service(), other, receiver())
    const mine = `${PATH}/webhook?id=${own.id}`
    const form = formsOf((await browser.get(mine)).html).find(({ hidden }) => hidden.action === "rotate")
    for (const action of ["again", "resume", "rotate", "remove"]) {
      const forged = { ...form?.hidden, action, id: hook.id, place: "1" }
      expect([action, (await browser.post(at, forged)).status]).toEqual([action, 404])
    }
    await sendAll(service())
    expect(to.got).toHaveLength(1)
    const left = await service().run(Effect.map(listWebhooks(person.id), (all) => all.map(({ id }) => id)))
    expect(left).toEqual([hook.id])
  })
})

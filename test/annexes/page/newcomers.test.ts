import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { NewcomerStore } from "../../../src/annexes/identity/sign-in/newcomers.ts"
import { createInvitation, createLoginLink } from "../../../src/annexes/identity/sign-in/sign-in.ts"
import { changeUser } from "../../../src/features/accounts/accounts.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { BASE_URL, NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { browserOf, formsOf, linkOf, secretIn, signIn } from "./support.ts"

const ACCEPTED = { name: "Grace", timezone: "Europe/Berlin", units: "metric" }

overEveryStore("newcomers", (service) => {
  const zoneOf = async ({ rest }: Person) => (await output<{ timezone: string }>(rest("get_context"))).timezone
  const noteMachine = ({ id }: Person, timezone: string) =>
    service().run(Effect.flatMap(NewcomerStore, (store) => store.isOfMachine(id, timezone)))
  const never = () => service().run(Effect.flatMap(NewcomerStore, (store) => store.neverSignedIn))

  describe("the timezone", () => {
    test("that nobody chose becomes the first browser's, and no later one's", async () => {
      const person = await newPerson(service(), { timezone: "UTC" })
      await noteMachine(person, "UTC")
      const enter = async (timezone: string) => {
        const link = secretIn(await linkOf(service(), person))
        expect((await browserOf(service()).post("/app/login", { link, timezone })).status).toBe(303)
        return zoneOf(person)
      }
      expect(await enter("")).toBe("UTC")
      expect(await enter("Mars/Olympus")).toBe("UTC")
      expect(await enter("Europe/Berlin")).toBe("Europe/Berlin")
      expect(await enter("Asia/Tokyo")).toBe("Europe/Berlin")
    })

    test("that somebody chose stays, also if it was the machine's before", async () => {
      const chosen = await newPerson(service(), { timezone: "UTC" })
      const link = secretIn(await linkOf(service(), chosen))
      await browserOf(service()).post("/app/login", { link, timezone: "Europe/Berlin" })
      expect(await zoneOf(chosen)).toBe("UTC")
      const changed = await newPerson(service(), { timezone: "UTC" })
      await noteMachine(changed, "UTC")
      await service().run(
        changeUser(changed.id, (user) => ({ ...user, timezone: "America/Lima" as typeof user.timezone }))
      )
      const another = secretIn(await linkOf(service(), changed))
      await browserOf(service()).post("/app/login", { link: another, timezone: "Europe/Berlin" })
      expect(await zoneOf(changed)).toBe("America/Lima")
    })

    test("moves by one tap on Today and in the diary, what is logged stays, and it can be undone", async () => {
      const person = await newPerson(service(), { timezone: "UTC" })
      const browser = await signIn(service(), person)
      await service().setTime("2026-03-14T23:30:00Z")
      await output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 80, unit: "kg" }] }))
      for (const page of ["/app", "/app/diary"]) {
        const form = formsOf((await browser.get(page)).html).find(({ hidden }) => hidden.action === "zone")
        expect([form?.to, form?.hidden.back]).toEqual(["/app/settings/account", page])
      }
      const moved = await browser.submit("/app", "zone", { timezone: "Europe/Berlin" })
      const today = await browser.follow(moved)
      expect(today.html).toContain("Your days begin at midnight in Europe/Berlin.")
      expect(await zoneOf(person)).toBe("Europe/Berlin")
      const { readings } = await output<{ readings: ReadonlyArray<{ date: string }> }>(
        person.rest("list_body_metrics", { metric: "weight", from: TODAY, to: "2026-03-15" })
      )
      expect(readings.map(({ date }) => date)).toEqual([TODAY])
      expect((await output<{ activityDay: string }>(person.rest("get_context"))).activityDay).toBe("2026-03-15")
      const undo = formsOf(today.html).find(({ hidden }) => hidden.action === "zone" && hidden.timezone === "UTC")
      await browser.post(undo?.to ?? "", undo?.hidden ?? {})
      expect(await zoneOf(person)).toBe("UTC")
      await service().setTime(NOON)
    })

    test("may be left as it is in this browser, also by the next session, until the person's changes", async () => {
      const person = await newPerson(service(), { timezone: "UTC" })
      const browser = await signIn(service(), person)
      const kept = async () => (await browser.get("/app")).html.match(/data-kept-zone="([^"]*)"/)?.[1]
      expect(await kept()).toBe("")
      const diary = await browser.submit("/app/diary", "keep-zone", { timezone: "Asia/Tokyo" })
      expect(diary.headers.get("location")).toBe("/app/diary")
      expect([await kept(), await zoneOf(person)]).toEqual(["UTC Asia/Tokyo", "UTC"])
      await browser.submit("/app/sign-out", "leave")
      await browser.post("/app/login", { link: secretIn(await linkOf(service(), person)) })
      expect(await kept()).toBe("UTC Asia/Tokyo")
    })

    test("of another page or none is refused", async () => {
      const browser = await signIn(service(), await newPerson(service()))
      const form = formsOf((await browser.get("/app")).html).find(({ hidden }) => hidden.action === "zone")
      for (const fields of [{ timezone: "Nowhere" }, { back: "https://evil.example" }])
        expect((await browser.post(form?.to ?? "", { ...form?.hidden, ...fields })).status).toBe(400)
    })
  })

  describe("the start on Today", () => {
    const cards = (html: string) =>
      ["You", "Your day", "Your history"].filter((title) => html.includes(`>${title}</h2>`))

    test("has three cards, each until it is done or put away", async () => {
      const person = await newPerson(service(), { timezone: "UTC" })
      const browser = await signIn(service(), person)
      expect(cards((await browser.get("/app")).html)).toEqual(["You", "Your day", "Your history"])
      await browser.submit("/app", "you", { timezone: "America/New_York", units: "imperial" })
      const context = await output(person.rest("get_context"))
      expect(context).toMatchObject({
        timezone: "America/New_York",
        units: { bodyWeight: "lb", strengthLoad: "lb", distance: "mi" }
      })
      expect(cards((await browser.get("/app")).html)).toEqual(["Your day", "Your history"])
      await browser.submit("/app", "day", { calories: "2,200", protein: "120", water: "2" })
      const { goals } = await output<{ goals: ReadonlyArray<Record<string, unknown>> }>(person.rest("list_goals"))
      expect(goals.map(({ metric, targetValue, comparison, unit }) => [metric, targetValue, comparison, unit])).toEqual(
        [
          ["calories", 2200, "max", "kcal"],
          ["protein", 120, "min", "g"],
          ["hydration", 2000, "min", "ml"]
        ]
      )
      expect(cards((await browser.get("/app")).html)).toEqual(["Your history"])
      await browser.submit("/app", "away", { card: "history" })
      expect(cards((await browser.get("/app")).html)).toEqual([])
    })

    test("is not shown to somebody who has logged for days", async () => {
      const person = await newPerson(service())
      for (const date of ["2026-03-12", "2026-03-13", TODAY])
        await output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value: 5000, date }] }))
      expect(cards((await (await signIn(service(), person)).get("/app")).html)).toEqual([])
    })
  })

  describe("an invitation", () => {
    const invited = async (by: string | null = "Ada <b>") => {
      const person = await newPerson(service(), { name: "Guest" })
      const { url, expiresAt } = await service().run(createInvitation(person.id, BASE_URL, by))
      return { person, url: url.slice(BASE_URL.length), link: secretIn(url), expiresAt }
    }

    test("says who invites, and takes name, timezone and units before the first sign-in", async () => {
      const { person, url, link, expiresAt } = await invited()
      expect(expiresAt.epochMillis - Date.parse(NOON)).toBe(7 * 86_400_000)
      expect((await never()).has(person.id)).toBe(true)
      const browser = browserOf(service())
      const { html } = await browser.get(url)
      expect(html).toContain("Ada &lt;b&gt; runs a Fettle at <strong>localhost:3000</strong>")
      const answer = await browser.post("/app/login", { link, ...ACCEPTED, units: "imperial" })
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/settings/passkeys?done=welcome"])
      const user = await service().run(Effect.flatMap(AccountStore, (store) => store.findUser(person.id)))
      expect([user.name, user.timezone, user.bodyWeightUnit, user.distanceUnit]).toEqual([
        "Grace",
        "Europe/Berlin",
        "lb",
        "mi"
      ])
      expect((await never()).has(person.id)).toBe(false)
    })

    test("with unusable answers is not used up", async () => {
      const { link } = await invited(null)
      const browser = browserOf(service())
      for (const fields of [{ name: " " }, { timezone: "Nowhere" }, { units: "stones" }]) {
        const refused = await browser.post("/app/login", { link, ...ACCEPTED, ...fields })
        expect([refused.status, browser.cookies.size]).toEqual([400, 0])
        expect(refused.html).toContain('role="alert"')
      }
      expect((await browser.post("/app/login", { link, ...ACCEPTED })).status).toBe(303)
    })

    test("works once, also if two people open it at the same instant", async () => {
      const { link } = await invited()
      const statuses = await Promise.all(
        Array.from(
          { length: 6 },
          async () => (await browserOf(service()).post("/app/login", { link, ...ACCEPTED })).status
        )
      )
      expect(statuses.sort()).toEqual([303, 403, 403, 403, 403, 403])
    })

    test("that is used, late, revoked or superseded tells a stranger nothing, and looks like any dead link", async () => {
      const used = await invited()
      await browserOf(service()).post("/app/login", { link: used.link, ...ACCEPTED })
      const superseded = await invited()
      const { url } = await service().run(createLoginLink(superseded.person.id, BASE_URL))
      await browserOf(service()).post("/app/login", { link: secretIn(url) })
      const revoked = await invited()
      await service().run(Effect.flatMap(AccountStore, (store) => store.deleteUser(revoked.person.id)))
      const late = await invited()
      await service().setTime("2026-03-21T12:00:00Z")
      const pages = []
      for (const { link, url } of [used, superseded, revoked, late]) {
        const seen = await browserOf(service()).get(url)
        const posted = await browserOf(service()).post("/app/login", { link, ...ACCEPTED })
        expect([seen.status, posted.status]).toEqual([403, 403])
        pages.push(seen.html, posted.html)
      }
      pages.push((await browserOf(service()).get("/app/login?link=nonsense")).html)
      expect(new Set(pages).size).toBe(1)
      await service().setTime(NOON)
    })
  })
})

import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { NOON, newPerson, overEveryDatabase, type Person } from "../../support/app.ts"
import { BODY } from "../imports/ingest/body.ts"
import { everyForm, furnish } from "./every-form.ts"
import { signIn } from "./support.ts"

/** Forms that also work without access: they end or delete something. Those that end the session come last. */
const OPEN = [
  "/app/settings/tokens revoke",
  "/app/settings/phone/device end",
  "/app/settings/sessions end",
  "/app/settings/sessions endAll",
  "/app/sign-out leave",
  "/app/settings/delete delete"
]

overEveryDatabase("a person whose access has ended", (service) => {
  beforeAll(() => service().setTime(NOON))

  const lapse = ({ id }: Person) =>
    service().run(
      Effect.orDie(
        Effect.flatMap(AccountStore, (store) =>
          Effect.flatMap(store.findUser(id), (user) => store.saveUser({ ...user, plan: "free" }))
        )
      )
    )

  test("may export, revoke, delete and sign out on the page, and nothing else: every form", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await furnish(person, browser)
    const forms = await everyForm(browser)
    expect(OPEN.filter((name) => !forms.has(name))).toEqual([])
    expect(forms.size).toBeGreaterThan(50)
    await lapse(person)
    for (const [name, { form }] of forms) {
      if (OPEN.includes(name)) continue
      const { status, html } = await browser.post(form.to, form.hidden)
      expect([name, status, html.includes("You can subscribe at")]).toEqual([name, 403, true])
    }
    for (const [path, action, fields] of [
      ["/app/settings/history", "part", { name: "a.csv", size: "1", at: "0", data: "YQ" }],
      ["/app/settings/history", "check", {}],
      ["/app/settings/history", "import", {}],
      ["/app/settings/passkeys", "add", { name: "Key", answer: "{}" }]
    ] as const) {
      const token = forms.get("/app/settings/account save")?.form.hidden.form_token ?? ""
      const { status } = await browser.post(path, { ...fields, action, form_token: token })
      expect([action, status]).toEqual([action, 403])
    }
    const archive = await browser.get("/app/settings/history?download=all")
    expect([archive.status, archive.headers.get("content-type")]).toEqual([200, "application/zip"])
    for (const name of OPEN) {
      const { form } = forms.get(name) ?? {}
      const [path = "", action = ""] = name.split(" ")
      const isOfSession = path.endsWith("sessions") || path.endsWith("sign-out") || path.endsWith("delete")
      const { status } = isOfSession
        ? await (await signIn(service(), person)).submit(path, action, { confirmation: "delete everything" })
        : await browser.post(form?.to ?? "", form?.hidden ?? {})
      expect([name, status]).toEqual([name, 303])
    }
  }, 240_000)

  test("is refused by the device endpoint at once, although the account was cached", async () => {
    const person = await newPerson(service())
    const post = async () => {
      const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" }
      return (await service().fetch("/ingest", { method: "POST", headers, body: JSON.stringify(BODY) })).status
    }
    expect(await post()).toBe(200)
    await lapse(person)
    expect(await post()).toBe(403)
  })
})

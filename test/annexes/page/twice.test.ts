import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryDatabase, overOneDatabase, type Person } from "../../support/app.ts"
import { BARCODE, everyForm, type Form, furnish } from "./every-form.ts"
import { type Browser, formsOf, signIn, valuesIn } from "./support.ts"

/** Forms that would end the test's session, or that only a script can fill in. */
const LEFT_OUT = [
  "/app/sign-out leave",
  "/app/undo dismiss",
  "/app/settings/delete delete",
  "/app/settings/sessions end",
  "/app/settings/sessions endAll",
  "/app/settings/passkeys add",
  "/app/settings/history part"
]

const TOKENS = "/app/settings/tokens"

/** What a person fills in, by field name. Other fields stay as they are. */
const FILLED: Readonly<Record<string, string>> = {
  value: "70",
  servings: "2",
  servingSize: "100",
  protein: "1",
  carbs: "2",
  fat: "3",
  "quickAdd.name": "Soup",
  "quickAdd.calories": "120",
  toDate: "2026-03-15",
  find: "Push-Up",
  secret: "0123456789abcdef0123456789abcdef",
  timezone: "UTC"
}

/** Fields that the page adds only by its buttons, or that have no value of their own. */
const ADDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/app/diary scanned": { barcode: BARCODE },
  "/app/goals make": { kind: "habit", days: "mon" },
  "/app/goals/goal change": { days: "mon" },
  "/app/workouts/log log": { find: "", "exercises[0].name": "Push-Up", "exercises[0].sets[0].reps": "12" },
  "/app/workouts/routine save": { find: "", "exercises[0].name": "Push-Up", "exercises[0].sets[0].reps": "12" },
  "/app/workout replace": { find: "" },
  "/app/settings/webhooks add": { url: "https://192.0.33.8/hook", events: "food.logged" }
}

/** The forms that create or add something. New ones belong here. */
const MAKING = [
  "/app add",
  "/app/diary log",
  "/app/diary quick",
  "/app/settings/webhooks add",
  "/app/diary copy",
  "/app/diary scanned",
  "/app/diary make",
  "/app/goals make",
  "/app/goals add",
  "/app/workouts/log log",
  "/app/workouts/routine save",
  "/app/workout routine",
  "/app/settings/tokens connect",
  "/app/settings/tokens create",
  "/app/settings/phone connect",
  "/app/settings/foods create",
  "/app/settings/meals create",
  "/app/settings/meals/meal add",
  "/app/settings/recipes create",
  "/app/settings/recipes/recipe add",
  "/app/settings/recipes/recipe log",
  "/app/settings/exercises create"
]

/** The pages that show a person's data. */
const SHOWING = [
  "/app",
  "/app/diary",
  "/app/diary?date=2026-03-15",
  "/app/diary?list=meals",
  "/app/workouts",
  "/app/workouts/routines",
  "/app/goals",
  "/app/settings/account",
  "/app/settings/tokens",
  "/app/settings/webhooks",
  "/app/settings/phone",
  "/app/settings/foods",
  "/app/settings/meals",
  "/app/settings/recipes",
  "/app/settings/exercises",
  "/app/settings/history"
]

/** What differs between two views of a page although nothing has changed: form tokens and keys. */
const CHANGING = / name="(?:form_token|idempotency_key)" value="[^"]*"/g

/** The selected options of a page's lists, by name. */
const optionsIn = (html: string): ReadonlyMap<string, string> =>
  new Map(
    [...html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(([, name = "", options = ""]) => [
      name,
      /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? ""
    ])
  )

/** Sends a form, and opens the page that it leads to, which may show something once. */
const send = async (browser: Browser, to: string, fields: Readonly<Record<string, string>>) => {
  const answer = await browser.post(to, fields)
  if (answer.status === 303) await browser.follow(answer)
  return answer
}

const has = async (browser: Browser): Promise<ReadonlyArray<string>> => {
  const shown: Array<string> = []
  for (const path of SHOWING) shown.push((await browser.get(path)).html.replaceAll(CHANGING, ""))
  return shown
}

/** All forms to send, those that delete something last. */
const inOrder = <A>(forms: ReadonlyMap<string, A>): ReadonlyArray<readonly [string, A]> => {
  const sent = [...forms].filter(([name]) => !LEFT_OUT.includes(name))
  const ends = ([name]: readonly [string, A]) => /(?:delete|remove|end|drop|revoke)$/.test(name)
  return [...sent.filter((form) => !ends(form)), ...sent.filter(ends)]
}

/** A form as a person fills it in. */
const filledIn = (form: Form, html: string): Readonly<Record<string, string>> => {
  const held = new Map([...optionsIn(html), ...valuesIn(html)])
  return Object.fromEntries(form.filled.map((field) => [field, FILLED[field] ?? held.get(field) ?? ""]))
}

/** Deletes the entries of own foods and recipes, which cannot be deleted while the diary has them. */
const emptyDiary = async ({ rest }: Person) => {
  const { entries } = await output<{
    entries: ReadonlyArray<{ readonly id: string; readonly food: { readonly kind: string } }>
  }>(rest("list_food_entries"))
  for (const { id, food } of entries) if (food.kind === "custom_food") await output(rest("delete_food_entry", { id }))
}

overOneDatabase("a form that is sent twice", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("takes effect once: every form of every page that links lead to", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await furnish(person, browser)
    const forms = await everyForm(browser)
    const unsent = MAKING.filter((name) => !forms.has(name))
    expect(unsent).toEqual([])
    const changed: Array<string> = []
    let held = await has(browser)
    for (const [name, { form, html }] of inOrder(forms)) {
      const named = form.filled.includes("name") ? { name: `Made by ${name}` } : {}
      const fields = { ...filledIn(form, html), ...named, ...form.hidden, ...ADDED[name] }
      if (name === "/app/settings/recipes/recipe delete") await emptyDiary(person)
      const first = await send(browser, form.to, fields)
      const once = await has(browser)
      const second = await send(browser, form.to, fields)
      expect([name, first.status, await has(browser)]).toEqual([name, 303, once])
      // What was deleted does not exist any more.
      const ends = name.endsWith("delete") || name.endsWith("remove")
      expect([name, second.status]).toEqual([name, ends && second.status === 404 ? 404 : 303])
      if (JSON.stringify(held) !== JSON.stringify(once)) changed.push(name)
      held = once
    }
    expect(MAKING.filter((name) => !changed.includes(name))).toEqual([])
  }, 120_000)
})

overEveryDatabase("a form whose answer was lost", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("shows the token that it made when it is sent again, to that session only", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const form = formsOf((await browser.get(TOKENS)).html).find(({ hidden }) => hidden.action === "create")
    const fields = { ...form?.hidden, name: "Agent", expires: "never" }
    const first = await browser.post(TOKENS, fields)
    // The answer does not arrive, nor does its cookie.
    browser.cookies.delete("fettle_hand_over")
    const again = await browser.post(TOKENS, fields)
    expect([first.status, again.status]).toEqual([303, 303])
    const [token = ""] = /fettle_test_\w+/.exec((await browser.follow(again)).html) ?? []
    expect((await service().fetch("/v1/me", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const { html } = await browser.get(TOKENS)
    expect(html.split("<strong>Agent</strong>")).toHaveLength(2)

    const other = await signIn(service(), person)
    const { form_token = "" } =
      formsOf((await other.get(TOKENS)).html).find(({ hidden }) => hidden.action === "create")?.hidden ?? {}
    const stranger = await other.post(TOKENS, { ...fields, form_token })
    expect((await other.follow(stranger)).html).not.toContain(token)

    const changed = await browser.post(TOKENS, { ...fields, name: "Another agent" })
    expect([changed.status, changed.html.includes("This form was sent before")]).toEqual([409, true])
    await service().setTime(new Date(Date.parse(NOON) + 61_000).toISOString())
    const late = await browser.post(TOKENS, fields)
    expect((await browser.follow(late)).html).toContain("text is shown once, and not kept")
    await service().setTime(NOON)
  })
})

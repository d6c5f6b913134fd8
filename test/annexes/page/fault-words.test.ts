import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeService, newPerson, output, type Service } from "../../support/app.ts"
import { onEmbedded } from "../../support/stores.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(onEmbedded.reused)
})
afterAll(() => service.stop())

/** Names as programs write them, and ids. */
const IDENTIFIERS = /\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w*/g

/** Words that are written so in every language. */
const USUAL = new Set(["iPhone", "iPad", "iOS", "macOS"])

/** The text of a page that a person reads, without text to be copied. */
const readIn = (html: string): string =>
  html
    .replace(/<(script|style|svg|datalist|select|textarea|pre|code|title)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")

const identifiersIn = (html: string): ReadonlyArray<string> =>
  (readIn(html).match(IDENTIFIERS) ?? []).filter((name) => !USUAL.has(name))

/** A person who has one thing of each kind, and the pages with its forms. */
const furnished = async () => {
  const person = await newPerson(service, { ownLimits: { customFoods: 1, goalTemplates: 1 } })
  const call = <A>(name: string, input: Record<string, unknown>) => output<A>(person.rest(name, input))
  const label = { protein: 10, carbs: 20, fat: 5, servingSize: 50, servingSizeUnit: "g" }
  const { customFood } = await call<{ customFood: { id: string } }>("save_custom_food", { name: "Porridge", ...label })
  await call("log_food_entry", { customFoodId: customFood.id, servings: 1, mealType: "lunch" })
  await call("log_food_entry", { quickAdd: { name: "Soup", calories: 90 }, servings: 1, mealType: "lunch" })
  const exercises = [{ name: "Barbell Squat", sets: [{ weight: { value: 80, unit: "kg" }, reps: 5 }] }]
  const { id: workout } = await call<{ id: string }>("log_workout", { name: "Legs", exercises })
  const numeric = { type: "numeric", metric: "hydration", unit: "ml", targetValue: 2000, comparison: "min" }
  const { goal } = await call<{ goal: { id: string } }>("save_goal", { name: "Water", ...numeric })
  await call("set_body_metrics", { metric: "weight", readings: [{ value: 80, unit: "kg" }] })
  return {
    person,
    paths: [
      "/app",
      "/app/diary",
      "/app/diary?q=egg",
      "/app/diary?q=zzzzzz",
      "/app/diary?make=zzzzzz",
      "/app/workouts/log",
      `/app/workouts/log?again=${workout}`,
      `/app/workout?id=${workout}`,
      "/app/goals",
      `/app/goals/goal?id=${goal.id}`,
      "/app/settings/account",
      "/app/settings/tokens",
      "/app/settings/phone",
      "/app/settings/passkeys",
      "/app/settings/sessions",
      "/app/settings/foods",
      `/app/settings/foods/food?id=${customFood.id}`,
      "/app/settings/meals?name=Breakfast&q=egg",
      "/app/settings/recipes?name=Batter&q=egg",
      "/app/settings/exercises",
      "/app/settings/history",
      "/app/settings/delete"
    ]
  }
}

/** What is typed into every field of a form at once. */
const TYPED = ["", "no such value", "-7", "99999999999999", "2026-13-45", "long ".repeat(3000)]

/** Ids that nobody types, and that become invalid when the item was deleted elsewhere. */
const GONE = "goal_0000000000000000"

/** The ways in which a form can be wrong: every field filled with one of these, or its item gone. */
const wrongly = ({ hidden, filled }: ReturnType<typeof formsOf>[number]) => [
  ...TYPED.map((text) => ({ ...hidden, ...Object.fromEntries(filled.map((name) => [name, text])) })),
  {
    ...hidden,
    ...Object.fromEntries(Object.keys(hidden).flatMap((name) => (/^id$|Id$/.test(name) ? [[name, GONE]] : [])))
  }
]

/** The forms that end the session. They have nothing to type. */
const ENDING = new Set(["leave", "everywhere"])

/**
 * Sends each form of a page in every wrong way. Returns how many were refused, and the words in the answers that are
 * not for people.
 */
const refusalsOn = async (browser: Browser, path: string) => {
  const found = new Map<string, string>()
  let refused = 0
  /** The page without the offer to undo the last change, which would come before its own forms. */
  const shown = () => {
    for (const name of browser.cookies.keys()) if (name.endsWith("fettle_undo")) browser.cookies.delete(name)
    return browser.get(path)
  }
  const { html } = await shown()
  for (const [index, form] of formsOf(html).entries())
    for (const way of wrongly(form).keys()) {
      const now = formsOf((await shown()).html)[index]
      // An earlier form may have changed the page.
      if (now === undefined || now.hidden.action !== form.hidden.action) continue
      if (ENDING.has(now.hidden.action ?? "")) continue
      const answer = await browser.post(now.to, wrongly(now)[way] ?? {})
      if (answer.status >= 400) refused++
      for (const name of identifiersIn(answer.html)) found.set(`${path} ${now.hidden.action}`, name)
    }
  return { refused, found: [...found] }
}

test("whatever is wrong with a form, the page says it without the names that programs use", async () => {
  const { person, paths } = await furnished()
  const browser = await signIn(service, person)
  const found: Array<readonly [string, string]> = []
  let refused = 0
  for (const path of paths) {
    const on = await refusalsOn(browser, path)
    found.push(...on.found)
    refused += on.refused
  }
  expect(found).toEqual([])
  expect(refused).toBeGreaterThan(200)
}, 60_000)

const ADDRESSES = [
  "/app?done=none",
  "/app/trends?range=9",
  "/app/diary?date=never",
  `/app/diary?q=${"x".repeat(300)}`,
  "/app/workouts?cursor=none",
  "/app/workout",
  "/app/workout?id=wkt_0000000000000000",
  "/app/workouts/log?again=wkt_0000000000000000",
  "/app/exercise",
  "/app/exercise?id=exr_none_such&skip=1",
  "/app/exercise?id=exr_barbell_squat&skip=no",
  "/app/goals/goal?id=goal_0000000000000000",
  "/app/settings/foods/food?id=cfood_0000000000000000",
  "/app/settings/meals/meal?id=meal_0000000000000000",
  "/app/settings/recipes/recipe?id=cfood_0000000000000000",
  "/app/settings/exercises/exercise?id=own_0000000000000000",
  "/app/settings/phone/device?id=dev_0000000000000000"
]

test("and so it does for a wrong address", async () => {
  const browser = await signIn(service, await newPerson(service))
  for (const path of ADDRESSES) expect([path, identifiersIn((await browser.get(path)).html)]).toEqual([path, []])
})

test("a limit states how long to wait, and how much is allowed", async () => {
  const browser = await signIn(service, await service.person({ ownLimits: { writesBurst: 0 } }))
  const slow = await browser.submit("/app/goals", "make", { kind: "habit", name: "Stretch", days: "mon" })
  expect(readIn(slow.html)).toContain("That was a lot at once. Wait ")
  const full = await signIn(service, await newPerson(service, { ownLimits: { goalTemplates: 0 } }))
  const more = await full.submit("/app/goals", "make", { kind: "habit", name: "Stretch", days: "mon" })
  expect(readIn(more.html)).toContain("You have 0 of these, and may have 0 at most.")
})

test("a fault says a thing once, and what a person can do", async () => {
  const browser = await signIn(service, await newPerson(service))
  const faultsIn = (html: string) => [...html.matchAll(/<span class="fault"[^>]*>([^<]*)</g)].map(([, text]) => text)
  const weighed = await browser.submit("/app", "weigh", { value: "5" })
  expect(faultsIn(weighed.html)).toEqual(["Weight (kg) must be 20 to 500 kg"])
  const moved = await browser.submit("/app/settings/account", "save", { timezone: "new york" })
  expect(faultsIn(moved.html)).toEqual(["Timezone must be a timezone of the list, such as Europe/Berlin"])
  const label = { name: "Bar", of: "hundred", protein: "50", carbs: "40", fat: "20", alcohol: "0" }
  const eaten = { servingSize: "100", servingSizeUnit: "g", eaten: "1", eatenUnit: "servings", mealType: "lunch" }
  const made = await browser.submit("/app/diary?make=Bar", "make", { ...label, ...eaten })
  expect(faultsIn(made.html)).toEqual([
    "Protein, g counts together with carbs, fat and alcohol, which must be at most 100 grams per 100 g"
  ])
})

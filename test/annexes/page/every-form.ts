import { expect } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { output, type Person, TODAY } from "../../support/app.ts"
import { type Browser, formsOf } from "./support.ts"

export type Form = ReturnType<typeof formsOf>[number]

/** Addresses of forms that no link leads to. */
const SEARCHES = [
  "/app/diary?q=egg",
  "/app/settings/meals?name=Breakfast&q=egg",
  "/app/settings/recipes?name=Batter&q=egg"
]

const shape = (address: string): string => {
  const { pathname, searchParams } = new URL(address, "http://localhost")
  return `${pathname} ${[...searchParams.keys()].sort().join(" ")}`
}

/** The barcode of a food that {@link furnish} makes. */
export const BARCODE = "4006381333931"

/** A person with one of everything that a page shows. */
export const furnish = async (person: Person, browser: Browser) => {
  await newFood(person.rest)
  await newFood(person.rest, { name: "Rice cakes", barcode: BARCODE })
  await output(person.rest("log_food_entry", { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" }))
  await output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 71, unit: "kg" }] }))
  const exercises = [{ name: "Barbell Squat", sets: [{ weight: { value: 80, unit: "kg" }, reps: 5 }] }]
  await output(person.rest("log_workout", { name: "Legs", exercises }))
  const schedule = { startDate: TODAY }
  await output(person.rest("save_goal", { name: "Stretch", type: "boolean", schedule }))
  const water = {
    name: "Water",
    comparison: "min",
    schedule,
    type: "numeric",
    metric: "hydration",
    targetValue: 2000,
    unit: "ml"
  }
  await output(person.rest("save_goal", water))
  const begin = async (path: string) => {
    const { html } = await browser.get(path)
    const form = formsOf(html).find(({ hidden }) => hidden.action === "create" && hidden.foodId !== undefined)
    expect((await browser.post(form?.to ?? "", form?.hidden ?? {})).status).toBe(303)
  }
  await begin("/app/settings/meals?name=Snack&q=egg")
  await begin("/app/settings/recipes?name=Cake&q=egg")
  await browser.submit("/app/settings/exercises", "create", { name: "Sled", ...chosen })
  // Pages that show something once are opened here, so that it is out of the way.
  await browser.follow(await browser.submit("/app/settings/phone", "connect", { app: "life-dashboard" }))
  await browser.follow(await browser.submit("/app/settings/tokens", "create", { name: "Agent", expires: "never" }))
}

const chosen = { category: "strength", trackingType: "weight_reps" }

/** Every form that posts, once for each action of each page, found by following links. */
export const everyForm = async (
  browser: Browser
): Promise<ReadonlyMap<string, { readonly form: Form; readonly html: string }>> => {
  const found = new Map<string, { readonly form: Form; readonly html: string }>()
  const seen = new Set<string>()
  const open = ["/app?done=welcome", ...SEARCHES]
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    if (seen.has(shape(address))) continue
    seen.add(shape(address))
    const { html, status } = await browser.get(address)
    if (status !== 200) continue
    for (const form of formsOf(html)) {
      const { action } = form.hidden
      if (action === undefined) continue
      const name = `${new URL(form.to, "http://localhost").pathname} ${action}`
      if (!found.has(name)) found.set(name, { form, html })
    }
    for (const [, link = ""] of html.matchAll(/href="(\/app[^"]*)"/g)) open.push(link.replaceAll("&amp;", "&"))
    // The searches for another food of a meal or a recipe are forms too.
    if (/\/(?:meal|recipe)\?id=[^&]*$/.test(address)) open.push(`${address}&q=egg`)
  }
  return found
}

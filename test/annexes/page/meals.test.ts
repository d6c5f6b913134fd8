import { expect, test } from "bun:test"
import { Effect } from "effect"
import { saveMeal } from "../../../src/features/saved-meals/save-meal.ts"
import { newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const MEALS = "/app/settings/meals"
const EGG = "food_sr28_01123"
const OATS = { name: "Oats & <nuts>", protein: 10, carbs: 60, fat: 8, servingSize: 50, servingSizeUnit: "g" }

interface Found {
  readonly foods: ReadonlyArray<{ readonly name: string; readonly perServing: { readonly calories: number } }>
}

overEveryStore("saved meals on the page", (service) => {
  const mealsOf = async ({ rest }: Person) => (await output<Found>(rest("search_foods", { kind: "saved_meal" }))).foods

  /** Creates a meal of one egg, and returns the path of its page. */
  const newMeal = async (browser: Browser, name = "Breakfast") => {
    const { html } = await browser.get(`${MEALS}?name=${encodeURIComponent(name)}&q=Egg,+whole,+raw,+fresh`)
    const form = formsOf(html).find(({ hidden }) => hidden.foodId === EGG)
    const { status, headers } = await browser.post(MEALS, form?.hidden ?? {})
    expect(status).toBe(303)
    const location = headers.get("location") ?? ""
    expect(location).toMatch(/^\/app\/settings\/meals\/meal\?id=meal_\w+&done=created$/)
    expect((await browser.get(location)).html).toContain("The meal is saved.")
    return location.replace("&done=created", "")
  }

  /** Sends the form for an action that has these fields. */
  const send = async (browser: Browser, path: string, action: string, which: object = {}, fields: object = {}) => {
    const { html } = await browser.get(path)
    const form = formsOf(html).find(
      ({ hidden }) =>
        hidden.action === action && Object.entries(which).every(([name, value]) => hidden[name] === String(value))
    )
    if (form === undefined) throw new Error(`There is no form for ${action} ${JSON.stringify(which)}`)
    return browser.post(form.to, { ...form.hidden, ...fields })
  }

  test("are made of searched foods, changed food by food, and deleted", async () => {
    const person = await newPerson(service())
    await output(person.rest("save_custom_food", OATS))
    const browser = await signIn(service(), person)
    const path = await newMeal(browser)
    expect(await mealsOf(person)).toMatchObject([{ name: "Breakfast", perServing: { calories: 71.5 } }])

    expect((await send(browser, path, "amount", { foodId: EGG }, { servings: "2" })).status).toBe(303)
    const searched = `${path}&q=oats+nuts`
    expect((await browser.get(searched)).html).toContain("Oats &amp; &lt;nuts&gt;")
    const custom = formsOf((await browser.get(searched)).html).find(({ hidden }) => hidden.foodId?.startsWith("cf"))
    const own = custom?.hidden.foodId ?? formsOf((await browser.get(searched)).html).at(-1)?.hidden.foodId ?? ""
    expect((await send(browser, searched, "add", { foodId: own })).status).toBe(303)
    const details = { name: "Big breakfast", servings: "2", description: "Stir." }
    expect((await send(browser, path, "save", {}, details)).status).toBe(303)
    // (2 × 71.5 + 176) / 2
    expect(await mealsOf(person)).toMatchObject([{ name: "Big breakfast", perServing: { calories: 159.5 } }])

    expect((await send(browser, path, "drop", { foodId: EGG, place: 0 })).status).toBe(303)
    expect(await mealsOf(person)).toMatchObject([{ perServing: { calories: 88 } }])
    expect((await send(browser, path, "delete")).headers.get("location")).toBe(MEALS)
    expect(await mealsOf(person)).toEqual([])
    expect((await browser.get(path)).status).toBe(404)
  })

  test("take amounts in grams, within the bounds of a meal", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await newMeal(browser)
    const change = (servings: string) => send(browser, path, "amount", { foodId: EGG }, { servings, unit: "1/50" })
    expect((await change("130")).status).toBe(303)
    expect(await mealsOf(person)).toMatchObject([{ perServing: { calories: 185.9 } }])
    expect((await browser.get(path)).html).toContain("<small>130 g</small>")
    const many = await send(browser, path, "amount", { foodId: EGG }, { servings: "10000", unit: "2" })
    expect([many.status, many.html.includes("must be at most 5,000 in this unit")]).toEqual([400, true])
    const more = { servings: "25", unit: "1/50" }
    expect((await send(browser, `${path}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG }, more)).status).toBe(303)
    expect(await mealsOf(person)).toMatchObject([{ perServing: { calories: 221.65 } }])
  })

  test("take a food in the amount that is typed with it by one tap", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await newMeal(browser)
    const button = formsOf((await browser.get(`${path}&q=200+g+egg+raw`)).html).find(
      ({ hidden, filled }) => hidden.action === "add" && hidden.foodId !== undefined && filled.length === 0
    )
    expect((await browser.post(button?.to ?? "", button?.hidden ?? {})).status).toBe(303)
    // 50 and 200 g of egg, with 143 kcal per 100 g.
    expect((await mealsOf(person))[0]?.perServing.calories).toBeCloseTo(71.5 + 286, 0)
  })

  test("have at most 100 foods: another one is refused, and none is lost", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const meal = { name: "Feast", description: null, servings: 1 }
    const items = Array.from({ length: 100 }, () => ({ foodId: EGG, servings: 1 }))
    const id = await service().run(Effect.orDie(saveMeal(person.id, { ...meal, items })))
    const added = await send(browser, `${MEALS}/meal?id=${id}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG })
    expect([added.status, added.html.includes("A meal has at most 100 foods")]).toEqual([400, true])
    expect(await mealsOf(person)).toMatchObject([{ perServing: { calories: 7150 } }])
  })

  test("lose one of two equal foods, however often one form removes it", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const path = await newMeal(browser)
    const searched = `${path}&q=Egg,+whole,+raw,+fresh`
    for (const _ of ["second", "third"]) await send(browser, searched, "add", { foodId: EGG })
    const dropsIn = (html: string) => formsOf(html).filter(({ hidden }) => hidden.action === "drop")
    const [first] = dropsIn((await browser.get(path)).html)
    for (const _ of ["tap", "tap again"]) expect((await browser.post(path, first?.hidden ?? {})).status).toBe(303)
    expect(dropsIn((await browser.get(path)).html)).toHaveLength(2)
  })

  test("wrong amounts change nothing, and say what is allowed", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await newMeal(browser)
    for (const [servings, fault] of [
      ["0", "must be more than 0"],
      ["-1", "must be more than 0"],
      ["many", "must be a number"],
      ["1e9", "must be a number"],
      ["NaN", "must be a number"],
      ["", "is missing"]
    ] as const) {
      const { status, html } = await send(browser, path, "amount", { foodId: EGG }, { servings })
      expect([servings, status, html.includes(fault)]).toEqual([servings, 400, true])
      expect((await send(browser, path, "save", {}, { name: "Other", servings })).status).toBe(400)
    }
    const tiny = await send(browser, path, "save", {}, { name: "Other", servings: "0.009" })
    expect(tiny.html).toContain("must be a number from 0.01 to 10000")
    const { html } = await send(browser, path, "save", {}, { name: "x".repeat(201), servings: "1" })
    expect(html).toContain("Name must be 1 to 200 characters long")
    expect(await mealsOf(person)).toMatchObject([{ name: "Breakfast", perServing: { calories: 71.5 } }])
  })

  test("belong to their user: nobody else reads, changes or deletes them, or uses another's foods", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const browser = await signIn(service(), person)
    const theirs = await signIn(service(), other)
    const path = await newMeal(browser)
    const id = new URL(path, "http://localhost").searchParams.get("id") ?? ""
    const own = await newMeal(theirs, "Theirs")
    const { form_token = "" } = formsOf((await theirs.get(own)).html)[0]?.hidden ?? {}
    expect((await theirs.get(path)).status).toBe(404)
    const { customFood } = await output<{ customFood: { id: string } }>(person.rest("save_custom_food", OATS))
    for (const fields of [
      { action: "save", id, name: "Stolen", servings: "1" },
      { action: "add", id, foodId: EGG },
      { action: "amount", id, foodId: EGG, place: "0", servings: "9" },
      { action: "drop", id, foodId: EGG, place: "0" },
      { action: "delete", id },
      { action: "add", id: new URL(own, "http://localhost").searchParams.get("id") ?? "", foodId: customFood.id }
    ]) {
      expect([fields, (await theirs.post(own, { form_token, ...fields })).status]).toEqual([fields, 404])
    }
    expect((await theirs.post(MEALS, { form_token, action: "create", name: "X", foodId: customFood.id })).status).toBe(
      404
    )
    expect(await mealsOf(person)).toMatchObject([{ name: "Breakfast", perServing: { calories: 71.5 } }])
    expect(await mealsOf(other)).toMatchObject([{ name: "Theirs", perServing: { calories: 71.5 } }])
  })

  test("two concurrent changes are both stored", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await newMeal(browser)
    const statuses = await Promise.all(
      Array.from({ length: 4 }, () => send(browser, `${path}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG }))
    )
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await mealsOf(person)).toMatchObject([{ perServing: { calories: 5 * 71.5 } }])
  })
})

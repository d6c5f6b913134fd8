import { expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const RECIPES = "/app/settings/recipes"
const EGG = "food_sr28_01123"

interface Found {
  readonly foods: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

overEveryStore("recipes on the page", (service) => {
  const recipesOf = async ({ rest }: Person) =>
    (await output<Found>(rest("search_foods", { kind: "custom_food" }))).foods.filter((food) => "items" in food)

  const begin = async (browser: Browser) => {
    const { html } = await browser.get(`${RECIPES}?name=Batter&q=Egg,+whole,+raw,+fresh`)
    const form = formsOf(html).find(({ hidden }) => hidden.foodId === EGG)
    const [first, again] = [
      await browser.post(RECIPES, form?.hidden ?? {}),
      await browser.post(RECIPES, form?.hidden ?? {})
    ]
    expect([first.status, again.headers.get("location")]).toEqual([303, first.headers.get("location")])
    return (first.headers.get("location") ?? "").replace("&done=created", "")
  }

  /** Sends the form for an action that has these fields. */
  const send = async (browser: Browser, path: string, action: string, which: object = {}, fields: object = {}) => {
    const form = formsOf((await browser.get(path)).html).find(
      ({ hidden }) =>
        hidden.action === action && Object.entries(which).every(([name, value]) => hidden[name] === String(value))
    )
    if (form === undefined) throw new Error(`There is no form for ${action} ${JSON.stringify(which)}`)
    return browser.post(form.to, { ...form.hidden, ...fields })
  }

  test("are made of searched foods, changed food by food, and deleted", async () => {
    const person = await newPerson(service())
    const oats = await newFood(person.rest, { name: "Oats & <nuts>", brandName: "" })
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    expect(await recipesOf(person)).toMatchObject([{ name: "Batter", serving: { size: 50 }, makesServings: 1 }])
    expect((await send(browser, path, "amount", { foodId: EGG }, { servings: "3" })).status).toBe(303)
    expect((await send(browser, `${path}&q=oats+nuts`, "add", { foodId: oats })).status).toBe(303)
    const details = { name: "Big batter", makesServings: "4", servingSizeText: "1 cake" }
    expect((await send(browser, path, "save", {}, details)).status).toBe(303)
    // 150 g of egg with 143 kcal per 100 g, and 250 g of oats with 129.7, make four servings.
    const [recipe] = await recipesOf(person)
    expect(recipe).toMatchObject({
      name: "Big batter",
      serving: { size: 100, unit: "g", text: "1 cake" },
      perServing: { calories: 134.69 },
      items: [
        { foodId: EGG, servings: 3 },
        { customFoodId: oats, servings: 1 }
      ]
    })
    expect((await browser.get(path)).html).toContain("1 cake, 100 g: 134.7 kcal")
    expect((await send(browser, path, "save", {}, { ...details, makesServings: "3" })).status).toBe(303)
    expect((await browser.get(RECIPES)).html).toMatch(
      /Big batter<\/a>\s*<span class="hint">\s*1 serving: 133\.3 g, 180 kcal/
    )
    expect((await send(browser, path, "drop", { foodId: EGG, place: 0 })).status).toBe(303)
    expect(await recipesOf(person)).toMatchObject([{ items: [{ name: "Oats & <nuts>" }] }])
    expect((await send(browser, path, "delete")).headers.get("location")).toBe(RECIPES)
    expect([(await recipesOf(person)).length, (await browser.get(path)).status]).toEqual([0, 404])
  })

  test("take a food in the amount that is typed with it by one tap, whichever of those found it is", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    const buttons = async (page: string, action: string) =>
      formsOf((await browser.get(page)).html).filter(
        ({ hidden, filled }) => hidden.action === action && filled.length === 0
      )
    const rice = await buttons(`${path}&q=200+g+rice`, "add")
    const eggs = await buttons(`${path}&q=2+eggs`, "add")
    for (const { to, hidden } of [...rice.slice(0, 6), ...eggs.slice(0, 1)])
      expect((await browser.post(to, hidden)).status).toBe(303)
    const shown = async (page: string) =>
      [...(await browser.get(page)).html.matchAll(/<\/span>\s*<small>(.*?)<\/small>/gs)].map(([, amount]) => amount)
    const [, ...added] = await shown(path)
    expect(added).toEqual([...Array.from({ length: 6 }, () => "200 g"), expect.stringMatching(/^2 egg/)])
    const [first] = await buttons(`${RECIPES}?name=Curry&q=120+g+rice`, "create")
    const { headers } = await browser.post(RECIPES, first?.hidden ?? {})
    expect(await shown(headers.get("location") ?? "")).toEqual(["120 g"])
  })

  test("are weighed when done, in any unit of a dish, and the diary says what was eaten of the pot", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    await send(browser, path, "amount", { foodId: EGG }, { servings: "20" })
    const details = { name: "Eggs", makesServings: "4", servingSizeText: "1 plate" }
    const done = async (makes: string) => {
      const sent = await send(browser, path, "save", {}, { ...details, makes })
      return [sent.status, (await recipesOf(person))[0]]
    }
    expect(await done("800")).toMatchObject([303, { serving: { size: 200, unit: "g" }, makesGrams: 800 }])
    expect(await done("0,9 kg")).toMatchObject([303, { serving: { size: 225 }, makesGrams: 900 }])
    expect(await done("1.2 l")).toMatchObject([303, { serving: { size: 300, unit: "ml" }, makesMl: 1200 }])
    expect(await done("820 g")).toMatchObject([303, { serving: { size: 205, unit: "g" }, makesGrams: 820 }])
    expect((await browser.get(path)).html).toContain('value="820 g"')
    for (const wrong of ["heavy", "820 bananas", "0", "-5", "20"]) {
      const { status, html } = await send(browser, path, "save", {}, { ...details, makes: wrong })
      expect([wrong, status, html.includes('id="save-makes-fault"')]).toEqual([wrong, 400, true])
    }
    // Another food keeps the weight that was typed.
    await send(browser, `${path}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG })
    const [recipe] = await recipesOf(person)
    expect(recipe).toMatchObject({ makesGrams: 820 })
    await output(
      person.rest("log_food_entry", {
        customFoodId: recipe?.id,
        amount: { value: 410, unit: "g" },
        mealType: "dinner"
      })
    )
    expect((await browser.get("/app/diary")).html).toContain("410 g of the pot")
    expect(await done("")).toMatchObject([303, { serving: { size: 262.5 } }])
    expect((await recipesOf(person))[0]).not.toHaveProperty("makesGrams")
    expect((await browser.get("/app/diary")).html).not.toContain("of the pot")
  })

  test("are reached from the diary, and one serving is logged by one tap, once", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    expect((await browser.get("/app/diary")).html).toContain(`<a href="${RECIPES}">Recipes</a>`)
    const form = formsOf((await browser.get(path)).html).find(({ hidden }) => hidden.action === "log")
    const sent = await browser.post(path, form?.hidden ?? {})
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/app\/diary\?date=[-\d]+&meal=\w+&done=logged$/)
    ])
    await browser.post(path, form?.hidden ?? {})
    const { entries } = await output<{ entries: ReadonlyArray<object> }>(person.rest("list_food_entries"))
    expect(entries).toMatchObject([{ food: { name: "Batter" }, servings: 1 }])
  })

  test("have at most 100 foods: another one is refused, and none is lost", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const items = Array.from({ length: 100 }, () => ({ foodId: EGG, servings: 1 }))
    const { customFood } = await output<{ customFood: { id: string } }>(
      person.rest("save_custom_food", { name: "Feast", items })
    )
    const added = await send(browser, `${RECIPES}/recipe?id=${customFood.id}&q=Egg,+whole,+raw,+fresh`, "add", {
      foodId: EGG
    })
    expect([added.status, /at most 100/.test(added.html)]).toEqual([400, true])
    expect(await recipesOf(person)).toMatchObject([{ perServing: { calories: 7150 } }])
  })

  test("take amounts in the units of their foods, and show them again in these", async () => {
    const person = await newPerson(service())
    const oats = await newFood(person.rest, { name: "Oats", brandName: "", servingSize: 250 })
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    expect((await browser.get(path)).html).toContain('<option value="1/50 1 g">g</option>')
    expect((await send(browser, path, "amount", { foodId: EGG }, { servings: "130", unit: "1/50" })).status).toBe(303)
    const added = await send(browser, `${path}&q=oats`, "add", { foodId: oats }, { servings: "100", unit: "1/250" })
    expect(added.status).toBe(303)
    expect(await recipesOf(person)).toMatchObject([
      { serving: { size: 230 }, items: [{ servings: 2.6 }, { servings: 0.4 }] }
    ])
    const { html } = await browser.get(path)
    for (const shown of ["<small>130 g</small>", "<small>100 g</small>", 'value="130"', 'value="100"'])
      expect(html).toContain(shown)
    expect((await send(browser, path, "amount", { foodId: EGG }, { servings: "1", unit: "1/0" })).status).toBe(400)
    expect(await recipesOf(person)).toMatchObject([{ serving: { size: 230 } }])
    // Amounts in the words of a food's unit are kept so, also where another food is changed.
    const half = { servings: "1", unit: "0.5 25 g" }
    await send(browser, path, "amount", { foodId: EGG }, half)
    await send(browser, path, "amount", { foodId: oats, place: 1 }, { servings: "3", unit: "1/250 1 g" })
    const kept = (await browser.get(path)).html
    for (const shown of ["<small>25 g</small>", "<small>3 g</small>"]) expect(kept).toContain(shown)
    expect((await recipesOf(person))[0]).not.toHaveProperty("items.0.said")
    await send(browser, path, "amount", { foodId: EGG }, { servings: "130", unit: "1/50" })
    await send(browser, path, "amount", { foodId: oats, place: 1 }, { servings: "100", unit: "1/250" })
    // A food that is gone still has its place.
    await output(person.rest("delete_custom_food", { id: oats }))
    expect((await browser.get(path)).html).toContain("A food that is gone")
    expect((await send(browser, path, "drop", { foodId: oats })).status).toBe(303)
    expect(await recipesOf(person)).toMatchObject([{ serving: { size: 130 } }])
  })

  test("keep the words in which an amount was given where another food is changed", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const path = await begin(browser)
    await send(browser, `${path}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG })
    const amounts = async () =>
      [...(await browser.get(path)).html.matchAll(/<\/span>\s*<small>(.*?)<\/small>/gs)].map(([, amount]) => amount)
    const large = { servings: "2", unit: "1 1 large" }
    expect((await send(browser, path, "amount", { foodId: EGG, place: 0 }, large)).status).toBe(303)
    const other = { servings: "30", unit: "1/50 1 g" }
    expect((await send(browser, path, "amount", { foodId: EGG, place: 1 }, other)).status).toBe(303)
    expect(await amounts()).toEqual(["2 large, 100 g", "30 g"])
  })

  test("lose one of two equal foods, however often one form removes it", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const path = await begin(browser)
    for (const _ of ["second", "third"]) await send(browser, `${path}&q=Egg,+whole,+raw,+fresh`, "add", { foodId: EGG })
    const dropsIn = (html: string) => formsOf(html).filter(({ hidden }) => hidden.action === "drop")
    const [first] = dropsIn((await browser.get(path)).html)
    for (const _ of ["tap", "tap again"]) expect((await browser.post(path, first?.hidden ?? {})).status).toBe(303)
    expect(dropsIn((await browser.get(path)).html)).toHaveLength(2)
  })

  test("wrong amounts change nothing, and another user's recipe is not found", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const path = await begin(browser)
    for (const servings of ["0", "many", ""]) {
      expect((await send(browser, path, "amount", { foodId: EGG }, { servings })).status).toBe(400)
      expect((await send(browser, path, "save", {}, { name: "Other", makesServings: servings })).status).toBe(400)
    }
    const theirs = await signIn(service(), await newPerson(service()))
    const own = await begin(theirs)
    const { form_token = "" } = formsOf((await theirs.get(own)).html)[0]?.hidden ?? {}
    const id = new URL(path, "http://localhost").searchParams.get("id") ?? ""
    expect((await theirs.get(path)).status).toBe(404)
    for (const fields of [
      { action: "save", id, name: "Stolen", makesServings: "1" },
      { action: "add", id, kind: "food", foodId: EGG },
      { action: "amount", id, foodId: EGG, place: "0", servings: "9" },
      { action: "drop", id, foodId: EGG, place: "0" },
      { action: "delete", id }
    ])
      expect([fields, (await theirs.post(own, { form_token, ...fields })).status]).toEqual([fields, 404])
    expect(await recipesOf(person)).toMatchObject([{ name: "Batter", serving: { size: 50 } }])
  })
})

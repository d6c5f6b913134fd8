import { beforeAll, expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { EGG, type Entry, list } from "../../features/diary/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

overEveryStore("A day of the diary", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const log = async ({ rest }: Person, entry: Record<string, unknown>) =>
    (await output<{ entry: Entry }>(rest("log_food_entry", { servings: 1, mealType: "lunch", ...entry }))).entry

  const eatenOn = async (person: Person, date: string) =>
    (await list(person.rest, { from: date, to: date })).entries.map(({ mealType, servings, food, nutrition }) => ({
      mealType,
      servings,
      name: food.name,
      calories: nutrition.calories
    }))

  const formsFor = (html: string, action: string) => formsOf(html).filter(({ hidden }) => hidden.action === action)

  /** Presses a button that has its own form. */
  const tap = async (browser: Browser, html: string, action: string, named: Record<string, string> = {}) => {
    const form = formsFor(html, action).find(({ hidden }) =>
      Object.entries(named).every(([field, value]) => hidden[field] === value)
    )
    if (form === undefined) throw new Error(`There is no form for ${action} of ${JSON.stringify(named)}`)
    return browser.post(form.to, form.hidden)
  }

  /** The foods offered before anything is typed, in order. */
  const offered = (html: string) =>
    [
      ...html.matchAll(
        /quiet likely"><span class="unseen">Log <\/span><span><strong>(.*?)<\/strong> <small>(.*?)<\/small>/g
      )
    ].map(([, name, amount]) => [name, amount])

  test("offers the likeliest foods for this time with their last amounts, logged once by one tap", async () => {
    const { person, browser } = await arrive()
    const soup = await newFood(person.rest, { name: "Soup", servingSize: 300, servingSizeText: "1 bowl" })
    const oats = await newFood(person.rest, { name: "Oats" })
    for (const date of ["2026-03-05", "2026-03-06"])
      await log(person, { customFoodId: oats, mealType: "breakfast", date })
    await log(person, { customFoodId: soup, servings: 2, date: "2026-03-07" })
    await log(person, { customFoodId: soup, servings: 0.5, mealType: "dinner", date: "2026-03-08" })
    await log(person, { foodId: EGG, servings: 3, mealType: "snack", date: "2026-01-02" })
    const quick = { name: "Canteen <i>", calories: 400 }
    await log(person, { quickAdd: quick, date: "2026-03-01" })
    const lunch = (await browser.get("/app/diary")).html
    expect(offered(lunch)).toEqual([
      ["Soup", "2 × 1 bowl (300 g)"],
      ["Canteen &lt;i&gt;", "1 serving"],
      ["Oats", "1 serving (250 g)"]
    ])
    expect(offered((await browser.get("/app/diary?meal=breakfast")).html)[0]).toEqual(["Oats", "1 serving (250 g)"])
    const form = { customFoodId: soup }
    for (let sent = 0; sent < 2; sent++) {
      const { headers } = await tap(browser, lunch, "log", form)
      expect(headers.get("location")).toBe("/app/diary?date=2026-03-14&done=logged")
    }
    await tap(browser, lunch, "copy", { toMealType: "lunch" })
    expect(await eatenOn(person, "2026-03-14")).toMatchObject([
      { mealType: "lunch", servings: 2, name: "Soup" },
      { mealType: "lunch", servings: 1, name: "Canteen <i>", calories: 400 }
    ])
    expect(offered((await browser.get("/app/diary")).html)).toEqual([["Oats", "1 serving (250 g)"]])
  })

  test("one tap repeats the meal of the day before; the day is that of the person's zone", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Toast" })
    await log(person, { customFoodId: food, servings: 1.25, mealType: "breakfast", date: "2026-03-13" })
    await log(person, { quickAdd: { name: "Coffee", calories: 20 }, mealType: "breakfast", date: "2026-03-13" })
    await log(person, { customFoodId: food, mealType: "dinner", date: "2026-03-13" })
    const { html } = await browser.get("/app/diary?meal=breakfast")
    expect(html).toContain("Yesterday’s breakfast")
    expect((await browser.get("/app/diary?meal=lunch")).html).not.toContain("Yesterday’s lunch")
    for (let sent = 0; sent < 2; sent++) await tap(browser, html, "copy", { mealType: "breakfast" })
    const eaten = await eatenOn(person, "2026-03-14")
    expect(eaten).toMatchObject([
      { mealType: "breakfast", servings: 1.25, name: "Toast" },
      { mealType: "breakfast", name: "Coffee", calories: 20 }
    ])
    expect((await browser.get("/app/diary?meal=breakfast")).html).not.toContain("Yesterday’s breakfast")

    const far = await newPerson(service(), { timezone: "Pacific/Kiritimati" })
    await log(far, { quickAdd: { name: "Taro", calories: 90 }, mealType: "breakfast", date: "2026-03-14" })
    const there = await signIn(service(), far)
    await tap(there, (await there.get("/app/diary?meal=breakfast")).html, "copy", { mealType: "breakfast" })
    expect(await eatenOn(far, "2026-03-15")).toMatchObject([{ name: "Taro" }])
  })

  test("an amount counts in grams, in a household measure or in servings, and comes back as it was counted", async () => {
    const { person, browser } = await arrive()
    const { html } = await browser.get("/app/diary?q=egg whole raw fresh")
    const form = formsFor(html, "log").find(({ hidden }) => hidden.foodId === EGG)
    expect(html).toContain('<option value="1/50 1 g" selected="">g</option>')
    const amounts: ReadonlyArray<readonly [Record<string, string>, number]> = [
      [{ servings: "2", unit: "1" }, 2],
      [{ servings: "9", unit: "1/50", portion: "243/50" }, 4.86],
      [{ servings: "1", unit: "1/50", portion: "1" }, 1],
      [{ servings: "130", unit: "1/50" }, 2.6]
    ]
    for (const [at, [fields]] of amounts.entries())
      await browser.post(form?.to ?? "", { ...form?.hidden, ...fields, idempotency_key: `key-${at}` })
    expect((await eatenOn(person, "2026-03-14")).map(({ servings }) => servings)).toEqual(amounts.map(([, is]) => is))
    const again = (await browser.get("/app/diary?meal=dinner&q=egg whole raw fresh")).html
    expect(again).toContain("Eaten lately.")
    expect(again).toMatch(/name="servings"[^>]*value="130"/)
    for (const unit of ["0", "1/0", "g", "-1", "1e999", "1/2/3"]) {
      const { status } = await browser.post(form?.to ?? "", { ...form?.hidden, servings: "1", unit })
      expect([unit, status]).toEqual([unit, 400])
    }
  })

  test("own foods come before others that match the words better", async () => {
    const { person, browser } = await arrive()
    await newFood(person.rest, { name: "Grandmother's banana bread" })
    const { foods } = await output<{ foods: Array<{ name: string }> }>(
      person.rest("search_foods", { query: "banana bread" })
    )
    expect(foods[0]?.name).toBe("Banana bread, homemade, with margarine")
    const { html } = await browser.get("/app/diary?q=banana+bread")
    const [first] = /<strong>[^<]*/.exec(html) ?? []
    expect(first).toEndWith("Grandmother&#39;s banana bread")
  })

  test("a food that no search finds is created and logged in one form, once", async () => {
    const { person, browser } = await arrive()
    const name = 'Muesli <script>alert("x")</script>'
    const found = await browser.get(`/app/diary?meal=snack&q=${encodeURIComponent("zzqqy")}`)
    expect(found.html).toContain("make=zzqqy")
    const path = `/app/diary?date=2026-03-14&meal=snack&make=${encodeURIComponent(name)}`
    const { html } = await browser.get(path)
    expect(html).not.toContain("<script>alert")
    const [form] = formsFor(html, "make")
    const typed = {
      ...form?.hidden,
      name,
      brandName: "Mill & Co",
      of: "serving",
      servingSize: "40",
      servingSizeUnit: "g",
      servingSizeText: "",
      protein: "4",
      carbs: "24,5",
      fat: "2",
      alcohol: "",
      eaten: "60",
      eatenUnit: "weight",
      mealType: "snack"
    }
    const wrong: ReadonlyArray<Record<string, string>> = [{ eaten: "0" }, { carbs: "900" }, { name: " " }]
    for (const fields of wrong) {
      const refused = await browser.post(form?.to ?? "", { ...typed, ...fields })
      expect([fields, refused.status, refused.html.includes("perServing")]).toEqual([fields, 400, false])
      expect(refused.html).toContain('value="Mill &amp; Co"')
    }
    for (const { headers } of await Promise.all([1, 2, 3].map(() => browser.post(form?.to ?? "", typed))))
      expect(headers.get("location")).toBe("/app/diary?date=2026-03-14&meal=snack&done=made")
    expect(await eatenOn(person, "2026-03-14")).toEqual([
      { mealType: "snack", servings: 1.5, name, calories: (4 * 4 + 24.5 * 4 + 2 * 9) * 1.5 }
    ])
    const { foods } = await output<{ foods: ReadonlyArray<unknown> }>(
      person.rest("search_foods", { kind: "custom_food" })
    )
    expect(foods.length).toBe(1)
  })

  test("a meal and a day can be copied and moved, and a concurrent copy adds nothing", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Rice" })
    await log(person, { customFoodId: food })
    await log(person, { customFoodId: food, mealType: "dinner" })
    const { html } = await browser.get("/app/diary")
    const meal = formsFor(html, "copy").find(({ hidden }) => hidden.row === "lunch")
    const twin = { ...meal?.hidden, toDate: "2026-03-15", toMealType: "dinner" }
    for (const { headers } of await Promise.all([
      browser.post(meal?.to ?? "", twin),
      browser.post(meal?.to ?? "", twin)
    ]))
      expect(headers.get("location")).toBe("/app/diary?date=2026-03-15&done=copied")
    expect(await eatenOn(person, "2026-03-15")).toMatchObject([{ mealType: "dinner" }])
    const whole = formsFor(html, "copy").find(({ hidden }) => hidden.row === "day")
    await browser.post(whole?.to ?? "", { ...whole?.hidden, toDate: "2026-03-16" })
    expect(await eatenOn(person, "2026-03-16")).toMatchObject([{ mealType: "lunch" }, { mealType: "dinner" }])
    const move = { ...meal?.hidden, idempotency_key: "move", toDate: "2026-03-17", toMealType: "", how: "move" }
    for (let time = 0; time < 2; time++) {
      const moved = await browser.post(meal?.to ?? "", move)
      expect(moved.headers.get("location")).toBe("/app/diary?date=2026-03-14&done=moved")
      expect((await browser.follow(moved)).html).toContain("1 entry is moved to 17 Mar 2026.")
    }
    expect(await eatenOn(person, "2026-03-14")).toMatchObject([{ mealType: "dinner" }])
    const nothing = await browser.post(meal?.to ?? "", { ...move, idempotency_key: "again" })
    expect([nothing.status, nothing.html.includes("There is nothing left here")]).toEqual([404, true])
    const refused = await browser.post(whole?.to ?? "", { ...whole?.hidden, toDate: "2026-02-30" })
    expect([refused.status, refused.html.includes('value="2026-02-30"')]).toEqual([400, true])
  })

  test("a deleted entry can be restored as it was, once, by nobody else, and for a day", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Cake" })
    const cake = await log(person, { customFoodId: food, servings: 1.3, mealType: "snack", date: "2026-03-10" })
    await log(person, { quickAdd: { name: "Tea", calories: 3, protein: 0.1 }, mealType: "snack", date: "2026-03-10" })
    const before = (await list(person.rest, { from: "2026-03-10", to: "2026-03-10" })).entries
    const { html } = await browser.get("/app/diary?date=2026-03-10")
    const removed = await tap(browser, html, "remove", { id: cake.id })
    const shown = await browser.follow(removed)
    const [undo] = formsFor(shown.html, "undo")
    const thief = await signIn(service(), await newPerson(service()))
    const [theirs] = formsFor((await thief.get("/app/diary")).html, "quick")
    const stolen = await thief.post(undo?.to ?? "", { ...undo?.hidden, form_token: theirs?.hidden.form_token ?? "" })
    expect(stolen.status).toBe(404)
    for (const { headers } of await Promise.all([1, 2, 3].map(() => browser.post(undo?.to ?? "", undo?.hidden ?? {}))))
      expect(headers.get("location")).toBe("/app/diary?date=2026-03-10&done=restored")
    expect((await list(person.rest, { from: "2026-03-10", to: "2026-03-10" })).entries).toEqual(before)

    const all = await tap(browser, (await browser.get("/app/diary?date=2026-03-10")).html, "remove", { row: "snack" })
    expect((await list(person.rest, { from: "2026-03-10", to: "2026-03-10" })).total).toBe(0)
    const [undoAll] = formsFor((await browser.follow(all)).html, "undo")
    await service().setTime("2026-03-15T12:00:01Z")
    const late = await browser.post(undoAll?.to ?? "", undoAll?.hidden ?? {})
    expect([late.status, late.html.includes("can no longer be brought back")]).toEqual([404, true])
    await service().setTime(NOON)
    await browser.post(undoAll?.to ?? "", undoAll?.hidden ?? {})
    expect((await list(person.rest, { from: "2026-03-10", to: "2026-03-10" })).total).toBe(2)
  })

  test("a copy is undone apart from what was changed since, and a move goes back", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Rice" })
    for (const mealType of ["lunch", "dinner"]) await log(person, { customFoodId: food, mealType })
    const before = (await list(person.rest, { from: "2026-03-14", to: "2026-03-14" })).entries
    const undo = async (done: { readonly headers: Headers }, action: string) => {
      const [form] = formsFor((await browser.follow(done)).html, action)
      return () => browser.post(form?.to ?? "", form?.hidden ?? {})
    }
    const day = async (more: object) => {
      const whole = formsFor((await browser.get("/app/diary")).html, "copy").find(({ hidden }) => hidden.row === "day")
      return browser.post(whole?.to ?? "", { ...whole?.hidden, toDate: "2026-03-16", ...more })
    }
    const uncopy = await undo(await day({}), "uncopy")
    const [changed] = (await list(person.rest, { from: "2026-03-16", to: "2026-03-16" })).entries
    await output(person.rest("update_food_entry", { id: changed?.id, servings: 3 }))
    for (let time = 0; time < 2; time++)
      expect((await uncopy()).headers.get("location")).toBe("/app/diary?date=2026-03-16&done=uncopied")
    expect(await eatenOn(person, "2026-03-16")).toMatchObject([{ mealType: "lunch", servings: 3 }])

    const unmove = await undo(await day({ how: "move" }), "unmove")
    expect(await eatenOn(person, "2026-03-14")).toEqual([])
    for (let time = 0; time < 2; time++)
      expect((await unmove()).headers.get("location")).toBe("/app/diary?date=2026-03-14&done=restored")
    expect((await list(person.rest, { from: "2026-03-14", to: "2026-03-14" })).entries).toEqual(before)
    await service().setTime("2026-03-15T12:00:01Z")
    for (const late of [await uncopy(), await unmove()])
      expect([late.status, late.html.includes("can no longer be undone")]).toEqual([404, true])
    await service().setTime(NOON)
  })

  test("another person's entries can be neither copied, moved nor deleted", async () => {
    const owner = await newPerson(service())
    const { id } = await log(owner, { quickAdd: { name: "Secret", calories: 500 } })
    const { person, browser } = await arrive()
    await log(person, { quickAdd: { name: "Own", calories: 100 } })
    const { html } = await browser.get("/app/diary")
    const form = formsFor(html, "copy").find(({ hidden }) => hidden.row === "lunch")
    for (const how of ["", "move"]) {
      const { status } = await browser.post(form?.to ?? "", { ...form?.hidden, id, toDate: "2026-03-14", how })
      expect([how, status]).toEqual([how, 404])
    }
    expect((await tap(browser, html, "remove")).status).toBe(303)
    expect((await browser.post(form?.to ?? "", { ...form?.hidden, action: "remove", id })).status).toBe(404)
    expect(await eatenOn(owner, "2026-03-14")).toMatchObject([{ name: "Secret" }])
  })

  test("a quick add that was deleted elsewhere can be logged as new, with its values", async () => {
    const { person, browser } = await arrive()
    const { id } = await log(person, { quickAdd: { name: "Pie & peas", calories: 512.5, fat: 20 }, servings: 2 })
    const { html } = await browser.get("/app/diary")
    const [form] = formsFor(html, "change")
    await person.rest("delete_food_entry", { id })
    const refused = await browser.post(form?.to ?? "", {
      ...form?.hidden,
      servings: "3",
      mealType: "dinner",
      date: "2026-03-14"
    })
    expect([refused.status, refused.html.includes("Log Pie &amp; peas as new")]).toEqual([404, true])
    const [again] = formsFor(refused.html, "log").filter(({ hidden }) => hidden["quickAdd.name"] !== undefined)
    const sent = { ...again?.hidden, servings: "3", mealType: "dinner", date: "2026-03-14" }
    expect((await browser.post(again?.to ?? "", sent)).headers.get("location")).toBe(
      "/app/diary?date=2026-03-14&done=logged"
    )
    expect(await eatenOn(person, "2026-03-14")).toEqual([
      { mealType: "dinner", servings: 3, name: "Pie & peas", calories: 1537.5 }
    ])
  })

  test("a quick add of kcal alone says what is not known, also when it is deleted, restored or logged as new", async () => {
    const { person, browser } = await arrive()
    const { html } = await browser.get("/app/diary")
    const [form] = formsFor(html, "quick")
    const fields = { ...form?.hidden, "quickAdd.calories": "500", "quickAdd.protein": "", mealType: "lunch" }
    expect((await browser.post(form?.to ?? "", { ...fields, date: "2026-03-14" })).status).toBe(303)
    await log(person, { foodId: EGG, servings: 2 })
    const shown = async () => (await browser.get("/app/diary?meal=lunch")).html
    expect(await shown()).toContain("protein not known, carbs not known, fat not known")
    expect(await shown()).toContain("Protein 12.6 g, 1 food without a value; carbs 0.7 g, 1 food without a value;")
    const entries = async () => (await list(person.rest)).entries
    const [quick] = await entries()
    expect(quick).toMatchObject({ unknown: ["protein", "carbs", "fat"] })
    const removed = await tap(browser, (await browser.get("/app/diary")).html, "remove", { id: quick?.id ?? "" })
    const [undo] = formsFor((await browser.follow(removed)).html, "undo")
    await browser.post(undo?.to ?? "", undo?.hidden ?? {})
    expect((await entries())[0]).toEqual(quick)
    const [change] = formsFor((await browser.get("/app/diary")).html, "change").filter(
      ({ hidden }) => hidden.id === quick?.id
    )
    await person.rest("delete_food_entry", { id: quick?.id })
    const moved = { servings: "2", mealType: "dinner", date: "2026-03-14" }
    const refused = await browser.post(change?.to ?? "", { ...change?.hidden, ...moved })
    const [again] = formsFor(refused.html, "log").filter(({ hidden }) => hidden["quickAdd.name"] !== undefined)
    await browser.post(again?.to ?? "", { ...again?.hidden, ...moved })
    expect((await entries()).at(-1)).toMatchObject({ servings: 2, unknown: ["protein", "carbs", "fat"] })
  })

  test("a day shows what is left of its goals", async () => {
    const { person, browser } = await arrive()
    const goal = { type: "numeric", schedule: { days: ["sat"], startDate: "2026-03-01" } }
    await output(
      person.rest("save_goal", { ...goal, name: "Energy", metric: "calories", targetValue: 2000, comparison: "max" })
    )
    await output(
      person.rest("save_goal", { ...goal, name: "Protein", metric: "protein", targetValue: 100, comparison: "min" })
    )
    await log(person, { quickAdd: { name: "Pizza", calories: 1240, protein: 40 } })
    const { html } = await browser.get("/app/diary")
    for (const left of ["760 left of 2,000", "60 left of 100"]) expect(html).toContain(left)
    await log(person, { quickAdd: { name: "Cake", calories: 800, protein: 70 } })
    const over = (await browser.get("/app/diary")).html
    for (const text of ["40 over 2,000", "100 reached"]) expect(over).toContain(text)
    expect((await browser.get("/app/diary?date=2026-03-13")).html).not.toContain("left of")
  })
})

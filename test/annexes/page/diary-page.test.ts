import { beforeAll, expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { type Entry, list } from "../../features/diary/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

overEveryStore("Diary", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const eat = async ({ rest }: Person, customFoodId: string, date = "2026-03-14") =>
    (await output<{ entry: Entry }>(rest("log_food_entry", { customFoodId, servings: 1, mealType: "lunch", date })))
      .entry

  const hiddenOf = (html: string, action: string) => {
    const form = formsOf(html).find(({ hidden }) => hidden.action === action)
    if (form === undefined) throw new Error(`There is no form for ${action}`)
    return form
  }

  test("shows a day's entries by meal with their totals, and links to the neighbouring days", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Soup & bread", protein: 10, carbs: 0, fat: 0, servingSize: 100 })
    await eat(person, food)
    await eat(person, food, "2026-03-13")
    const { html } = await browser.get("/app/diary")
    for (const shown of ["Saturday, 14 Mar 2026", "Soup &amp; bread", "Lunch", "40 kcal", "1 entry"]) {
      expect(html).toContain(shown)
    }
    expect(html).toContain("/app/diary?date=2026-03-13")
    expect(html).toContain("/app/diary?date=2026-03-15")
    expect((await browser.get("/app/diary?date=2026-03-13")).html).toContain("Friday, 13 Mar 2026")
    expect((await browser.get("/app/diary?date=2026-03-12")).html).toContain("Nothing is logged on this day.")
  })

  test("finds a food and logs it once, however often the form is sent", async () => {
    const { person, browser } = await arrive()
    const { html } = await browser.get("/app/diary?date=2026-03-13&q=egg")
    const { to, hidden } = hiddenOf(html, "log")
    expect(html).toContain("Egg, raw")
    const fields = { ...hidden, servings: "1,5", mealType: "snack" }
    const answers = await Promise.all([browser.post(to, fields), browser.post(to, fields), browser.post(to, fields)])
    for (const { status, headers } of answers) {
      expect([status, headers.get("location")]).toEqual([303, "/app/diary?date=2026-03-13&done=logged"])
    }
    const { entries } = await list(person.rest, { from: "2026-03-13", to: "2026-03-13" })
    expect(entries).toMatchObject([{ servings: 1.5, mealType: "snack" }])
    const changed = await browser.post(to, { ...fields, servings: "2" })
    expect([changed.status, changed.html.includes('value="2"')]).toEqual([409, true])
  })

  test("an empty list and an unknown barcode lead on, and a search keeps its words for another meal", async () => {
    const { browser } = await arrive()
    const meals = (await browser.get("/app/diary?list=meals")).html
    expect(meals).toContain('You have no saved meals yet. <a href="/app/settings/meals">')
    const foods = (await browser.get("/app/diary?list=foods&meal=lunch")).html
    expect(foods).toMatch(/You have no foods of your own yet\. <a href="[^"]*meal=lunch&amp;make="/)
    const barcode = (await browser.get("/app/diary?q=00123456789050")).html
    expect(barcode).toContain("No food has the barcode 00123456789050.")
    expect(barcode).toMatch(/href="[^"]*&amp;make=&amp;barcode=0123456789050">Make a new food</)
    for (const { html } of [{ html: meals }, { html: foods }, { html: barcode }])
      expect(html).not.toContain("Nothing is called")
    const found = (await browser.get("/app/diary?date=2026-03-13&meal=snack&q=egg")).html
    expect(found).toContain('href="/app/diary?date=2026-03-13&amp;meal=lunch&amp;q=egg"')
  })

  test("a refused entry keeps the typed values in its own row, and its key", async () => {
    const { person, browser } = await arrive()
    const { to, hidden } = hiddenOf((await browser.get("/app/diary?q=egg")).html, "log")
    for (const servings of ["0", "many", "-1", "1e3", "20000"]) {
      const refused = await browser.post(to, { ...hidden, servings, mealType: "dinner" })
      expect([servings, refused.status]).toEqual([servings, 400])
      expect(refused.html.split('aria-invalid="true"').length).toBe(2)
      expect(refused.html).toContain(`value="${servings}"`)
      expect(refused.html).toContain(hidden.idempotency_key ?? "no key")
    }
    expect((await list(person.rest)).total).toBe(0)
    const form = formsOf((await browser.post(to, { ...hidden, servings: "x", mealType: "dinner" })).html)
    const again = form.find(({ hidden: { foodId } }) => foodId === hidden.foodId)
    expect((await browser.post(again?.to ?? "", { ...again?.hidden, servings: "1", mealType: "dinner" })).status).toBe(
      303
    )
    expect((await list(person.rest)).total).toBe(1)
  })

  test("what lacks a word of the search is offered as closest, and not opened as if it were meant", async () => {
    const { browser } = await arrive()
    const { html } = await browser.get("/app/diary?q=xylotrope+curry")
    expect(html).toContain("No food has “xylotrope”. The closest:")
    expect(html).not.toMatch(/<details open/)
    expect((await browser.get("/app/diary?q=banana")).html).not.toContain("The closest:")
  })

  test("the form of a quick add has its values for one serving as they were given, to log it again if it is gone", async () => {
    const { person, browser } = await arrive()
    const quickAdd = { name: "Canteen", calories: 33.33, protein: 1.11, carbs: 0.07, fat: 0.1 }
    const { entry } = await output<{ entry: Entry }>(
      person.rest("log_food_entry", { quickAdd, servings: 1.5, mealType: "lunch" })
    )
    const { hidden } = hiddenOf((await browser.get("/app/diary")).html, "change")
    expect(hidden.id).toBe(entry.id)
    for (const [field, value] of Object.entries(quickAdd))
      expect([field, hidden[`quickAdd.${field}`]]).toEqual([field, String(value)])
  })

  test("a search that cannot be made says why, and keeps its words; one with results has no fault", async () => {
    const { browser } = await arrive()
    const words = "q".repeat(500)
    const refused = (await browser.get(`/app/diary?q=${words}`)).html
    expect(/<p class="fault" role="alert">\s*([^<]*?)\s*</.exec(refused)?.[1]).toContain("at most")
    expect(refused).toContain(`value="${words}"`)
    expect(refused).not.toContain("Nothing is called")
    expect((await browser.get("/app/diary?q=banana")).html).not.toContain('role="alert"')
  })

  test("changes an entry, moves it to another day, and deletes it", async () => {
    const { person, browser } = await arrive()
    const { id } = await eat(person, await newFood(person.rest))
    const change = { id, servings: "2.5", mealType: "dinner", date: "2026-03-12" }
    const moved = await browser.submit("/app/diary", "change", change)
    expect(moved.headers.get("location")).toBe("/app/diary?date=2026-03-14&done=elsewhere")
    expect((await browser.follow(moved)).html).toContain("The entry is moved to the other day.")
    const { entries } = await list(person.rest, { from: "2026-03-12", to: "2026-03-12" })
    expect(entries).toMatchObject([{ id, servings: 2.5, mealType: "dinner" }])
    const refused = await browser.submit("/app/diary?date=2026-03-12", "change", { ...change, servings: "none" })
    expect(refused.html).toContain("must be a number, such as 72.4")
    expect(refused.html).toContain('value="none"')
    const deleted = await browser.submit("/app/diary?date=2026-03-12", "remove", { id })
    expect(deleted.headers.get("location")).toBe("/app/diary?date=2026-03-12&done=removed")
    expect((await list(person.rest, { from: "2026-03-12", to: "2026-03-12" })).total).toBe(0)
    expect((await browser.follow(deleted)).html).toContain(" is deleted.")
    expect((await browser.get("/app/trends")).html).toContain(" is deleted.")
  })

  test("adds kcal alone, without a name", async () => {
    const { person, browser } = await arrive()
    const { to, hidden } = hiddenOf((await browser.get("/app/diary?date=2026-03-13")).html, "quick")
    const sent = await browser.post(to, {
      ...hidden,
      "quickAdd.name": " ",
      "quickAdd.calories": "320",
      mealType: "lunch"
    })
    expect(sent.status).toBe(303)
    const { entries } = await output<{ entries: ReadonlyArray<unknown> }>(
      person.rest("list_food_entries", { from: "2026-03-13", to: "2026-03-13" })
    )
    expect(entries).toMatchObject([{ food: { name: "Quick add" }, nutrition: { calories: 320 } }])
    const wrong = await browser.post(to, { ...hidden, "quickAdd.calories": "", mealType: "lunch" })
    expect(wrong.html).toContain("is missing<")
    const never = await browser.post(to, { ...hidden, "quickAdd.calories": "5", mealType: "lunch", date: "2026-13-13" })
    expect(never.html).toContain("must be a day of the calendar, such as 2026-03-14")
    for (const { html } of [wrong, never]) expect(html).not.toMatch(/YYYY|1900-01-01|must be text|unclear/)
  })

  test("adds something by quick add, once, and shows its faults", async () => {
    const { person, browser } = await arrive()
    const { to, hidden } = hiddenOf((await browser.get("/app/diary?date=2026-03-13")).html, "quick")
    const typed = { ...hidden, "quickAdd.name": "Canteen <soup>", "quickAdd.calories": "320,5", mealType: "lunch" }
    for (const wrong of [{ "quickAdd.calories": "" }, { "quickAdd.calories": "-1" }, { "quickAdd.fat": "much" }]) {
      const { status, html } = await browser.post(to, { ...typed, ...wrong })
      expect([wrong, status, html.split('aria-invalid="true"').length]).toEqual([wrong, 400, 2])
      expect(html).toContain('value="Canteen &lt;soup&gt;"')
    }
    const more = "<details><summary>Fibre, sugars, saturated fat, sodium</summary>"
    expect((await browser.get("/app/diary?date=2026-03-13")).html.split(more)).toHaveLength(2)
    const salty = await browser.post(to, { ...typed, "quickAdd.sodium": "much" })
    expect([salty.status, salty.html.includes(more.replace("<details>", '<details open="">'))]).toEqual([400, true])
    const fields = { ...typed, "quickAdd.protein": "12", "quickAdd.fiber": "7,5", "quickAdd.sodium": "300" }
    for (const { headers } of await Promise.all([browser.post(to, fields), browser.post(to, fields)])) {
      expect(headers.get("location")).toBe("/app/diary?date=2026-03-13&done=logged")
    }
    const { entries } = await list(person.rest, { from: "2026-03-13", to: "2026-03-13" })
    expect(entries).toMatchObject([
      { servings: 1, mealType: "lunch", food: { name: "Canteen <soup>" }, nutrition: { calories: 320.5, protein: 12 } }
    ])
    expect(entries).toMatchObject([{ nutrition: { fiber: 7.5, sodium: 300 } }])
    expect(entries[0]).not.toHaveProperty("nutrition.sugars")
    const words = (await browser.get(to)).html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
    expect(words).toContain("1 serving 321 kcal 12 g protein")
  })

  test("another user's entries and foods are not found", async () => {
    const owner = await newPerson(service())
    const food = await newFood(owner.rest)
    const { id } = await eat(owner, food)
    const { person, browser } = await arrive()
    const own = await eat(person, await newFood(person.rest))
    const change = { id, servings: "9", mealType: "dinner", date: "2026-03-14" }
    const hidden = hiddenOf((await browser.get("/app/diary")).html, "change")
    expect(hidden.hidden.id).toBe(own.id)
    expect((await browser.post(hidden.to, { ...hidden.hidden, ...change })).status).toBe(404)
    expect((await browser.submit("/app/diary", "remove", { id })).status).toBe(404)
    const log = hiddenOf((await browser.get("/app/diary?q=egg")).html, "log")
    const { foodId: _, ...rest } = log.hidden
    const stolen = await browser.post(log.to, { ...rest, customFoodId: food, servings: "1", mealType: "lunch" })
    expect(stolen.status).toBe(404)
    expect((await list(owner.rest)).entries).toMatchObject([{ id, servings: 1, mealType: "lunch" }])
    expect((await list(person.rest)).total).toBe(1)
  })

  test("a day with more than a hundred entries continues on further pages", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest)
    for (let entry = 0; entry < 101; entry++) await eat(person, food)
    const { html } = await browser.get("/app/diary")
    const more = /href="(\/app\/diary\?date=2026-03-14&amp;cursor=[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")
    const next = await browser.get(more ?? "")
    const changes = [html, next.html].map((each) => each.split('<details class="change"').length)
    expect(changes).toEqual([101, 2])
  })

  test("hostile addresses change nothing and are not reflected", async () => {
    const { browser } = await arrive()
    for (const query of [
      "date=2026-02-30",
      "date=<script>alert(1)</script>",
      "date=2026-03-14&date=2026-03-15",
      "date=9999-99-99",
      "cursor=<script>alert(1)</script>",
      "cursor=' OR 1=1--",
      "date=%00",
      "date=2101-01-01"
    ]) {
      const { status, html } = await browser.get(`/app/diary?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(html).not.toContain("alert(1)</script>")
    }
    for (const q of ["%00", "<script>alert(1)</script>", "%ff", "'", "q".repeat(500), "\u202e"]) {
      const { status, html } = await browser.get(`/app/diary?q=${q}`)
      expect([q, status]).toEqual([q, 200])
      expect(html).not.toContain("<script>alert(1)")
    }
    for (const day of ["1900-01-01", "2100-12-31"]) {
      expect((await browser.get(`/app/diary?date=${day}`)).status).toBe(200)
    }
  })
})

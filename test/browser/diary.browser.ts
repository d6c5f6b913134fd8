import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { connect } from "../../src/client/client.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Somebody with a week of meals: soup and bread for lunch, oats and coffee for breakfast. */
const newEater = async () => {
  const id = await service.newPerson()
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(id) })
  const own = async (name: string, carbs: number) =>
    (await fettle.save_custom_food({ name, protein: 5, carbs, fat: 2, servingSize: 200, servingSizeUnit: "g" }))
      .customFood.id
  const foods = {
    lunch: [await own("Lentil soup", 12), await own("Rye bread", 45)],
    breakfast: [await own("Overnight oats", 20)]
  }
  for (const days of [1, 2, 3])
    for (const mealType of ["lunch", "breakfast"] as const)
      for (const customFoodId of foods[mealType])
        await fettle.log_food_entry({ customFoodId, servings: 1.5, mealType, date: dayBefore(days) })
  const eaten = async () =>
    (await fettle.list_food_entries({})).entries.map(({ food, servings, mealType, amount }) => ({
      name: food.name,
      servings,
      mealType,
      grams: amount?.value
    }))
  return { id, fettle, eaten }
}

/** Counts a person's actions: taps, and typed characters. */
const counting = (page: Page) => {
  const done = { taps: 0, characters: 0 }
  return {
    done,
    tap: async (role: "button" | "searchbox" | "textbox" | "combobox" | "link", name: string | RegExp) => {
      done.taps++
      await page.getByRole(role, { name }).first().tap()
    },
    type: async (text: string) => {
      done.characters += text.length
      await page.keyboard.type(text)
    }
  }
}

const open = async (page: Page, query: string) => page.goto(`${service.baseUrl}/app/diary?${query}`)
const statusText = (page: Page, text: string) => page.getByRole("status").getByText(text).first().waitFor()

for (const javaScriptEnabled of [true, false]) {
  test(`lunch of two foods in 2 taps, yesterday's breakfast in 1, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    await using browser = await openBrowser({ ...PHONE, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    const { id, eaten } = await newEater()
    await service.signIn(page, id)
    await open(page, "meal=lunch")
    const lunch = counting(page)
    const bread = await page.getByRole("button", { name: /^Log Rye bread/ }).boundingBox()
    expect((bread?.y ?? 9999) + (bread?.height ?? 0)).toBeLessThan(844 - 60)
    expect(bread?.height ?? 0).toBeGreaterThanOrEqual(44)
    for (const food of ["Lentil soup", "Rye bread"]) {
      await lunch.tap("button", new RegExp(`^Log ${food}`))
      await page.getByRole("button", { name: `Delete ${food}` }).waitFor()
      await statusText(page, "The food is logged.")
    }
    expect(lunch.done).toEqual({ taps: 2, characters: 0 })
    const deletion = page.getByRole("button", { name: "Delete Rye bread" })
    const entry = await page.getByRole("listitem").filter({ has: deletion }).boundingBox()
    expect(entry?.height ?? 999).toBeLessThanOrEqual(64)
    const reach = await deletion.boundingBox()
    expect(Math.min(reach?.width ?? 0, reach?.height ?? 0)).toBeGreaterThanOrEqual(44)

    await open(page, "meal=breakfast")
    const breakfast = counting(page)
    await breakfast.tap("button", /^Yesterday’s breakfast/)
    await statusText(page, "copied.")
    expect(breakfast.done).toEqual({ taps: 1, characters: 0 })
    expect(await eaten()).toMatchObject([
      { name: "Lentil soup", servings: 1.5, mealType: "lunch" },
      { name: "Rye bread", servings: 1.5, mealType: "lunch" },
      { name: "Overnight oats", servings: 1.5, mealType: "breakfast" }
    ])

    await page.getByRole("button", { name: "Delete Rye bread" }).tap()
    await statusText(page, "Rye bread is deleted.")
    expect((await eaten()).length).toBe(2)
    await page.getByRole("button", { name: "Undo" }).tap()
    await statusText(page, "It is back.")
    expect(await eaten()).toContainEqual({ name: "Rye bread", servings: 1.5, mealType: "lunch", grams: 300 })
    expect(faults).toEqual([])
  }, 60_000)

  test(`150 g of a new food, and a search that finds no food, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    await using browser = await openBrowser({ ...PHONE, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    const { id, eaten } = await newEater()
    await service.signIn(page, id)
    await open(page, "meal=dinner")
    const banana = counting(page)
    await banana.tap("searchbox", "Food")
    await banana.type("bananas raw")
    if (!javaScriptEnabled) await page.keyboard.press("Enter")
    const row = page.getByRole("listitem").filter({ hasText: "Banana, raw" }).first()
    await row.waitFor()
    banana.done.taps++
    await row.getByRole("textbox", { name: "Amount" }).tap()
    if (!javaScriptEnabled) await page.keyboard.press("Control+a")
    await banana.type("150")
    if (javaScriptEnabled) expect(await row.locator("output").textContent()).toBe("146 kcal")
    banana.done.taps++
    await row.getByRole("button", { name: /^Log Banana, raw/ }).tap()
    await statusText(page, "The food is logged.")
    expect(banana.done).toEqual({ taps: 3, characters: 14 })
    expect(await eaten()).toMatchObject([{ name: "Banana, raw", grams: 150, mealType: "dinner" }])

    await page.getByRole("link", { name: "Snack" }).tap()
    await page.getByRole("searchbox", { name: "Food" }).fill("apples raw")
    if (!javaScriptEnabled) await page.keyboard.press("Enter")
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Apples?, raw/ })
      .first()
      .waitFor()
    await page.getByRole("link", { name: "Dinner" }).tap()
    await page.getByRole("heading", { name: "Log food Dinner" }).waitFor()
    const apples = page.getByRole("listitem").filter({ hasText: /^Apples?, raw/ })
    const [first, second] = [apples.nth(0), apples.nth(1)]
    await first.getByRole("textbox", { name: "Amount" }).waitFor()
    expect(await second.getByRole("textbox", { name: "Amount" }).isVisible()).toBe(false)
    await second.locator("summary").tap()
    await second.getByRole("textbox", { name: "Amount" }).waitFor()
    expect(await first.getByRole("textbox", { name: "Amount" }).isVisible()).toBe(false)
    const usual = first.getByRole("button", { name: /^Log Apples?, raw.* kcal$/ })
    const { width = 0, height = 0 } = (await usual.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const named = (await usual.getAttribute("aria-label")) ?? ""
    await usual.tap()
    await page.getByRole("button", { name: /^Delete Apples?, raw/ }).waitFor()
    const [, apple] = await eaten()
    expect(apple).toMatchObject({ servings: 1, mealType: "dinner" })
    expect(named).toStartWith(`Log ${apple?.name}, `)

    await page.getByRole("searchbox", { name: "Food" }).fill("zzqqy bar")
    if (!javaScriptEnabled) await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Make “zzqqy bar”" }).tap()
    await page.getByLabel("One serving is").fill("40")
    await page.getByLabel("Protein, g").fill("10")
    await page.getByLabel("Carbs, g").fill("50")
    if (javaScriptEnabled) await page.getByText("240 kcal").waitFor()
    await page.getByRole("button", { name: "Save and log" }).tap()
    await statusText(page, "The food is saved and logged.")
    expect((await eaten()).at(-1)).toEqual({ name: "zzqqy bar", servings: 1, mealType: "dinner", grams: 40 })
    expect(faults).toEqual([])
  }, 60_000)
}

test("one tap on Today logs a food eaten before, on a screen that shows the weight and what is left to tick", async () => {
  await using browser = await openBrowser(PHONE)
  const { page, faults } = await service.openPage(browser.context)
  const { id, eaten } = await newEater()
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(id) })
  const schedule = { startDate: dayBefore(3) }
  const water = { type: "numeric", comparison: "min", metric: "hydration", targetValue: 2, unit: "l" } as const
  await fettle.save_goal({ name: "Drink", ...water, schedule })
  await fettle.save_goal({ name: "Stretch", type: "boolean", schedule })
  await fettle.set_body_metrics({ metric: "weight", readings: [{ value: 80, unit: "kg", date: dayBefore(1) }] })
  await service.signIn(page, id)
  await page.goto(`${service.baseUrl}/app`)
  const usual = page.getByRole("region", { name: /^Likely for / })
  const oats = usual.getByRole("button", { name: /Overnight oats|Lentil soup|Rye bread/ }).first()
  await oats.waitFor()
  expect(await oats.textContent()).toMatch(/\(200 g\) \d+ kcal$/)
  expect(await violationsInBothSchemes(page)).toEqual([])
  const { y: dock = 0 } = (await page.getByRole("searchbox", { name: "Food to log" }).boundingBox()) ?? {}
  for (const name of ["Save today's weight", "Done: Stretch"]) {
    const { y = 0, height = 0 } = (await page.getByRole("button", { name }).boundingBox()) ?? {}
    expect([name, y > 0 && y + height < dock]).toEqual([name, true])
  }
  await oats.tap()
  await page.waitForURL(/done=(?:logged|copied)/)
  expect((await eaten()).length).toBeGreaterThan(0)
  expect(faults).toEqual([])
}, 60_000)

test("the keyboard alone is enough, and no accessibility rule is broken in either scheme", async () => {
  const { id } = await newEater()
  await using browser = await openBrowser({ viewport: { width: 320, height: 800 } })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, id)
  const look = async (name: string) => {
    const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
    expect([name, await violationsInBothSchemes(page), wide]).toEqual([name, [], 320])
    await shoot(page, `diary-${name}`)
  }
  await open(page, "meal=lunch")
  await look("day")
  await page.getByRole("searchbox", { name: "Food" }).focus()
  await page.keyboard.type("egg whole")
  const log = page.getByRole("button", { name: /^Log Egg/ }).first()
  await log.waitFor()
  await look("typed")
  await page.keyboard.press("Tab")
  for (
    let tabs = 0;
    tabs < 5 && !(await log.evaluate((button) => button === button.ownerDocument.activeElement));
    tabs++
  )
    await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await statusText(page, "The food is logged.")
  await page.getByRole("button", { name: /^Delete Egg/ }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Undo" }).waitFor()
  await look("deleted")
  for (const path of ["/app/diary?make=Bar", "/app/diary?list=foods", "/app/settings/foods"]) {
    await page.goto(service.baseUrl + path)
    await look(path.replaceAll(/\W/g, "-"))
  }
  expect(faults).toEqual([])
}, 90_000)

test("a typed amount stays when the response to earlier typing arrives late", async () => {
  await using browser = await openBrowser(PHONE)
  const { page } = await service.openPage(browser.context)
  const { id, eaten } = await newEater()
  await service.signIn(page, id)
  await open(page, "meal=dinner")
  const row = page.getByRole("listitem").filter({ hasText: "Banana, raw" }).first()
  const search = page.getByRole("searchbox", { name: "Food" })
  await search.pressSequentially("bananas ra")
  await row.waitFor()
  const late = Promise.withResolvers<void>()
  await page.route(/q=bananas(?:\+|%20)raw/, async (route) => {
    await late.promise
    await route.fallback()
  })
  const answer = page.waitForResponse(/q=bananas(?:\+|%20)raw/)
  await search.press("w")
  await Bun.sleep(500)
  await row.getByRole("textbox", { name: "Amount" }).tap()
  await page.keyboard.type("150")
  late.resolve()
  await (await answer).finished()
  // Whether the page shows it is clear only after it has read the response.
  await Bun.sleep(500)
  await row.getByRole("button", { name: /^Log Banana, raw/ }).tap()
  await statusText(page, "The food is logged.")
  expect(await eaten()).toMatchObject([{ name: "Banana, raw", grams: 150 }])
}, 60_000)

test("a food comes back in the unit in which it was last logged on this device", async () => {
  await using browser = await openBrowser(PHONE)
  const { page } = await service.openPage(browser.context)
  const { id, fettle } = await newEater()
  await service.signIn(page, id)
  const row = page.getByRole("listitem").filter({ hasText: "Egg, raw" }).first()
  const unit = row.getByRole("combobox", { name: "Unit" })
  const chosen = async () => (await unit.locator("option:checked").textContent()) ?? ""
  await open(page, "meal=dinner&q=egg")
  await row.getByRole("textbox", { name: "Amount" }).fill("100")
  await unit.selectOption({ label: "g" })
  await row
    .getByRole("button", { name: /^Log Egg/ })
    .first()
    .tap()
  await statusText(page, "The food is logged.")
  // 100 g are as many servings as 2 eggs.
  await page.getByRole("searchbox", { name: "Food" }).fill("egg")
  await row.getByRole("textbox", { name: "Amount" }).waitFor()
  expect([await chosen(), await row.getByRole("textbox", { name: "Amount" }).inputValue()]).toEqual(["g", "100"])
  // Elsewhere, it is logged in eggs since.
  const { foods } = await fettle.search_foods({ query: "egg" })
  const { id: foodId } = foods.find(({ name }) => name === "Egg, raw") ?? expect.unreachable()
  await fettle.log_food_entry({ foodId, servings: 1, mealType: "dinner" })
  await open(page, "meal=dinner&q=egg")
  expect(await chosen()).toBe("g")
  await unit.selectOption({ label: "1 egg (50 g)" })
  await row.getByRole("textbox", { name: "Amount" }).fill("3")
  await row
    .getByRole("button", { name: /^Log Egg/ })
    .first()
    .tap()
  await page.getByText("3 entries").waitFor()
  await open(page, "meal=dinner&q=egg")
  expect([await chosen(), await row.getByRole("textbox", { name: "Amount" }).inputValue()]).toEqual([
    "1 egg (50 g)",
    "3"
  ])
}, 60_000)

test("Today finds a food while one types, above the keyboard", async () => {
  await using browser = await openBrowser(PHONE)
  const { page } = await service.openPage(browser.context)
  const { id, eaten } = await newEater()
  await service.signIn(page, id)
  await page.goto(`${service.baseUrl}/app`)
  const search = page.getByRole("searchbox", { name: "Food to log" })
  await search.pressSequentially("lentil")
  const found = page.locator("[data-found]")
  const log = found.getByRole("button", { name: /^Log Lentil soup/ }).first()
  await log.waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await shoot(page, "today-found")
  await page.getByText(/^\d+ foods? found$/).waitFor({ state: "attached" })
  await page.getByRole("combobox", { name: "Meal to log to" }).selectOption("snack")
  await found.locator("input[name=mealType][value=snack]").first().waitFor({ state: "attached" })
  await search.fill("")
  await log.waitFor({ state: "detached" })
  await search.pressSequentially("rye")
  await found
    .getByRole("button", { name: /^Log Rye bread/ })
    .first()
    .tap()
  await statusText(page, "The food is logged.")
  expect(await eaten()).toMatchObject([{ name: "Rye bread", mealType: "snack" }])
}, 60_000)

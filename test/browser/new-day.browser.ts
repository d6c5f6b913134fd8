import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { connect } from "../../src/client/client.ts"
import { until } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const DAY = 86_400_000

/** A timezone by its hours from UTC. Its name has the opposite sign. */
const zone = (hours: number) => `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`

/**
 * A person for whom it is noon, whatever the time of the test, so that no midnight passes during it. They ate soup
 * yesterday. On the clock of their phone it is another day.
 */
const start = async () => {
  const ahead = 12 - new Date().getUTCHours()
  const timezoneId = ahead > 2 ? zone(-12) : zone(14)
  const phone = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId })
  const userId = await service.newPerson(zone(ahead))
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(userId) })
  const { date: today } = await fettle.get_daily_goals({})
  const soup = { name: "Soup", calories: 300, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
  await fettle.log_food_entry({ quickAdd: soup, servings: 1, mealType: "lunch", date: plus(today, -1) })
  const { page } = await service.openPage(phone.context)
  await service.signIn(page, userId)
  /** The names of the foods logged on a day. */
  const eatenOn = async (date: string) =>
    (await fettle.list_food_entries({ from: date, to: date })).entries.map(({ food }) => food.name)
  return { ...phone, page, today, eatenOn }
}

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

const named = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })

const open = (page: Page, path: string) => page.goto(service.baseUrl + path)

/** A script that sets the device's clock ahead. */
const clockAhead = (days: number) => `(() => {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${days * DAY}] : given)) }
    static now() { return Real.now() + ${days * DAY} }
  }
})()`

/** Lets an event happen after some days. Returns the address that the page then leaves for; null if it stays. */
const later = (page: Page, days: number, event: string): Promise<string | null> =>
  page.evaluate(`(() => {
    ${clockAhead(days)}
    let left = null
    navigation.addEventListener("navigate", ({ destination }) => {
      const { pathname, search } = new URL(destination.url)
      left = pathname + search
      document.body.dataset.left = ""
    })
    ${event}
    return left
  })()`)

/** Comes back to the page after some days. */
const comeBack = (page: Page, days: number) =>
  later(page, days, "document.dispatchEvent(new Event('visibilitychange'))")

/** Comes back to the page by the browser's button, which may show it as it was left. */
const goBack = (page: Page, days: number) =>
  later(page, days, "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

const notice = (page: Page) => page.locator(".new-day")

/** Types something that is not sent yet. */
const type = async (page: Page) => {
  await page.getByText("Quick add").first().click()
  await page.getByLabel("Name").first().fill("Late toast")
  await page.getByLabel("kcal").first().fill("90")
}

const logTyped = (page: Page) => page.locator("details[open]").getByRole("button", { name: "Log", exact: true }).click()

test("Today and the diary open on the new day when somebody comes back to them, and other pages stay", async () => {
  await using phone = await start()
  const { page, today } = phone
  const pages = [
    ["/app", "/app"],
    ["/app/diary", "/app/diary"],
    [`/app/diary?date=${today}&meal=lunch&done=logged`, "/app/diary"],
    [`/app/diary?date=${today}&q=egg`, "/app/diary?q=egg"],
    [`/app/diary?date=${plus(today, -1)}`, null],
    ["/app/workouts/log", null]
  ] as const
  for (const [path, next] of pages)
    for (const [days, back] of [
      [0, comeBack],
      [-1, comeBack],
      [0, goBack],
      [1, goBack],
      [1, comeBack]
    ] as const) {
      await open(page, path)
      const expected = days > 0 ? next : null
      expect([path, days, await back(page, days)]).toEqual([path, days, expected])
      expect(await notice(page).count()).toBe(0)
      await page.locator("body:not([data-left]) main").waitFor()
      expect(page.url()).toBe(service.baseUrl + (expected ?? path))
    }
}, 90_000)

test("what is typed when the day changes stays, and the page says which day it is logged to", async () => {
  await using phone = await start()
  const { page, today, eatenOn } = phone
  await open(page, "/app")
  await page.getByPlaceholder("What did you eat?").fill("soup")
  expect(await comeBack(page, 1)).toBe(null)
  await notice(page).waitFor()
  expect(await page.getByPlaceholder("What did you eat?").inputValue()).toBe("soup")

  await open(page, "/app/diary")
  await type(page)
  expect(await comeBack(page, 1)).toBe(null)
  expect(await notice(page).textContent()).toContain(
    `It is ${named(plus(today, 1))} now. This page is of ${named(today)}, and food logged on it goes to that day.`
  )
  expect(await violationsInBothSchemes(page)).toEqual([])
  await shoot(page, "new-day", false)
  // It is in sight wherever the page is scrolled to.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)")
  expect((await notice(page).boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await logTyped(page)
  await page.getByText("The food is logged.").waitFor()
  expect(await eatenOn(today)).toEqual(["Late toast"])

  // A refused form comes back with what was typed, which a new page would lose too.
  await open(page, "/app/diary")
  await type(page)
  await page.getByLabel("kcal").first().fill("many")
  await logTyped(page)
  await page.getByRole("alert").waitFor()
  expect(await comeBack(page, 1)).toBe(null)
  expect(await page.getByLabel("Name").first().inputValue()).toBe("Late toast")

  // So does a barcode that is being scanned, or typed into the scanner.
  await open(page, "/app/diary")
  await page.getByRole("button", { name: "Scan a barcode" }).tap()
  await page.getByRole("dialog").waitFor()
  expect(await comeBack(page, 1)).toBe(null)
  expect(await page.getByRole("dialog").isVisible()).toBe(true)
}, 60_000)

test("on a page that stays open past midnight, the first log asks whether that day is meant", async () => {
  await using phone = await start()
  const { page, today, eatenOn } = phone
  const soup = page.getByRole("button", { name: /^Log Soup/ })
  await open(page, "/app")
  await page.evaluate(clockAhead(1))
  await soup.tap()
  await notice(page).getByRole("link", { name: "Open today" }).tap()
  await notice(page).waitFor({ state: "detached" })
  expect(page.url()).toBe(`${service.baseUrl}/app`)

  await open(page, "/app/diary?meal=lunch")
  await page.evaluate(clockAhead(1))
  await soup.tap()
  await notice(page).getByText("Nothing is sent yet").waitFor()
  expect(await eatenOn(today)).toEqual([])
  await soup.tap()
  await page.getByText("copied.").waitFor()
  expect(await eatenOn(today)).toEqual(["Soup"])
}, 60_000)

test("without a network, a log goes to the day that its page shows", async () => {
  await using phone = await start()
  const { context, page, today, eatenOn } = phone
  const dated = `/app/diary?date=${today}`
  await open(page, dated)
  await until(() => page.evaluate<boolean>(`caches.match(${JSON.stringify(dated)}).then((kept) => kept !== undefined)`))
  await context.setOffline(true)
  await type(page)
  expect(await comeBack(page, 1)).toBe(null)
  await notice(page).waitFor()
  await logTyped(page)
  await page.getByText("“Late toast” is kept on this device").waitFor()

  // The same from a copy of the page that its address dates.
  await page.addInitScript(clockAhead(1))
  await open(page, dated)
  await page.getByText("This page is as it was on").waitFor()
  await notice(page).waitFor()
  await type(page)
  await logTyped(page)
  await page.getByText("“Late toast” is kept on this device").waitFor()
  await context.setOffline(false)
  await until(async () => (await eatenOn(today)).length === 2)
  expect(await eatenOn(today)).toEqual(["Late toast", "Late toast"])
}, 60_000)

import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { until } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { HABITS, lifts, somebody } from "./habits.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
/** A monitor, on which the pages are only looked at. */
const DESK = { viewport: { width: 1280, height: 800 }, serviceWorkers: "block" } as const

/** The pages beside Today on which somebody looks at what is recorded. */
const LOOKED_AT = ["/app/diary", "/app/workouts", "/app/trends", "/app/goals"] as const

/** How many screens long a page is. */
const screens = (page: Page) => page.evaluate<number>("document.documentElement.scrollHeight / innerHeight")

/** What somebody who records all does on Today: weigh themselves, eat as usual, and train, each with one tap. */
const useToday = async (page: Page) => {
  await page.goto(`${service.baseUrl}/app`)
  await page.getByLabel("Weight (kg)").first().fill("84.2")
  await page.getByRole("button", { name: "Save today's weight" }).tap()
  await page.locator(".weigh .big").getByText("84.2").waitFor()
  await page
    .getByRole("button", { name: /^Yesterday’s/ })
    .first()
    .tap()
  await page.waitForURL(/\/app\/diary/)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Full body" }).tap()
  await page.getByRole("button", { name: "Log the workout" }).waitFor()
  await page
    .getByLabel(/Weight/)
    .first()
    .fill("250")
  await page.getByRole("button", { name: "Log the workout" }).tap()
  await page.getByRole("heading", { level: 1, name: /^Full body/ }).waitFor()
  // Whether it was better than last time stands at the top, without a tap.
  await page
    .getByText(/^(as on|[+−][\d.,]+ since) \d/)
    .first()
    .waitFor()
}

test.each(HABITS)(
  "the first screen of somebody who %s is about that, on a phone and a monitor, and accessible",
  async (name, does) => {
    const { id, fettle } = await somebody(service)
    await does(fettle, id, service)
    for (const options of [PHONE, DESK]) {
      await using browser = await openBrowser(options)
      const { page, faults } = await service.openPage(browser.context)
      await service.signIn(page, id)
      await page.goto(`${service.baseUrl}/app`)
      const width = options.viewport.width
      await shoot(page, `today-${name}-${width}`)
      expect([width, await violationsInBothSchemes(page)]).toEqual([width, []])
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width)
      const isSeen = async (role: "link" | "button", text: string | RegExp) => {
        const { y = 0, height = 0 } = (await page.getByRole(role, { name: text }).first().boundingBox()) ?? {}
        return y > 0 && y + height < options.viewport.height
      }
      if (name === "lifts") expect(await isSeen("link", "Start Legs")).toBe(true)
      if (name.startsWith("has")) expect(await isSeen("link", "Start Full body")).toBe(true)
      if (name !== "lifts" && name !== "weighs") expect(await isSeen("button", /^Yesterday’s/)).toBe(true)
      if (name === "weighs") expect(await isSeen("button", "Save today's weight")).toBe(true)
      const lengths: Array<readonly [path: string, screens: number]> = [["/app", await screens(page)]]
      for (const path of LOOKED_AT) {
        await page.goto(service.baseUrl + path)
        lengths.push([path, await screens(page)])
      }
      expect([width, lengths.filter(([, length]) => length >= 4)]).toEqual([width, []])
      if (name.startsWith("has") && options === PHONE) await useToday(page)
      expect(faults).toEqual([])
    }
  },
  90_000
)

test("one tap on Today starts the next workout with last time's sets", async () => {
  const { id, fettle } = await somebody(service)
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, id)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).tap()
  await page.getByLabel("Name", { exact: true }).waitFor()
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Legs")
  expect(await page.getByRole("group", { name: /Barbell Squat/ }).count()).toBe(1)
  expect(faults).toEqual([])
}, 60_000)

const begin = async (page: Page) => {
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).click()
  await page
    .getByRole("button", { name: /^Set 2: as last time|^Take|done$/ })
    .first()
    .click()
  await page.locator(".time").first().waitFor()
}

test("a workout that is going on stands on every page, also after the browser was closed, and offline", async () => {
  const { id, fettle } = await somebody(service)
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const first = await service.openPage(browser.context)
  await service.signIn(first.page, id)
  await begin(first.page)
  const form = first.page.url()
  await until(() =>
    first.page.evaluate<boolean>(`caches.match(${JSON.stringify(form)}).then((kept) => kept !== undefined)`)
  )
  await first.page.close()
  const { page } = await service.openPage(browser.context)
  const bar = page.getByRole("complementary", { name: "Workout going on" })
  for (const path of ["/app", "/app/diary", "/app/workouts", "/app/trends", "/app/settings", "/app/goals"]) {
    await page.goto(service.baseUrl + path)
    await bar.waitFor()
    expect(await bar.textContent()).toMatch(/^Legs · 0 min · 1 of \d sets/)
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    const tabs = (await page.getByRole("navigation", { name: "Pages" }).boundingBox())?.y ?? 0
    // The border of the tabs is a pixel.
    expect([path, Math.abs(y + height - tabs) <= 1]).toEqual([path, true])
  }
  await page.goto(`${service.baseUrl}/app`)
  await shoot(page, "today-running", false)
  expect(await violationsInBothSchemes(page)).toEqual([])
  await until(() => page.evaluate<boolean>("caches.match('/app').then((kept) => kept !== undefined)"))
  await browser.context.setOffline(true)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByText("This page is as it was on").waitFor()
  await bar.getByRole("link").tap()
  await page.getByText("is here again, not saved yet").waitFor()
  expect(await bar.count()).toBe(0)
  await browser.context.setOffline(false)
  await page.goto(form)
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByRole("button", { name: "All sets" }).click()
  await page.getByRole("button", { name: "Leave it open" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Push" }).waitFor()
  expect(await bar.count()).toBe(0)
}, 90_000)

test("a workout begun over twelve hours ago is offered once to be logged or thrown away", async () => {
  const { id, fettle } = await somebody(service)
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, id)
  await page.clock.install({ time: Date.now() - 13 * 3_600_000 })
  await begin(page)
  await page.clock.setSystemTime(Date.now() + 13 * 3_600_000)
  const notice = page.getByRole("region", { name: "A workout that is not logged" })
  await page.goto(`${service.baseUrl}/app/trends`)
  await notice.getByText(/^Legs of \w+day .*\d\d:\d\d is not logged yet\.$/).waitFor()
  expect(await page.getByRole("complementary", { name: "Workout going on" }).count()).toBe(0)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).waitFor()
  expect(await notice.count()).toBe(0)
  await page.evaluate("localStorage.removeItem('fettle-asked')")
  await page.reload()
  await notice.getByRole("button", { name: "Throw it away" }).tap()
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: "Log a workout" }).waitFor()
  expect(await page.getByRole("link", { name: /^Go on with/ }).count()).toBe(0)
}, 60_000)

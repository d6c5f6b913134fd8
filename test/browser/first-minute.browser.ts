import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const SIZES = [
  { name: "a phone", viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: "a desktop", viewport: { width: 1280, height: 800 }, hasTouch: false }
] as const

/** Taps elements, and counts how often. */
const finger = (page: Page) => {
  let taps = 0
  return {
    taps: () => taps,
    tap: async (role: "button" | "link", name: string | RegExp) => {
      taps++
      await page.getByRole(role, { name }).first().click()
    },
    type: async (label: string, text: string) => {
      taps++
      await page.getByLabel(label).first().fill(text)
    }
  }
}

describe.each(SIZES)("the first minute on $name", ({ name, ...options }) => {
  const arrive = async () => {
    const userId = await service.newPerson("Europe/Berlin")
    const browser = await openBrowser({ ...options, timezoneId: "Europe/Berlin" })
    const { page, faults } = await service.openPage(browser.context)
    const link = await service.newLink(userId)
    return { ...browser, page, faults, link, hand: finger(page), started: performance.now() }
  }
  const seconds = (started: number) => (performance.now() - started) / 1000

  test("of somebody who eats ends with a logged food, in at most 6 taps and 60 seconds", async () => {
    await using person = await arrive()
    const { page, hand, started } = person
    await page.goto(person.link)
    await hand.tap("button", "Sign in")
    await page.waitForURL(/\/app/)
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(["You", "Your day", "Your history"])
    )
    await shoot(page, `start-${options.viewport.width}`)
    expect(await violationsInBothSchemes(page)).toEqual([])
    await hand.tap("button", "kg and km")
    await hand.type("Food to log", "banana")
    await page.getByRole("button", { name: "Find", exact: true }).click()
    await page.waitForURL(/diary/)
    await page
      .locator("form button[type=submit]:visible", { hasText: /^(?:log|add|\+)/i })
      .first()
      .click()
    await page.waitForLoadState("networkidle")
    await page.goto(`${service.baseUrl}/app/diary`)
    expect(await page.locator("#meals").textContent()).toMatch(/banana/i)
    expect(hand.taps() + 2).toBeLessThanOrEqual(6)
    expect(seconds(started)).toBeLessThan(60)
    expect(person.faults).toEqual([])
  }, 90_000)

  test("of somebody who trains, and of one with an agent", async () => {
    await using person = await arrive()
    const { page, hand, started } = person
    await page.goto(person.link)
    await hand.tap("button", "Sign in")
    await hand.tap("button", "kg and km")
    await hand.tap("link", /^Workouts/)
    expect(await page.getByRole("link", { name: /start|log/i }).count()).toBeGreaterThan(0)
    await page.goto(`${service.baseUrl}/app`)
    await hand.tap("button", "Connect an agent")
    await page.waitForURL(/tokens/)
    expect(await page.textContent("main")).toContain("fettle_test_")
    expect(hand.taps()).toBeLessThanOrEqual(6)
    expect(seconds(started)).toBeLessThan(60)
  }, 90_000)
})

describe.each(SIZES)("the timezone on $name", ({ name, ...options }) => {
  const arrive = async (timezone: string, timezoneId: string) => {
    const userId = await service.newPerson(timezone)
    const browser = await openBrowser({ ...options, timezoneId })
    const { page } = await service.openPage(browser.context)
    await service.signIn(page, userId)
    return { ...browser, page, userId }
  }

  test("of the device is offered in one line on Today and the diary, and one tap takes it", async () => {
    await using person = await arrive("UTC", "Asia/Tokyo")
    const { page } = person
    for (const path of ["/app", "/app/diary"]) {
      await page.goto(service.baseUrl + path)
      const line = page.getByRole("region", { name: "Timezone" })
      await line.waitFor()
      expect((await line.textContent())?.replaceAll(/\s+/g, " ")).toContain(
        "Your days begin at midnight in UTC; this device is in Asia/Tokyo."
      )
    }
    await shoot(page, `zone-${options.viewport.width}`)
    await page.getByRole("button", { name: "Use Asia/Tokyo" }).click()
    await page.waitForURL(/\/app\/diary/)
    expect(await page.getByRole("region", { name: "Timezone" }).count()).toBe(0)
    expect(await page.textContent("main")).toContain("Your days begin at midnight in Asia/Tokyo.")
  }, 60_000)

  test("is kept on this device alone, and an alias of the same days is no difference", async () => {
    await using person = await arrive("UTC", "Asia/Tokyo")
    await person.page.goto(`${service.baseUrl}/app`)
    await person.page.getByRole("button", { name: "Keep" }).click()
    await person.page.goto(`${service.baseUrl}/app/diary`)
    expect(await person.page.getByRole("region", { name: "Timezone" }).isVisible()).toBe(false)
    await using other = await openBrowser({ ...options, timezoneId: "Asia/Tokyo" })
    const { page } = await service.openPage(other.context)
    await service.signIn(page, person.userId)
    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole("region", { name: "Timezone" }).waitFor()
    await using alias = await arrive("Asia/Kolkata", "Asia/Calcutta")
    await alias.page.goto(`${service.baseUrl}/app`)
    expect(await alias.page.getByRole("region", { name: "Timezone" }).isVisible()).toBe(false)
  }, 60_000)
})

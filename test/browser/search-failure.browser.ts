import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** The pages with a search while typing: its path, its field, and what is typed into it. */
const SEARCHES = [
  ["/app/diary", "Food", "banana"],
  ["/app", "Food to log", "banana"],
  ["/app/workouts/log", "Exercise", "squat"]
] as const

const typeInto = async (page: Page, label: string, words: string) => {
  await page.getByLabel(label, { exact: true }).fill("")
  await page.getByLabel(label, { exact: true }).fill(words)
}

test.each(SEARCHES)(
  "the search on %s says why it finds nothing, until it can again",
  async (path, label, words) => {
    // A service worker's requests cannot be answered by the test.
    await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" })
    const { page } = await service.openPage(browser.context)
    const userId = await service.newPerson()
    await service.signIn(page, userId)
    await page.goto(service.baseUrl + path)
    const found = page.locator("[data-found]")
    for (const [status, text] of [
      [429, "Too many searches. Wait a moment, then type again."],
      [500, "The search did not work."]
    ] as const) {
      const answered = (url: URL) => url.pathname === path || url.searchParams.has("q")
      await page.route(answered, (route) => route.fulfill({ status, contentType: "text/html", body: "<p>No.</p>" }))
      await typeInto(page, label, words)
      await found.getByText(text).waitFor()
      expect(await found.getByRole("button").count()).toBe(0)
      await page.unroute(answered)
    }
    await browser.context.clearCookies()
    await typeInto(page, label, words)
    await found.getByText("You are signed out, so nothing is searched.").waitFor()
    expect(await violationsOn(page)).toEqual([])
    const opened = browser.context.waitForEvent("page")
    await found.getByRole("link", { name: "Sign in in a new tab" }).click()
    const tab = await opened
    await tab.waitForURL(/\/app\/sign-in/)
    await service.signIn(tab, userId)
    await typeInto(page, label, words)
    await found.getByRole("button").first().waitFor()
  },
  60_000
)

test("what is typed before a page's scripts have come is searched for once they have", async () => {
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  const { promise: typed, resolve: go } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${service.baseUrl}/app/diary`, { waitUntil: "commit" })
  await page.getByLabel("Food", { exact: true }).fill("banana")
  expect(await page.locator("[data-found]").getByRole("button").count()).toBe(0)
  go()
  await page
    .locator("[data-found]")
    .getByRole("button", { name: /^Log Banana/ })
    .first()
    .waitFor()
}, 60_000)

import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsButOfColours, violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { demoPerson } from "./demo.ts"
import { everyPage, STATES } from "./every-page.ts"
import { sharedService } from "./service.ts"
import { typeSizeOf, typeSizes } from "./type-size.ts"

/** Where colours are checked, too; they are the same at every width. */
const NARROW = 320
const WIDTHS = [NARROW, 1280]

const service = await sharedService()
let person: Awaited<ReturnType<typeof demoPerson>>
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  person = await demoPerson(service, { readings: 400, diary: 8, training: 40 })
  // The pages are looked at as they come from the service.
  browser = await openBrowser({ serviceWorkers: "block" })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, person.userId)
  await page.close()
}, 180_000)
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
})

/** The properties of an element that the tests read; the project is checked without browser types. */
interface Element {
  readonly getBoundingClientRect: () => Readonly<Record<"left" | "right" | "top" | "bottom", number>>
}

/** For each chart, how many labels overlap or lie beyond the edges of the window. */
const misplaced = (page: Page, width: number) =>
  page.locator("svg[role=img]").evaluateAll(
    (charts, width) =>
      charts.map((chart) => {
        const labels = Array.from(
          (chart as unknown as { querySelectorAll: (query: string) => Iterable<Element> }).querySelectorAll("text"),
          (label) => label.getBoundingClientRect()
        )
        const outside = labels.filter(({ left, right }) => left < 0 || right > width).length
        const over = labels.filter((a, index) =>
          labels.some(
            (b, other) =>
              other < index && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom
          )
        ).length
        return outside + over
      }),
    width
  )

/** Unfolds everything, so that it is checked too. */
const unfold = (page: Page) =>
  page.locator("details").evaluateAll((all) => {
    for (const each of all) (each as { open?: boolean }).open = true
  })

/** The elements that reach beyond the edge, if the page is wider than the window. */
const OUTSIDE = `document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("main *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth)
  .map(({ tagName, className }) => tagName + "." + className).slice(0, 6).join(" ") || "something"`

/** The person's pages that the page links to. */
const LINKS = `[...document.querySelectorAll('a[href^="/app"]')].map(({ href }) => new URL(href).pathname)`

const workout = async (): Promise<string> => {
  const { workouts } = await person.call<{ workouts: ReadonlyArray<{ id: string }> }>("GET", "/workouts?limit=1")
  return `/app/workout?id=${workouts[0]?.id}`
}

test("pages fit, are accessible in both colour schemes, and request no other host", async () => {
  const { page, faults } = await service.openPage(browser.context)
  for (const path of [
    "/app",
    "/app/trends",
    "/app/trends?range=all",
    "/app/diary",
    "/app/diary?q=egg",
    "/app/workouts",
    "/app/workouts/log",
    await workout()
  ]) {
    await page.goto(`${service.baseUrl}${path}`)
    await unfold(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const violations = width === NARROW ? violationsInBothSchemes(page) : violationsButOfColours(page)
      expect([path, width, await violations]).toEqual([path, width, []])
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width])
      expect([path, width, (await misplaced(page, width)).filter((count) => count > 0)]).toEqual([path, width, []])
    }
  }
  expect(faults).toEqual([])
  await page.close()
}, 180_000)

test("with text of twice the size, every page and state fits a window of 320 px and is accessible", async () => {
  const { page } = await service.openPage(browser.context)
  await page.setViewportSize({ width: 320, height: 640 })
  await (await typeSizes(page))(32)
  const wrong: Array<unknown> = []
  const seen = new Set<string>()
  const linked = new Set<string>()
  const look = async (name: string) => {
    await unfold(page)
    seen.add(new URL(page.url()).pathname)
    for (const path of await page.evaluate<ReadonlyArray<string>>(LINKS)) linked.add(path)
    const outside = await page.evaluate(OUTSIDE)
    const violations = await violationsButOfColours(page)
    const size = await typeSizeOf(page)
    if (size !== 32 || outside !== "" || violations.length > 0) wrong.push([name, size, outside, violations])
  }
  for (const [name, path] of await everyPage(person)) {
    await page.goto(service.baseUrl + path)
    await look(name)
  }
  for (const [name, path, reach] of STATES) {
    await page.goto(service.baseUrl + path)
    await reach(page)
    await look(name)
  }
  expect(wrong).toEqual([])
  expect([...linked].filter((path) => !seen.has(path))).toEqual([])
  await page.close()
}, 180_000)

test("charts show the real data: a point for each reading, and a line that breaks at the holiday", async () => {
  const { page } = await service.openPage(browser.context)
  await page.goto(`${service.baseUrl}/app/trends?range=90`)
  expect(await page.locator(".chart > svg[role=img]").count()).toBe(11)
  expect(await page.locator(".best svg.spark").count()).toBeGreaterThan(0)
  const card = page.locator('section[aria-labelledby="weight"]')
  const pathOf = async (name: string) => (await card.locator(`path.${name}`).getAttribute("d")) ?? ""
  const rows = await card.locator("tbody tr").count()
  expect((await pathOf("dots")).split("M").length - 1).toBe(rows)
  expect((await pathOf("trend")).split("M").length - 1).toBe(2)
  expect(rows).toBeGreaterThan(40)
  // What is recorded most stands beside the weeks, as wide and as high as they are.
  const boxes = [1, 2].map((place) => page.locator(`.trends > :nth-child(${place})`).boundingBox())
  const [weeks, most] = await Promise.all(boxes)
  expect(most).toEqual({ x: 650, y: weeks?.y ?? 0, width: weeks?.width ?? 0, height: weeks?.height ?? 0 })
  await page.getByRole("link", { name: "30 days" }).click()
  await page.waitForURL(/range=30/)
  expect(await page.locator("a[aria-current=true]").textContent()).toBe("30 days")
  await page.close()
})

test("without scripts, a person finds, logs, changes and deletes a food, and logs a workout", async () => {
  await using plain = await openBrowser({ javaScriptEnabled: false })
  const { page, faults } = await service.openPage(plain.context)
  await service.signIn(page, person.userId)
  await page.goto(`${service.baseUrl}/app/diary?date=2026-01-05`)
  await page.getByRole("searchbox").fill("banana")
  await page.getByRole("button", { name: "Search" }).click()
  await page
    .getByRole("button", { name: /^Log Banana/ })
    .first()
    .click()
  await page.getByText("The food is logged.").waitFor()
  await page.locator("details.change > summary").click()
  await page.locator("details.change").getByLabel("Amount").fill("2")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("The entry is changed.").waitFor()
  await page.getByRole("button", { name: /^Delete Banana/ }).click()
  await page.getByText("Nothing is logged on this day.").waitFor()

  await page.goto(`${service.baseUrl}/app/workouts/log`)
  await page.getByLabel("Name").fill("Lunch run")
  await page.getByLabel("Exercise", { exact: true }).fill("Running")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.getByLabel("Set 1: Distance (km)").fill("5")
  await page.getByLabel("Set 1: Time (min:s)").fill("25:30")
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("5 km in 25:30").waitFor()
  expect(faults).toEqual([])
}, 120_000)

import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { until } from "../support/process.ts"
import { openBrowser } from "./chromium.ts"
import { dayBefore, eats, lifts, somebody, weighs } from "./habits.ts"
import { sharedService } from "./service.ts"
import { typeSizeOf, typeSizes } from "./type-size.ts"

const service = await sharedService()

const person = await somebody(service)
await lifts(person.fettle)
await eats(person.fettle)
await weighs(person.fettle, 0)
await person.fettle.log_food_entry({
  quickAdd: { name: "Feast", calories: 3080, protein: 214.6, carbs: 324.4, fat: 100.6, alcohol: 0 },
  servings: 1,
  mealType: "lunch"
})
await person.fettle.log_workout({
  name: "Arms",
  durationSeconds: 3600,
  exercises: [{ name: "Barbell Curl", sets: [{ weight: { value: 30, unit: "kg" }, reps: 8, intensity: 8 }] }]
})
const { workouts } = await person.fettle.list_workouts({ limit: 1 })
const workout = `/app/workout?id=${workouts[0]?.id}`

const CONTROLS = `[...document.querySelectorAll("header nav, button, a.button, input, select, main details:not(.entries *) > summary")]
  .filter((each) => each.checkVisibility())
  .map((each) => each.outerHTML.slice(0, 90))`

/** The cards that may break over two pages though they have no exercises to break between. */
const BROKEN = `[...document.querySelectorAll(".card, .chart")]
  .filter((each) => each.querySelector(".exercises") === null && getComputedStyle(each).breakInside !== "avoid").length`

/** The inks of what explains a chart, and whether they are printed. */
const INKS = `[...document.querySelectorAll(".keys li")].map((each) => getComputedStyle(each, "::before"))
  .map(({ printColorAdjust, backgroundColor }) => printColorAdjust + " " + backgroundColor)`

test("a printed page says whose and of when it is, has nothing to press, and no card over two pages", async () => {
  await using browser = await openBrowser({ colorScheme: "dark", serviceWorkers: "block" })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, person.id)
  for (const [path, when] of [
    ["/app", /\d{4}/],
    ["/app/diary", /\d{4}/],
    ["/app/trends", /\d{4} – \d+ \w+ \d{4}/],
    [workout, /\d{4}, 60 min/]
  ] as const) {
    await page.goto(service.baseUrl + path)
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    expect([path, await page.evaluate<unknown>(CONTROLS)]).toEqual([path, []])
    expect([path, await page.evaluate<number>(BROKEN)]).toEqual([path, 0])
    await page.locator("header").getByText("Somebody").waitFor()
    await page.getByRole("heading", { level: 1, name: when }).waitFor()
    expect(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)")
    if (path === "/app/trends")
      expect(new Set(await page.evaluate<ReadonlyArray<string>>(INKS))).toContain("exact rgb(20, 96, 63)")
    await page.emulateMedia({ media: "screen" })
  }
}, 60_000)

/** The space between the figures of a row of totals, and between the last and the end of the row, in pixels. */
const GAPS = `(() => {
  const right = (figure) => {
    const range = document.createRange()
    range.selectNodeContents(figure)
    return range.getBoundingClientRect().right
  }
  const figures = [...document.querySelectorAll(".eaten .figure")]
  const end = document.querySelector(".eaten .tiles").getBoundingClientRect().right
  return figures.map((figure, index) => {
    const next = figures[index + 1]?.getBoundingClientRect()
    const isBeside = next !== undefined && next.top === figure.getBoundingClientRect().top
    return (isBeside ? next.left : end) - right(figure)
  })
})()`

/** The tops of the tabs: one for each row of them. */
const TABS = `[...new Set([...document.querySelectorAll("header nav a")].map((tab) => tab.getBoundingClientRect().top))].length`

/** Texts of one word or number that take more than a line, or are wider than their place. */
const broken = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => {
  const range = document.createRange()
  range.selectNodeContents(each)
  const { height, right } = range.getBoundingClientRect()
  return height > 1.8 * parseFloat(getComputedStyle(each).fontSize) || right > each.getBoundingClientRect().right + 1
}).map((each) => each.textContent)`

test("with large type on a small screen, tabs take two rows, figures stay apart, and short words stay whole", async () => {
  await using browser = await openBrowser({ viewport: { width: 320, height: 640 }, serviceWorkers: "block" })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, person.id)
  const setTypeSize = await typeSizes(page)
  for (const standard of [16, 24, 32]) {
    await setTypeSize(standard)
    await page.goto(`${service.baseUrl}/app/diary`)
    expect(await typeSizeOf(page)).toBe(standard)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await page.evaluate<number>(TABS)).toBeLessThanOrEqual(2)
      expect(Math.min(...(await page.evaluate<ReadonlyArray<number>>(GAPS)))).toBeGreaterThan(4)
      expect([standard, width, await page.evaluate<unknown>(broken(".find button, .standing button"))]).toEqual([
        standard,
        width,
        []
      ])
      const height = (await page.locator("header").boundingBox())?.height ?? 0
      expect([standard, height < 640 * 0.55]).toEqual([standard, true])
    }
  }
  await setTypeSize(24)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.goto(`${service.baseUrl}/app/workouts/log?again=${workouts[0]?.id}`)
  await page.locator(".heads").first().getByText("RPE").waitFor()
  expect(await page.evaluate<ReadonlyArray<string>>(broken(".heads > *"))).not.toContain("RPE")
}, 60_000)

const focused = (page: Page) =>
  page.evaluate<string>(
    "((at) => at.getAttribute('aria-label') ?? at.id + '|' + at.textContent.trim())(document.activeElement)"
  )

test("a screen reader hears a chart's name once and the number of results, and keeps its place after a save", async () => {
  await using browser = await openBrowser()
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, person.id)
  await page.goto(`${service.baseUrl}/app`)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  expect(await focused(page)).toBe("|Search for a food")
  await page.keyboard.press("Enter")
  expect(await focused(page)).toBe("Food to log")
  // The form of a reading that exists is behind "Change".
  await page.getByText("Change", { exact: true }).first().press("Enter")
  await page.getByLabel("Weight (kg)").first().fill("83.3")
  await page.keyboard.press("Enter")
  await page.getByText("83.3").first().waitFor()
  await until(async () => (await focused(page)) === "|Change")

  await page.goto(`${service.baseUrl}/app/diary`)
  const row = page.locator(".entries li", { hasText: "Feast" })
  expect(await row.locator("form[data-kcal]").count()).toBe(0)
  await row.locator("summary").press("Enter")
  await row.getByLabel("Servings").fill("2")
  await row.getByRole("button", { name: "Save" }).press("Enter")
  await row.getByText("6,160 kcal").waitFor()
  await until(async () => /^\|Change Feast/.test(await focused(page)))
  await page.getByLabel("Food", { exact: true }).pressSequentially("oats")
  await page
    .getByRole("status")
    .getByText(/^\d+ foods found$/)
    .waitFor()
  expect(await page.locator("[aria-live]").count()).toBe(0)

  await page.goto(`${service.baseUrl}/app/workouts/log`)
  await page.getByLabel("Exercise", { exact: true }).pressSequentially("squat")
  await page
    .getByRole("status")
    .getByText(/^\d+ exercises found$/)
    .waitFor()
  expect(await page.locator("[aria-live]").count()).toBe(0)

  await page.goto(`${service.baseUrl}/app/trends`)
  for (const svg of await page.locator("figure.chart > svg").all()) {
    const title = await svg.locator("title").innerHTML()
    expect(await svg.ariaSnapshot()).toContain(`img "${title}"`)
  }
}, 60_000)

/** How many lines the fields of each set's row take, and what stands there of last time. */
const ROWS = `[...document.querySelectorAll("[data-set]")].map((row) => {
  const tops = new Set([...row.querySelectorAll("input:not([type=hidden]), button")].map((each) => Math.round(each.getBoundingClientRect().top)))
  const clipped = [...row.querySelectorAll("input:not([type=hidden])")].filter((each) => each.scrollWidth > each.clientWidth).length
  return [row.querySelector(".past").innerText.replace("Last time:", "").trim(), tops.size, clipped]
})`

test("last time stands beside each set in a column of its own, on one line at 390 px, with effort", async () => {
  const { id, fettle } = await somebody(service)
  const sets = [
    { weight: { value: 60, unit: "kg" }, reps: 10, setType: "warmup" },
    { weight: { value: 102.5, unit: "kg" }, reps: 8, intensity: 8.5 },
    { weight: { value: 102.5, unit: "kg" }, reps: 12, intensity: 9 }
  ] as const
  await fettle.log_workout({ name: "Legs", date: dayBefore(3), exercises: [{ name: "Barbell Squat", sets }] })
  const { workouts } = await fettle.list_workouts({ limit: 1 })
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, id)
  await page.goto(`${service.baseUrl}/app/workouts/log?again=${workouts[0]?.id}`)
  await page.locator(".did").first().waitFor()
  const before = [
    ["60 × 10", 1, 0],
    ["102.5 × 8", 1, 0],
    ["102.5 × 12", 1, 0]
  ]
  expect(await page.evaluate<unknown>(ROWS)).toEqual(before)
  await page.getByRole("button", { name: "One more set of Barbell Squat" }).click()
  await until(async () => (await page.locator("[data-set]").count()) === 4)
  expect(await page.evaluate<unknown>(ROWS)).toEqual([...before, ["", 1, 0]])
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390)
}, 60_000)

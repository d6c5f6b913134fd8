import { expect, test } from "bun:test"
import { violationsButOfColours, violationsInBothSchemes, violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"
import { typeSizeOf, typeSizes } from "./type-size.ts"

const service = await sharedService()

const PHONE = { width: 390, height: 844 }

test.each([[true], [false]])(
  "on a phone, a goal is created, increased, paused, deleted and restored, and logging a weight needs no scrolling (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: PHONE, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await page.goto(`${service.baseUrl}/app/goals`)
    await page.getByLabel("About").selectOption("Water")
    await page.getByLabel("Target").fill("2000")
    await page.getByLabel("Unit").fill("ml")
    await page.getByRole("button", { name: "Make the goal" }).click()
    await page.getByText("Water is made.").waitFor()
    await page.getByLabel("Name").fill("Stretch")
    await page.getByRole("button", { name: "Make the goal" }).click()
    await page.getByText("Stretch is made.").waitFor()

    await page.goto(`${service.baseUrl}/app`)
    const bar = (await page.getByRole("navigation", { name: "Pages" }).boundingBox()) ?? { y: 0, height: 0 }
    expect(Math.round(bar.y + bar.height)).toBe(PHONE.height)
    for (const shown of [
      page.getByLabel("Weight (kg)").first(),
      page.getByLabel("Food to log"),
      page.getByRole("button", { name: "Done: Stretch" })
    ]) {
      const box = (await shown.boundingBox()) ?? { y: PHONE.height, height: 0 }
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
    }
    const add = page.getByRole("button", { name: "Add 250 ml: Water" })
    if (javaScriptEnabled) await add.dblclick()
    else for (const _ of [1, 2]) await add.click()
    await page.getByText("500 of at least 2,000 ml").waitFor()
    await page.getByRole("button", { name: "Done: Stretch" }).press("Enter")
    await page.getByRole("button", { name: "Undo: Stretch" }).waitFor()

    await page.getByRole("link", { name: "All goals" }).click()
    await page.getByRole("link", { name: "Water" }).click()
    await page.getByRole("button", { name: "Pause Water" }).click()
    await page.getByText("The goal is paused from today on.").waitFor()
    await page.getByRole("button", { name: "Delete Water" }).click()
    await page.getByText("Water is deleted.").waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText("The goal is back").waitFor()
    expect(await page.getByRole("link", { name: "Water" }).count()).toBe(1)
    expect(faults).toEqual([])
  },
  60_000
)

test("a glass counts once although its answer was lost", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}/app/goals`)
  await page.getByLabel("About").selectOption("hydration")
  await page.getByLabel("Target").fill("2000")
  await page.getByLabel("Unit").fill("ml")
  await page.getByRole("button", { name: "Make the goal" }).click()
  await page.getByText("Water is made.").waitFor()
  await page.goto(`${service.baseUrl}/app`)
  let lost = 0
  await page.route("**/app", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.fallback()
    lost++
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await page.getByRole("button", { name: "Add 250 ml: Water" }).click()
  await page.getByText("250 of at least 2,000 ml").waitFor()
  expect(lost).toBe(1)
  await page.getByRole("button", { name: "Add 250 ml: Water" }).click()
  await page.getByText("500 of at least 2,000 ml").waitFor()
}, 60_000)

test("Today and Goals are accessible in both colour schemes and fit, also with text of twice the size", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}/app/goals`)
  await page.getByLabel("Name").fill("Stretch")
  await page.getByRole("button", { name: "Make the goal" }).click()
  await page.getByText("Stretch is made.").waitFor()
  const goal = (await page.getByRole("link", { name: "Stretch" }).getAttribute("href")) ?? ""
  const setTypeSize = await typeSizes(page)
  for (const [standard, widths] of [
    [16, [320, 1280]],
    [32, [390]]
  ] as const) {
    await setTypeSize(standard)
    for (const path of ["/app", "/app/goals", goal, "/app/nowhere"]) {
      await page.goto(service.baseUrl + path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: PHONE.height })
        // Larger text changes no colours and needs less contrast; nor does the width change a scheme's colours.
        const inScheme = width === 320 ? violationsOn : violationsInBothSchemes
        const violations = standard === 16 ? inScheme : violationsButOfColours
        const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
        expect([path, width, await typeSizeOf(page), wide <= width, await violations(page)]).toEqual([
          path,
          width,
          standard,
          true,
          []
        ])
      }
    }
  }
}, 60_000)

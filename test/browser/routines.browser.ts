import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { somebody } from "./habits.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** Expects that nothing is wider than the screen, and, where scripts run, that no accessibility rule is broken. */
const look = async (name: string, page: Page, hasScripts: boolean) => {
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
  const violations = hasScripts ? await violationsOn(page) : []
  expect([name, violations, wide <= (page.viewportSize()?.width ?? 0)]).toEqual([name, [], true])
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Somebody who has logged a workout of one exercise on an earlier day, and its page. */
const trained = async () => {
  const { id, fettle } = await somebody(service)
  const set = { weight: { value: 100, unit: "kg" }, reps: 5 } as const
  const exercises = [{ name: "Barbell Squat", sets: [set, set, set] }]
  const { workout } = await fettle.log_workout({ name: "Legs <b>", date: "2026-01-05", exercises })
  return { id, path: `/app/workout?id=${workout.id}` }
}

test.each([[true], [false]])(
  "on a phone, a workout becomes a routine, and another day starts from it with a heavier set (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: { width: 320, height: 640 }, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    const { id, path } = await trained()
    await service.signIn(page, id)
    await page.goto(service.baseUrl + path)
    await page.getByRole("button", { name: "Save as a routine" }).click()
    await page.getByText("The routine is saved.").waitFor()
    await look("routines", page, javaScriptEnabled)

    await page.goto(`${service.baseUrl}/app/workouts`)
    await page.getByRole("link", { name: "Start Legs <b>" }).click()
    await page.getByText(/^Last time, Mon, 5 Jan 2026/).waitFor()
    expect(await page.getByLabel("Set 3: Weight (kg)").inputValue()).toBe("100")
    await page.getByLabel("Set 3: Weight (kg)").fill("102.5")
    await look("started", page, javaScriptEnabled)
    await page.getByRole("button", { name: "Log the workout" }).click()
    await page.waitForURL(/done=logged/)
    await page.getByText("102.5 kg × 5", { exact: true }).waitFor()
    await page.getByText("heaviest, 102.5 kg").waitFor()

    await page.goto(`${service.baseUrl}/app/workouts/routines`)
    await page.getByRole("link", { name: "Make a routine" }).click()
    await page.getByRole("button", { name: "Barbell Squat", exact: true }).click()
    await page.getByRole("button", { name: "Remove set 3" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Short")
    await look("make", page, javaScriptEnabled)
    await page.getByRole("button", { name: "Save the routine" }).click()
    await page.getByText("The routine is saved.").waitFor()
    await page.getByRole("button", { name: "Short: earlier" }).click()
    await page.getByText("The order is saved.").waitFor()
    const names = page.locator("#routines strong")
    expect(await names.allTextContents()).toEqual(["Short", "Legs <b>"])

    await page.getByRole("link", { name: "Legs <b>", exact: true }).click()
    await page.getByRole("button", { name: "Delete Legs <b>" }).click()
    await page.getByText("Legs <b> is deleted.").waitFor()
    await look("deleted", page, javaScriptEnabled)
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText("The routine is back.").waitFor()
    expect(await names.allTextContents()).toEqual(["Short", "Legs <b>"])
    expect(faults).toEqual([])
  },
  60_000
)

test("the keyboard alone makes, reorders, starts and deletes a routine", async () => {
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 } })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  const untilFocused = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab")
      const focused = await page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
      )
      if (name.test(String(focused))) return
    }
    throw new Error(`Nothing called ${name} gets the focus`)
  }
  for (const [name, exercise] of [
    ["Core", "plank"],
    ["Run", "running"]
  ] as const) {
    await page.goto(`${service.baseUrl}/app/workouts/routines`)
    await untilFocused(/^Make a routine$/)
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/routine$/)
    await untilFocused(/^Exercise$/)
    await page.keyboard.type(exercise)
    await page.keyboard.press("Enter")
    await page.getByRole("group", { name: exercise }).waitFor()
    await untilFocused(/^Name$/)
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await page.getByText("The routine is saved.").waitFor()
  }
  await untilFocused(/^Run: earlier$/)
  await page.keyboard.press("Enter")
  await page.getByText("The order is saved.").waitFor()
  expect(await page.locator("#routines strong").allTextContents()).toEqual(["Run", "Core"])
  await page.reload()
  await untilFocused(/^Start Core$/)
  await page.keyboard.press("Enter")
  await page.getByRole("group", { name: "Plank" }).waitFor()
  await page.goto(`${service.baseUrl}/app/workouts/routines`)
  await untilFocused(/^Core$/)
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/routine\?id=/)
  await untilFocused(/^Delete Core$/)
  await page.keyboard.press("Enter")
  await page.getByText("Core is deleted.").waitFor()
  expect(faults).toEqual([])
}, 60_000)

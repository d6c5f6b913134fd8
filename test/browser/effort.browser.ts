import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()
const LOG = "/app/workouts/log"
const NARROW = { width: 320, height: 640 }

/** Expects that nothing is wider than the screen, and that no accessibility rule is broken, in both schemes. */
const look = async (page: Page) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
    expect([await violationsOn(page), wide <= NARROW.width]).toEqual([[], true])
  }
}

const logged = (page: Page) => page.waitForURL(/done=logged/)

/** Logs two sets of squats with their effort, on an earlier day. */
const logBefore = async (page: Page) => {
  await page.goto(`${service.baseUrl}${LOG}`)
  await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.getByRole("button", { name: "Barbell Squat: note the RPE" }).click()
  await page.getByLabel("Set 1: RPE").fill("8.5")
  await page.getByLabel("Set 1: Weight (kg)").fill("100")
  await page.getByLabel("Set 1: Reps").fill("5")
  await page.getByRole("button", { name: "One more set of Barbell Squat" }).click()
  await page.getByLabel("Set 2: Reps").waitFor()
  expect(await page.getByLabel("Set 2: RPE").inputValue()).toBe("")
  await page.getByLabel("Name", { exact: true }).fill("Legs")
  await page.getByLabel("Day").fill("2026-01-05")
  await page.getByRole("button", { name: "Log the workout" }).click()
  await logged(page)
}

const setsOn = (page: Page) => page.locator(".exercises .set").allTextContents()

test.each([[false], [true]])(
  "effort is never filled in: doing a workout again, taking over a set, or starting a routine leaves it grey (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: NARROW, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await logBefore(page)
    const effort = page.getByLabel("Set 1: RPE")
    const shown = async () => [await effort.inputValue(), await effort.getAttribute("placeholder")]
    await page.getByRole("button", { name: "Save as a routine" }).click()
    await page.getByText("The routine is saved.").waitFor()
    await page.getByRole("link", { name: "Start Legs" }).click()
    await page.getByLabel("Set 1: Reps").waitFor()
    expect(await shown()).toEqual(["", "8.5"])

    await page.goto(`${service.baseUrl}${LOG}`)
    await page.getByRole("button", { name: "Barbell Squat", exact: true }).click()
    await page.getByRole("button", { name: "Set 1: 100 kg × 5, as last time" }).click()
    await page.getByRole("button", { name: "Set 1: 100 kg × 5, as last time" }).waitFor({ state: "detached" })
    expect(await page.getByLabel("Set 1: Weight (kg)").inputValue()).toBe("100")
    expect(await shown()).toEqual(["", "8.5"])

    await page.goto(`${service.baseUrl}/app/workouts`)
    await page.getByRole("link", { name: /^Do it again/ }).click()
    await page.getByLabel("Set 1: Reps").waitFor()
    expect(await shown()).toEqual(["", "8.5"])
    if (javaScriptEnabled)
      for (const set of [1, 2]) await page.getByRole("button", { name: `Set ${set}: done` }).click()
    await page.getByRole("button", { name: "Log the workout" }).click()
    if (javaScriptEnabled) await page.getByRole("button", { name: "Leave it open" }).click()
    await logged(page)
    expect(await setsOn(page)).toEqual(["100 kg × 5", "100 kg × 5"])
    expect(faults).toEqual([])
  },
  120_000
)

test.each([[false], [true]])(
  "a routine starts with last time's weights unless they are fixed, and one tap updates it from a workout that differs (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: NARROW, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await logBefore(page)
    await page.getByRole("button", { name: "Save as a routine" }).click()
    await page.getByText("The routine is saved.").waitFor()
    const start = async () => {
      await page.goto(`${service.baseUrl}/app/workouts`)
      await page.getByRole("link", { name: "Start Legs" }).click()
      await page.getByLabel("Set 1: Reps").waitFor()
    }
    const weights = () =>
      page
        .getByRole("textbox", { name: /: Weight/ })
        .evaluateAll((cells) => cells.map((cell) => Reflect.get(cell, "value")))
    const log = async () => {
      await page.getByRole("button", { name: "Log the workout" }).click()
      await logged(page)
    }

    await start()
    expect(await weights()).toEqual(["100", "100"])
    await page.getByLabel("Set 1: Weight (kg)").fill("102.5")
    await page.getByLabel("Set 2: Weight (kg)").fill("105")
    await log()
    expect(await page.getByRole("button", { name: "Update Legs" }).count()).toBe(0)

    await start()
    expect(await weights()).toEqual(["102.5", "105"])
    await page.getByRole("button", { name: "One more set of Barbell Squat" }).click()
    await page.getByLabel("Set 3: Reps").fill("3")
    await log()
    if (javaScriptEnabled) await look(page)
    await page.getByRole("button", { name: "Update Legs" }).click()
    await page.getByText("The routine is updated.").waitFor()
    expect(await page.getByRole("button", { name: "Update Legs" }).count()).toBe(0)
    await start()
    expect(await page.getByLabel("Set 3: Reps").inputValue()).toBe("3")

    await page.goto(`${service.baseUrl}/app/workouts/routines`)
    await page.getByRole("link", { name: "Legs", exact: true }).click()
    await page.getByText("Weights that you leave blank are those of last time.").waitFor()
    expect(await weights()).toEqual(["", "", ""])
    await page.getByLabel("Set 1: Weight (kg)").fill("90")
    await page.getByRole("button", { name: "Save the routine" }).click()
    await page.getByText("The routine is saved.").waitFor()
    await start()
    expect(await weights()).toEqual(["90", "105", "105"])
    expect(faults).toEqual([])
  },
  120_000
)

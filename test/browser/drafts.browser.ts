import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const LOG = "/app/workouts/log"
const WEIGHT = "Set 1: Weight (kg)"

/** Begins a workout of squats, and waits until the device keeps it. */
const begin = async (page: Page) => {
  await page.goto(service.baseUrl + LOG)
  await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.getByLabel(WEIGHT).fill("100")
  await page.getByLabel("Set 1: Reps").fill("5")
  await page.getByLabel("Name", { exact: true }).fill("Legs")
}

test("a workout that another tab has logged already can be logged as another one", async () => {
  await using browser = await openBrowser()
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await begin(page)
  const other = await browser.context.newPage()
  await other.goto(service.baseUrl + LOG)
  await other.getByText("What you typed before is here again").waitFor()
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await other.getByLabel(WEIGHT).fill("102.5")
  await other.getByRole("button", { name: "Log the workout" }).click()
  await other.getByText("with something else in it, and that was saved").first().waitFor()
  expect(await other.getByLabel(WEIGHT).inputValue()).toBe("102.5")
  await other.getByRole("button", { name: "Log the workout" }).click()
  await other.waitForURL(/done=logged/)
  expect(await other.locator(".exercises .set").allTextContents()).toEqual(["102.5 kg × 5"])
  await other.goto(`${service.baseUrl}/app/workouts`)
  expect(await other.getByRole("link", { name: "Legs", exact: true }).count()).toBe(2)
}, 60_000)

test("the clock of a workout that was left open for days ended at the last change", async () => {
  await using browser = await openBrowser()
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.clock.install({ time: Date.now() - 2 * 86_400_000 })
  await begin(page)
  await page.getByRole("button", { name: "Start the clock" }).click()
  await page.clock.fastForward("45:00")
  await page.getByLabel("Set 1: Reps").fill("6")
  await page.clock.fastForward(30 * 60_000)
  await page.getByText("1:15:00").waitFor()
  await page.clock.fastForward(47 * 3_600_000)
  await page.getByText("45:00", { exact: true }).waitFor()
  await page.reload()
  await page.getByText(/^What you typed on \w+day \d+ \w+ is here again/).waitFor()
  await page.getByText("45:00", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("45 min").first().waitFor()
}, 60_000)

test("a draft says that its workout was changed on another device, before it replaces that change", async () => {
  await using browser = await openBrowser()
  await using elsewhere = await openBrowser()
  const [{ page }, { page: other }] = [
    await service.openPage(browser.context),
    await service.openPage(elsewhere.context)
  ]
  const person = await service.newPerson()
  await service.signIn(page, person)
  await service.signIn(other, person)
  await begin(page)
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
  const address = page.url().replace("&done=logged", "")
  const edit = async (tab: Page, weight: string) => {
    await tab.goto(address)
    await tab.getByText("Change the workout").click()
    await tab.getByLabel(WEIGHT).fill(weight)
  }
  const save = (tab: Page) => tab.getByRole("button", { name: "Save the workout" }).click()
  await edit(page, "91")
  await edit(other, "110")
  await save(other)
  await other.getByText("The workout is saved.").waitFor()
  await page.goto(address)
  await page.getByText("What you typed before is here again").waitFor()
  await save(page)
  await page.getByText("was changed after you opened the form").first().waitFor()
  await page.getByText("110 kg × 5", { exact: true }).waitFor()
  expect(await page.getByLabel(WEIGHT).inputValue()).toBe("91")
  await save(page)
  await page.getByText("The workout is saved.").waitFor()
  await page.getByText("91 kg × 5", { exact: true }).waitFor()
}, 60_000)

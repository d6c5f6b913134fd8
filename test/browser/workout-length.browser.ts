import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** A workout of three sets of 20 repetitions, which take four minutes. */
const begin = async (page: Page) => {
  await page.goto(`${service.baseUrl}/app/workouts/log`)
  await page.getByLabel("Exercise", { exact: true }).fill("Push-Up")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.getByLabel("Set 1: Reps").fill("20")
  for (const set of [2, 3]) {
    await page.getByRole("button", { name: "One more set of Push-Up" }).click()
    await page.getByLabel(`Set ${set}: Reps`).fill("20")
  }
}

const tickAll = async (page: Page) => {
  for (const set of [1, 2, 3]) await page.getByRole("button", { name: `Set ${set}: done` }).click()
}

const start = async () => {
  const browser = await openBrowser({ viewport: { width: 390, height: 844 } })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.clock.install()
  await begin(page)
  return { page, faults, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

const log = (page: Page) => page.getByRole("button", { name: "Log the workout" }).click()

test("a clock that began with the last sets is not logged, and the form asks for the length", async () => {
  await using opened = await start()
  const { page, faults } = opened
  await tickAll(page)
  await page.clock.fastForward("00:20")
  await log(page)
  await page.getByText(/^The clock ran for \d+ seconds, which is shorter than the sets\. How long/).waitFor()
  expect(await page.getByLabel("Length (min)").inputValue()).toBe("")
  await page.locator("input[name=minutes]:focus").waitFor()
  await page.getByRole("button", { name: "Leave it open" }).click()
  await page.getByText("The workout is logged.").waitFor()
  expect(await page.locator("h1 small").textContent()).not.toContain(" min")
  expect(faults).toEqual([])
}, 60_000)

test("a length that is typed in answer to the question is logged", async () => {
  await using opened = await start()
  const { page, faults } = opened
  await tickAll(page)
  await log(page)
  await page.getByText(/^The clock ran for/).waitFor()
  await page.getByLabel("Length (min)").fill("35")
  await log(page)
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("35 min").first().waitFor()
  expect(faults).toEqual([])
}, 60_000)

test("a clock that ran all night is not logged unless the person says so", async () => {
  await using opened = await start()
  const { page, faults } = opened
  await tickAll(page)
  await page.clock.fastForward("07:30:00")
  await log(page)
  await page.getByText(/^The clock ran for 7 hours\. How long/).waitFor()
  expect(await page.getByLabel("Length (min)").inputValue()).toBe("")
  await page.getByRole("button", { name: "It was 7 hours" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("450 min").first().waitFor()
  expect(faults).toEqual([])
}, 60_000)

test("a clock that can be right is logged without a question", async () => {
  await using opened = await start()
  const { page, faults } = opened
  await tickAll(page)
  await page.clock.fastForward("42:00")
  await log(page)
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("42 min").first().waitFor()
  expect(faults).toEqual([])
}, 60_000)

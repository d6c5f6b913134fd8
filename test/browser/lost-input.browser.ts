import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { addAuthenticator, sharedService } from "./service.ts"

const service = await sharedService()
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 390, height: 844 } })
}, 60_000)
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
})

/** Fills in part of a workout's form. */
const typeWorkout = async (page: Page) => {
  await page.goto(`${service.baseUrl}/app/workouts/log`)
  await page.getByLabel("Name", { exact: true }).fill("Evening")
  await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.locator("[name='exercises[0].sets[0].weight']").fill("82.5")
  await page.locator("[name='exercises[0].sets[0].reps']").fill("5")
}

/** Ends every session of the signed-in person, in another tab. */
const endSessions = async () => {
  const tab = await browser.context.newPage()
  await tab.goto(`${service.baseUrl}/app/settings/sessions`)
  await tab.getByRole("button", { name: "Sign out everywhere" }).click()
  await tab.waitForURL(/sign-in$/)
  await tab.close()
}

const logTyped = async (page: Page) => {
  await page.getByText("You were signed out before this was sent").waitFor()
  expect(await page.locator("[name='exercises[0].sets[0].weight']").inputValue()).toBe("82.5")
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
}

test("a workout typed before the session ended comes back after signing in, through a link in another tab or a passkey", async () => {
  const userId = await service.newPerson()
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, userId)
  await typeWorkout(page)
  await endSessions()
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("what you typed comes back").waitFor()
  expect(await violationsOn(page)).toEqual([])
  const tab = await browser.context.newPage()
  await service.signIn(tab, userId)
  await tab.close()
  await page.getByRole("button", { name: "I have signed in" }).click()
  await logTyped(page)

  await addAuthenticator(page)
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey is added.").waitFor()
  await typeWorkout(page)
  await endSessions()
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await logTyped(page)
}, 90_000)

test("reloading the page of a new token makes no other token", async () => {
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}/app/settings/tokens`)
  await page.getByLabel("Name").fill("Agent")
  await page.getByRole("button", { name: "Create token" }).click()
  await page.locator("#token").waitFor()
  await page.reload()
  await page.getByText("text is shown once").waitFor()
  expect([
    await page.getByRole("button", { name: "Revoke Agent" }).count(),
    await page.locator("#token").count()
  ]).toEqual([1, 0])
}, 60_000)

test("an entry deleted in another tab is logged as new, as typed, and the focus is on the summary", async () => {
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}/app/diary?q=egg`)
  await page
    .getByRole("button", { name: /^Log Egg, whole, raw/ })
    .first()
    .click()
  await page.getByText("The food is logged.").waitFor()
  await page.locator("details.change > summary").click()
  const change = page.locator("details.change")
  await change.getByLabel("Amount").fill("2.75")
  const tab = await browser.context.newPage()
  await tab.goto(page.url())
  await tab
    .getByRole("button", { name: /^Delete / })
    .first()
    .click()
  await tab.getByText("Deleted.").waitFor()
  await tab.close()

  await change.getByRole("button", { name: "Save" }).click()
  await page.getByText("This entry has since been deleted").waitFor()
  expect(await page.locator(":focus").textContent()).toContain("This entry has since been deleted")
  expect(await violationsOn(page)).toEqual([])
  const again = page.getByRole("region", { name: /as new$/ })
  expect(await again.getByLabel("Servings").inputValue()).toBe("2.75")
  await again.getByLabel("Servings").fill("many")
  await again.getByRole("button", { name: "Log" }).click()
  await page.getByRole("link", { name: /^Servings must be a number/ }).click()
  expect(await page.locator(":focus").inputValue()).toBe("many")
  await again.getByLabel("Servings").fill("2.5")
  await again.getByRole("button", { name: "Log" }).click()
  await page.getByText("The food is logged.").waitFor()
}, 60_000)

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
  await service.signInByHand(tab, userId)
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

/** Types a quick add at lunch, and logs it. */
const quickAdd = async (page: Page, name: string) => {
  await page.goto(`${service.baseUrl}/app/diary?meal=lunch`)
  await page.getByText("Quick add").first().click()
  await page.getByLabel("Name").first().fill(name)
  await page.getByLabel("kcal").first().fill("250")
  await endSessions()
  await page.locator("details[open]").getByRole("button", { name: "Log", exact: true }).click()
  await page.getByText("what you typed comes back").waitFor()
}

test("a log whose session ended is sent only by the person, who may correct it first", async () => {
  const { page } = await service.openPage(browser.context)
  const userId = await service.newPerson()
  await service.signIn(page, userId)
  await quickAdd(page, "Soup")
  const tab = await browser.context.newPage()
  await tab.goto(await service.newLink(userId))
  await tab.getByRole("button", { name: "Sign in" }).click()
  await tab.getByText("You were signed out before this was sent").waitFor()
  // Nothing is sent behind the person's back, by this page or by any other.
  await tab.goto(`${service.baseUrl}/app`)
  await tab.goto(`${service.baseUrl}/app/diary`)
  expect(await tab.getByText("Soup").count()).toBe(0)
  await tab.close()
  await page.getByRole("button", { name: "I have signed in" }).click()
  await page.getByText("You were signed out before this was sent").waitFor()
  const open = page.locator("details[open]")
  expect(await open.getByLabel("kcal").inputValue()).toBe("250")
  await open.getByLabel("kcal").fill("300")
  await open.getByRole("button", { name: "Log", exact: true }).click()
  await page.getByText("The food is logged.").waitFor()
  expect(await page.getByText("300 kcal").count()).toBeGreaterThan(0)
  expect(await page.locator("section.waiting:visible").count()).toBe(0)
  await page.close()
}, 90_000)

test("a log of an ended session waits on the device until its form is opened, even if the form does not come back", async () => {
  const { page } = await service.openPage(browser.context)
  const userId = await service.newPerson()
  await service.signIn(page, userId)
  await quickAdd(page, "Stew")
  await browser.context.clearCookies({ name: "fettle_carried" })
  await service.signInByHand(page, userId)
  await page.getByText("You were signed out before it was sent.").waitFor()
  await page.getByRole("button", { name: "Correct it" }).click()
  await page.getByText("The food is logged.").waitFor()
  expect(await page.locator("section.waiting:visible").count()).toBe(0)
  await page.close()
}, 90_000)

test("a form outside the diary comes back after a login link in the same tab, and a logged workout is no draft", async () => {
  const { page } = await service.openPage(browser.context)
  const userId = await service.newPerson()
  await service.signIn(page, userId)
  await page.goto(`${service.baseUrl}/app/settings/account`)
  const name = page.getByLabel("Name", { exact: true })
  await name.fill("Alex Typed")
  await endSessions()
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("what you typed comes back").waitFor()
  await service.signInByHand(page, userId)
  await page.getByText("You were signed out before this was sent").waitFor()
  expect(await name.inputValue()).toBe("Alex Typed")

  await typeWorkout(page)
  await endSessions()
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("what you typed comes back").waitFor()
  await service.signInByHand(page, userId)
  await logTyped(page)
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByText("1 in all").waitFor()
  expect(await page.getByText("Go on with").count()).toBe(0)
  await page.close()
}, 90_000)

test("the way back from a form that was refused at first leads to the form", async () => {
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}/app/goals`)
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
  await page.goto(`${service.baseUrl}/app/diary?meal=lunch`)
  await page.getByText("Quick add").first().click()
  await page.getByLabel("Name").first().fill("Bread")
  await page.getByLabel("kcal").first().fill("many")
  const log = page.locator("details[open]").getByRole("button", { name: "Log", exact: true })
  await log.click()
  await page.getByRole("alert").waitFor()
  await page.locator("details[open]").getByLabel("kcal").fill("100")
  await log.click()
  await page.getByText("The food is logged.").waitFor()
  await page.goBack()
  await page.getByLabel("Search for a food").or(page.getByText("Quick add").first()).first().waitFor()
  expect(page.url()).toContain("/app/diary")
  await page.close()
}, 60_000)

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
    .getByRole("button", { name: /^Log Egg, raw/ })
    .first()
    .click()
  await page.getByText("The food is logged.").waitFor()
  await page.locator("details.change > summary").click()
  const change = page.locator("details.change")
  await change.getByLabel("Unit").selectOption({ label: "1 egg (50 g)" })
  await change.getByLabel("Amount").fill("2.75")
  const tab = await browser.context.newPage()
  await tab.goto(page.url())
  await tab
    .getByRole("button", { name: /^Delete / })
    .first()
    .click()
  await tab.getByText("is deleted.").waitFor()
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

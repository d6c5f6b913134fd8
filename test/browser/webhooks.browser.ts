import { expect, test } from "bun:test"
import { makeReceiver, verified } from "../annexes/webhooks/support.ts"
import { anyDatabase } from "../faults/servers.ts"
import { type SettingsOfProcess, startServer } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { peopleOn } from "./people.ts"

test("a webhook is added in Settings, hears what is logged, is sent again, gets a new key, fails, and is removed", async () => {
  await using database = await anyDatabase()
  const settings: SettingsOfProcess = { ...database.settings, WEBHOOKS_PRIVATE: "on" }
  await using server = await startServer(settings)
  const receiver = makeReceiver()
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 } })
  const page = await browser.context.newPage()
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  await using people = peopleOn(settings, server.baseUrl)
  await page.goto(await people.newLink(await people.newPerson()))
  await page.getByRole("button").first().click()
  await page.waitForURL(/\/app/)

  await page.goto(`${server.baseUrl}/app/settings`)
  await page.getByRole("link", { name: "Webhooks" }).click()
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByLabel("Imports").uncheck()
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByText("This page is shown once").waitFor()
  const secret = (await page.locator("#secret").textContent())?.trim() ?? ""
  expect(secret).toStartWith("whsec_")
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.reload()
  await page.getByText("If you did not copy it").waitFor()
  expect(await page.content()).not.toContain(secret)

  const heard = async (count: number) => {
    while (receiver.got.length < count) await Bun.sleep(20)
    return receiver.got[count - 1]
  }
  await page.goto(`${server.baseUrl}/app`)
  const weight = page.getByRole("region", { name: "Weight" })
  await weight.getByRole("textbox").fill("72.5")
  await page.keyboard.press("Enter")
  await weight.getByText("72.5").first().waitFor()
  const first = await heard(1)
  if (first === undefined) throw new Error("Nothing arrived")
  expect(first.type).toBe("reading.set")
  verified(first, secret)

  await page.goto(`${server.baseUrl}/app/settings/webhooks`)
  await page.getByRole("link", { name: new URL(receiver.url).host }).click()
  await page.getByText("answered 204").waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(Number(await page.evaluate("document.documentElement.scrollWidth"))).toBeLessThanOrEqual(390)
  await page.getByRole("button", { name: /^Send again/ }).click()
  await page.getByText("It is sent again.").waitFor()
  expect((await heard(2))?.id).toBe(first.id)

  await page.getByRole("button", { name: "New key" }).click()
  await page.getByText("This page is shown once").waitFor()
  const renewed = (await page.locator("#secret").textContent())?.trim() ?? ""
  expect(renewed).not.toBe(secret)
  await page.getByRole("link", { name: "To the webhook" }).click()

  receiver.status(500)
  await page.getByRole("button", { name: /^Send again/ }).click()
  await heard(3)
  await page.getByRole("link", { name: "Look again" }).click()
  await page.getByText("and is tried again").waitFor()
  receiver.answers()
  await page.getByRole("button", { name: "Send what waits now" }).click()
  const last = await heard(4)
  if (last === undefined) throw new Error("Nothing arrived")
  verified(last, renewed)
  verified(last, secret)

  await page.getByText("Remove it").click()
  await page.getByRole("button", { name: "Remove" }).click()
  await page.getByText("The webhook is removed").waitFor()
  expect(faults).toEqual([])
  await receiver.stop()
})

import { expect, test } from "bun:test"
import { anyDatabase } from "../faults/servers.ts"
import { freePort, startServer } from "../support/process.ts"
import { openBrowser } from "./chromium.ts"
import { peopleOn } from "./people.ts"

test("over plain http under a host name, forms with scripts work, and signing out leaves nothing on the device", async () => {
  await using database = await anyDatabase()
  const port = await freePort()
  const baseUrl = `http://fettle.test:${port}`
  const settings = { ...database.settings, PORT: port, BASE_URL: baseUrl }
  await using _server = await startServer(settings)
  await using people = peopleOn(settings, baseUrl)
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 } })
  const page = await browser.context.newPage()
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  await page.goto(await people.newLink(await people.newPerson()))
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
  expect(await page.evaluate("isSecureContext")).toBe(false)

  await page.goto(`${baseUrl}/app/goals`)
  await page.getByLabel("About").selectOption("hydration")
  await page.getByLabel("Target").fill("2000")
  await page.getByLabel("Unit").fill("ml")
  await page.getByRole("button", { name: "Make the goal" }).click()
  await page.getByText("Water is made.").waitFor()
  await page.goto(`${baseUrl}/app`)
  await page.getByRole("button", { name: "Add 250 ml: Water" }).dblclick()
  await page.getByText("500 of at least 2,000 ml").waitFor()

  await page.goto(`${baseUrl}/app/workouts/log`)
  await page.getByLabel("Name", { exact: true }).first().fill("Secret workout")
  await page.waitForFunction("Object.values(localStorage).join().includes('Secret workout')")
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL(/sign-in$/)
  expect(await page.evaluate("Object.keys(localStorage)")).toEqual([])
  expect(faults).toEqual([])
}, 60_000)

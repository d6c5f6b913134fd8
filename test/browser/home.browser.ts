import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { UserId } from "../../src/values/ids.ts"
import { anyDatabase } from "../faults/servers.ts"
import { fettle, freePort, startServer } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { peopleOn } from "./people.ts"
import { addAuthenticator, sharedService } from "./service.ts"

const service = await sharedService()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** A timezone by its hours from UTC. Its name has the opposite sign; without hours, browsers call it UTC. */
const zone = (hours: number) => (hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`)

/** The hours from UTC where it is now this hour of the day. */
const whereItIs = (hour: number) => {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  return ahead > 12 ? ahead - 24 : ahead
}

const words = async (page: Page) => (await page.textContent("main"))?.replaceAll(/\s+/g, " ") ?? ""

test.each([
  ["23", "0", whereItIs(23), whereItIs(0)],
  ["0", "23", whereItIs(0), whereItIs(23)]
])(
  "at %s o'clock where a person's days begin, a device where it is %s o'clock offers its own days, and takes them",
  async (_hour, _there, hours, there) => {
    const userId = await service.newPerson(zone(hours))
    await using browser = await openBrowser({ ...PHONE, timezoneId: zone(there) })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, userId)
    await page.goto(`${service.baseUrl}/app/diary`)
    const dayIn = (hoursFromUtc: number) => new Date(Date.now() + hoursFromUtc * 3_600_000).toISOString().slice(0, 10)
    const shown = () => page.locator('input[name="date"]').first().inputValue()
    expect(await shown()).toBe(dayIn(hours))
    const line = page.getByRole("region", { name: "Timezone" })
    expect((await line.textContent())?.replaceAll(/\s+/g, " ")).toContain(
      `Your days begin at midnight in ${zone(hours)}; this device is in ${zone(there)}.`
    )
    await page.getByRole("button", { name: `Use ${zone(there)}` }).click()
    await page.getByText(`Your days begin at midnight in ${zone(there)}.`).waitFor()
    expect(await shown()).toBe(dayIn(there))
    expect(faults).toEqual([])
  },
  60_000
)

test("the first user of a server whose clock is UTC gets the days of the first browser", async () => {
  await using database = await anyDatabase()
  await using server = await startServer({ ...database.settings, TZ: "UTC" })
  const settings = { ...database.settings, PORT: new URL(server.baseUrl).port }
  const userId = /usr_\w+/.exec(server.welcome)?.[0] ?? ""
  await using people = peopleOn(settings, server.baseUrl)
  await using browser = await openBrowser({ ...PHONE, timezoneId: "Asia/Tokyo" })
  const page = await browser.context.newPage()
  await page.goto(await people.newLink(UserId.make(userId)))
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app$|\/app\?/)
  expect(await page.getByRole("region", { name: "Timezone" }).isVisible()).toBe(false)
  await page.goto(`${server.baseUrl}/app/settings/account`)
  expect(await page.getByLabel("Timezone").inputValue()).toBe("Asia/Tokyo")
}, 60_000)

test("an invited person says who they are, is signed in, and comes back with a passkey", async () => {
  const invited = await service.command("user", "invite", "--name", "Grace")
  await using browser = await openBrowser({ ...PHONE, timezoneId: "Europe/Berlin" })
  const { page, faults } = await service.openPage(browser.context)
  await page.goto(String(invited.url))
  await page.getByRole("heading", { name: "You are invited to Fettle" }).waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByLabel("Your name").fill("Grace H.")
  expect(await page.getByLabel(/^Timezone/).inputValue()).toBe("Europe/Berlin")
  await page.getByRole("main").getByRole("button").first().click()
  await page.waitForURL(/\/app/)
  await page.goto(`${service.baseUrl}/app/settings/account`)
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Grace H.")
  await addAuthenticator(page)
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey is added").waitFor()
  await page.context().clearCookies()
  await page.goto(`${service.baseUrl}/app/sign-in`)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.waitForURL(/\/app(?!\/sign-in)/)
  expect(faults).toEqual([])
  await page.goto(String(invited.url))
  expect(await words(page)).not.toContain("Grace")
}, 60_000)

test("a passkey can be added and used at a further address", async () => {
  await using database = await anyDatabase()
  const PORT = await freePort()
  const home = `http://home.localhost:${PORT}`
  const addresses = { BASE_URL: `http://nas.test:${PORT}`, ALSO_BASE_URLS: home, PORT }
  const settings = { ...database.settings, ...addresses }
  await using server = await startServer(settings)
  const userId = /usr_\w+/.exec(server.welcome)?.[0] ?? ""
  const { stdout } = await fettle(settings, "login-link", "--user", userId, "--address", home, "--json")
  await using browser = await openBrowser(PHONE)
  const page = await browser.context.newPage()
  await addAuthenticator(page)
  await page.goto(JSON.parse(stdout).url)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
  await page.goto(`${home}/app/settings/passkeys`)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey is added").waitFor()
  await page.context().clearCookies()
  await page.goto(`${home}/app/sign-in`)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.waitForURL(/\/app(?!\/sign-in)/)
  expect(new URL(page.url()).origin).toBe(home)
}, 60_000)

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { anyDatabase } from "../faults/servers.ts"
import { CLIENT, type RealProvider, startProvider } from "../support/openid-provider.ts"
import { fettle, freePort, type ServerProcess, type SettingsOfProcess, startServer } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"

const NAME = "Home & Co"

let provider: RealProvider
const ports: Record<"closed" | "open", string> = { closed: "", open: "" }
beforeAll(async () => {
  ports.closed = await freePort()
  ports.open = await freePort()
  provider = await startProvider(Object.values(ports).map((port) => `http://localhost:${port}`))
})
afterAll(() => provider.stop())

/** A service of its own, with people at the provider. */
const start = async (signUp: "off" | "on") => {
  const database = await anyDatabase()
  const settings: SettingsOfProcess = {
    ...database.settings,
    PORT: signUp === "on" ? ports.open : ports.closed,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: NAME,
    OIDC_SIGN_UP: signUp
  }
  const server: ServerProcess = await startServer(settings)
  const command = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout, stderr } = await fettle(settings, ...args, "--json")
    if (stderr !== "") throw new Error(stderr)
    return JSON.parse(stdout)
  }
  return {
    ...server,
    command,
    newUser: async (name: string) =>
      String((await command("user", "create", "--name", name, "--timezone", "UTC")).userId),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    }
  }
}

/** A browser in which the service's pages must log no error. For Chromium, a page that refuses is one. */
const newBrowser = async () => {
  const browser = await openBrowser({ timezoneId: "Europe/Berlin" })
  const page = await browser.context.newPage()
  const faults: Array<string> = []
  page.on("console", (message) => {
    const isOwn = message.location().url.startsWith("http://localhost:")
    if (message.type() === "error" && isOwn && !/status of (403|503)/.test(message.text())) faults.push(message.text())
  })
  page.on("pageerror", (error) => faults.push(error.message))
  return { ...browser, page, faults }
}

/** Goes to the provider and signs in there. */
const goThrough = async (page: Page, baseUrl: string, subject: string) => {
  await page.goto(`${baseUrl}/app/sign-in`)
  await page.getByRole("link", { name: `Sign in with ${NAME}` }).click()
  await enter(page, subject)
}

const enter = async (page: Page, subject: string) => {
  await page.getByLabel("Subject").fill(subject)
  await page.getByRole("button", { name: "Enter" }).click()
}

describe("signing in with OpenID Connect in Chromium", () => {
  test("with sign-up off: a stranger stays outside, an account is linked in Settings, a second device signs in with it", async () => {
    await using service = await start("off")
    const userId = await service.newUser("Ada")
    provider.accounts.set("ada", { email: "ada@example.com", email_verified: true, name: "Ada Lovelace" })
    await using first = await newBrowser()
    const { page } = first

    await goThrough(page, service.baseUrl, "ada")
    await page.getByText("no user of this service is linked").waitFor()
    expect(await page.textContent("main")).toContain("Your subject there is ada")
    expect(await violationsInBothSchemes(page)).toEqual([])

    await page.goto(String((await service.command("login-link", "--user", userId)).url))
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(/\/app/)
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByRole("link", { name: NAME, exact: true }).click()
    await page.getByRole("link", { name: `Link an account at ${NAME}` }).click()
    // The provider knows this browser already.
    await page.getByRole("heading", { name: "Link this account?" }).waitFor()
    expect(await page.textContent("main")).toContain("as ada@example.com")
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.getByRole("button", { name: "Link it" }).click()
    await page.getByText("The account is linked.").waitFor()

    await using second = await newBrowser()
    await goThrough(second.page, service.baseUrl, "ada")
    await second.page.waitForURL(`${service.baseUrl}/app`)
    await second.page.goto(`${service.baseUrl}/app/settings/account`)
    expect(await second.page.getByLabel("Name").first().inputValue()).toBe("Ada")

    // Signing out here, and then there.
    await second.page.goto(`${service.baseUrl}/app/sign-out`)
    await second.page.getByRole("main").getByRole("button", { name: "Sign out" }).click()
    await second.page.getByText("You are signed out here.").waitFor()
    expect(await violationsInBothSchemes(second.page)).toEqual([])
    await second.page.getByRole("link", { name: `Sign out of ${NAME}, too` }).click()
    // The provider knows whom it signed in, so it asks nothing.
    await second.page.waitForURL(`${service.baseUrl}/app/sign-in`)
    expect([first.faults, second.faults]).toEqual([[], []])
  }, 120_000)

  test("with sign-up on: a stranger becomes a user of the browser's timezone; while the provider is down, links work", async () => {
    await using service = await start("on")
    provider.accounts.set("grace", { name: "Grace Hopper" })
    await using browser = await newBrowser()
    const { page } = browser
    await goThrough(page, service.baseUrl, "grace")
    await page.waitForURL(`${service.baseUrl}/app`)
    await page.goto(`${service.baseUrl}/app/settings/account`)
    expect(await page.getByLabel("Name").first().inputValue()).toBe("Grace Hopper")
    expect(await page.getByLabel("Timezone").first().inputValue()).toBe("Europe/Berlin")

    await using other = await newBrowser()
    await goThrough(other.page, service.baseUrl, "nobody whom the provider knows")
    await other.page.getByText("did not sign you in").waitFor()
    await provider.stop()
    try {
      await other.page.goto(`${service.baseUrl}/app/openid`).catch(() => undefined)
      const userId = await service.newUser("Somebody")
      await other.page.goto(String((await service.command("login-link", "--user", userId)).url))
      await other.page.getByRole("button", { name: "Sign in" }).click()
      await other.page.waitForURL(/\/app\?/)
    } finally {
      await provider.start()
    }
    expect([browser.faults, other.faults]).toEqual([[], []])
  }, 120_000)
})

import { afterAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { violationsInBothSchemes, violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { addAuthenticator, startService } from "./service.ts"

const service = await startService()
afterAll(() => service[Symbol.asyncDispose]())

const contextOf = async (token: string) =>
  (await fetch(`${service.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status

test("the first start prints a link; two clicks lead to Today, and four to a working configuration in the clipboard", async () => {
  const [link = ""] = /http\S+\/app\/login\?link=\w+/.exec(service.welcome) ?? []
  await using browser = await openBrowser()
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.baseUrl })
  const { page, faults } = await service.openPage(browser.context)
  // The first click opens the link.
  await page.goto(link)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app\?done=welcome$/)
  expect(await page.title()).toBe("Today – Fettle")
  await page.getByRole("region", { name: "First steps" }).getByRole("button", { name: "Connect an agent" }).click()
  await page.getByRole("button", { name: "Copy the configuration for Claude Code" }).click()
  await page.getByText("Copied").waitFor()
  const copied = String(await page.evaluate("navigator.clipboard.readText()"))
  expect(copied).toStartWith(`claude mcp add --transport http fettle ${service.baseUrl}/v1/mcp`)
  expect(await contextOf(/fettle_test_\w+/.exec(copied)?.[0] ?? "")).toBe(200)
  expect(faults).toEqual([])
  await page.goto(link)
  expect(await page.locator("h1").textContent()).toBe("This link does not work")
}, 60_000)

test("from a link to a passkey, a token, a call with it, sign-out, sign-in with the passkey, and sign-out everywhere", async () => {
  await using browser = await openBrowser()
  const { page, faults } = await service.openPage(browser.context)
  await service.signInByHand(page)
  await addAuthenticator(page)
  await page.getByRole("link", { name: "Add a passkey" }).click()
  await page.getByLabel("Name").fill("My laptop")
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey is added.").waitFor()
  expect(await page.getByText("My laptop").count()).toBe(1)

  await page.goto(`${service.baseUrl}/app/settings/tokens`)
  await page.getByLabel("Name").fill("Agent of the test")
  await page.getByLabel("Expires").selectOption("In 30 days")
  await page.getByRole("button", { name: "Create token" }).click()
  const token = (await page.locator("#token").textContent()) ?? ""
  expect(await contextOf(token)).toBe(200)

  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  await page.goto(`${service.baseUrl}/app/settings/sessions`)
  expect(new URL(page.url()).pathname).toBe("/app/sign-in")
  const answered = page.waitForRequest((request) => request.method() === "POST")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  const answer = (await answered).postData() ?? ""
  await page.waitForURL(/\/app\/settings\/sessions$/)
  // The answer works only once, and only from the service's own page.
  for (const origin of [service.baseUrl, "https://evil.example"]) {
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" }
    const replayed = await fetch(`${service.baseUrl}/app/sign-in`, { method: "POST", headers, body: answer })
    expect([origin, replayed.status, replayed.headers.getSetCookie()]).toEqual([origin, 403, []])
  }
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  expect(await page.locator(".rows .hint").textContent()).toContain("last used")

  await page.goto(`${service.baseUrl}/app/settings/sessions`)
  await page.getByRole("button", { name: "Sign out everywhere" }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  expect(await contextOf(token)).toBe(200)

  // A removed passkey signs nobody in.
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.waitForURL(/\/app$/)
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  await page.getByRole("button", { name: "Remove My laptop" }).click()
  await page.getByText("The passkey is removed.").waitFor()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText("This passkey could not be verified.").waitFor()
  // The last answer was a 403, which the browser logs as an error.
  expect(faults.filter((fault) => !fault.includes("403"))).toEqual([])
}, 90_000)

test("under another name of the machine, the page says where passkeys work", async () => {
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  await page.goto(`${service.baseUrl.replace("localhost", "127.0.0.1")}/app/sign-in`)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText("Open the page at the host localhost.").waitFor()
}, 60_000)

test("without JavaScript: sign in, settings, a token, sign out", async () => {
  await using browser = await openBrowser({ javaScriptEnabled: false })
  const { page, faults } = await service.openPage(browser.context)
  await service.signInByHand(page)
  await page.goto(`${service.baseUrl}/app/settings/account`)
  await page.getByLabel("Timezone").fill("Asia/Tokyo")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Your account is saved.").waitFor()
  await page.goto(`${service.baseUrl}/app/settings/tokens`)
  await page.getByLabel("Name").fill("Without scripts")
  await page.getByRole("button", { name: "Create token" }).click()
  expect(await contextOf((await page.locator("#token").textContent()) ?? "")).toBe(200)
  expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBe(0)
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  // Chromium hides the text of noscript if only the debugger turns scripts off.
  expect(await page.content()).toContain("Adding a passkey needs JavaScript.")
  expect(await page.getByRole("button", { name: "Add a passkey" }).isDisabled()).toBe(true)
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  expect(await page.content()).toContain("Passkeys need JavaScript.")
  expect(faults).toEqual([])
}, 60_000)

/** What a script in the page can reach; the project is checked without browser types. */
declare const document: {
  readonly querySelectorAll: (
    query: string
  ) => Iterable<Readonly<Record<string, unknown>> & { readonly textContent: string }>
}

/** The properties of forms that a page's scripts read, but that a field of the same name hides. */
const hiddenProperties = (page: Page) =>
  page.evaluate(() => {
    const scripts = [...document.querySelectorAll("script")].map(({ textContent }) => textContent).join()
    const read = new Set([...scripts.matchAll(/\bform\.(\w+)/g)].map(([, name = ""]) => name))
    const isField = (value: unknown) => typeof value === "object" && value !== null && "form" in value
    return [...document.querySelectorAll("form")].flatMap((form) => [...read].filter((name) => isField(form[name])))
  })

/** Every page, and the states of forms that look different. */
const PATHS = [
  "/",
  "/clients",
  "/app/sign-in",
  "/app/login?link=none",
  "/app?done=welcome",
  "/app/settings",
  "/app/settings/account?done=saved",
  "/app/settings/tokens",
  "/app/settings/passkeys",
  "/app/settings/sessions",
  "/app/settings/meals?name=Breakfast&q=egg",
  "/app/settings/recipes?name=Batter&q=egg",
  "/app/settings/exercises",
  "/app/settings/history",
  "/app/settings/delete",
  "/app/sign-out"
]

test("every page is accessible in both colour schemes and fits at 320 and 1280 px", async () => {
  await using browser = await openBrowser({ serviceWorkers: "block" })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page)
  const look = async (name: string) => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      // Another width shows other elements, but in the same colours of the scheme.
      const violations = width === 320 ? violationsOn : violationsInBothSchemes
      const wide = await page.evaluate("document.documentElement.scrollWidth")
      expect([name, width, await violations(page), Number(wide) <= width]).toEqual([name, width, [], true])
      await shoot(page, `${name}-${width}`)
    }
    expect([name, await hiddenProperties(page)]).toEqual([name, []])
  }
  for (const path of PATHS) {
    await page.goto(service.baseUrl + path)
    await look(path)
  }
  await page.goto(`${service.baseUrl}/app/settings/account`)
  await page.getByLabel("Timezone").fill("Mars/Phobos")
  await page.getByRole("button", { name: "Save" }).click()
  await look("account refused")
  await page.goto(`${service.baseUrl}/app/settings/meals?name=Breakfast&q=egg`)
  await page
    .getByRole("button", { name: /^Begin with/ })
    .first()
    .click()
  await page.getByText("The meal is saved.").waitFor()
  await page.getByLabel("Another food").fill("oats")
  await page.getByRole("button", { name: "Find foods" }).click()
  await page.getByRole("button", { name: /^Add / }).first().waitFor()
  await look("meal")
  await page.goto(`${service.baseUrl}/app/settings/exercises`)
  await page.getByLabel("Name").fill("Barbell Squat")
  await page.getByRole("button", { name: "Make exercise" }).click()
  await page.locator("#create-name-fault").getByText("is in the catalogue").waitFor()
  await look("exercise refused")
  await page.getByLabel("Name").fill("Yoke Push")
  await page.getByRole("button", { name: "Make exercise" }).click()
  await page.getByText("The exercise is made.").waitFor()
  await page.getByRole("link", { name: "Yoke Push" }).click()
  await look("exercise")
  await page.getByRole("button", { name: "Delete Yoke Push" }).click()
  await page.getByText("Yoke Push is deleted.").waitFor()
  await look("exercise deleted")
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByText("The exercise is back.").waitFor()
  await page.goto(`${service.baseUrl}/app/settings/tokens`)
  await page.getByLabel("Name").fill("For the looks")
  await page.getByRole("button", { name: "Create token" }).click()
  await look("token created")
  expect(faults.filter((fault) => fault.startsWith("asked"))).toEqual([])
}, 180_000)

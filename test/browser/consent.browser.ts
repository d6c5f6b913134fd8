import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { raiseHeaderLimit } from "../../src/surfaces/server/header-limit.ts"
import { until } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { addAuthenticator, sharedService } from "./service.ts"

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

const service = await sharedService()
/** The client's own server, to which the browser returns. It also serves a page that frames any given URL. */
let client: Bun.Server<undefined>
beforeAll(async () => {
  raiseHeaderLimit()
  client = Bun.serve({
    port: 0,
    hostname: "::",
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const framed = (searchParams.get("url") ?? "").replaceAll("&", "&amp;")
      const html = pathname === "/frame" ? `<iframe src="${framed}"></iframe>` : "<title>Back at the client</title>"
      return new Response(html, { headers: { "content-type": "text/html" } })
    }
  })
}, 60_000)
afterAll(async () => {
  await client.stop(true)
})

/** The address that a client whose redirect goes to this host opens in the browser. */
const authorizeUrl = async (host: string, state = "a state"): Promise<string> => {
  const redirectUri = `http://${host}:${client.port}/callback`
  const registered = await fetch(`${service.baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Agent <b>", redirect_uris: [redirectUri] })
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state,
    resource: `${service.baseUrl}/v1/mcp`
  })
  return `${service.baseUrl}/oauth/authorize?${query}`
}

const signIn = async (page: Page) => {
  await page.goto(await service.newLink(await service.newPerson()))
  await page.getByRole("button", { name: "Sign in" }).click()
}

test("a person who is not signed in signs in, returns, allows reading with the keyboard, and gets back to the client", async () => {
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  const url = await authorizeUrl("localhost")
  await page.goto(url)
  expect(new URL(page.url()).pathname).toBe("/app/sign-in")
  await signIn(page)
  await page.waitForURL(url)
  expect(await page.locator("h1").textContent()).toBe("Connect Agent <b> to Fettle?")
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320)
  await page.getByLabel("It may also log, change and delete").focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/callback\?code=fettle_code_test_/)
  expect(await page.title()).toBe("Back at the client")
  expect(new URL(page.url()).searchParams.get("state")).toBe("a state")

  await page.goto(await authorizeUrl("127.0.0.1"))
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=/)
  await page.goto(await authorizeUrl("127.0.0.1"))
  await page.getByRole("button", { name: "Deny" }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?error=access_denied/)
}, 60_000)

test("a state of 8,000 characters, sent as 24,000, survives signing in by a link and by a passkey", async () => {
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  const state = "/+".repeat(4000)
  const url = await authorizeUrl("localhost", state)

  const allowed = async () => {
    await page.waitForURL(url)
    await page.getByRole("button", { name: "Allow" }).click()
    await page.waitForURL(/\/callback\?code=fettle_code_test_/)
    expect(new URL(page.url()).searchParams.get("state")).toBe(state)
  }

  await page.goto(url)
  expect(new URL(page.url()).pathname).toBe("/app/sign-in")
  await signIn(page)
  await allowed()

  await addAuthenticator(page)
  await page.goto(`${service.baseUrl}/app/settings/passkeys`)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey is added.").waitFor()
  await browser.context.clearCookies()
  await page.goto(url)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await allowed()

  await page.goto(await authorizeUrl("localhost", `${state}a`))
  expect(await page.locator("main").textContent()).toContain("has 8,001 characters, and at most 8,000 are accepted")
}, 60_000)

test("the redirect also reaches a client at an IPv6 address", async () => {
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  await signIn(page)
  await page.waitForURL(/\/app/)
  await page.goto(await authorizeUrl("[::1]"))
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(/^http:\/\/\[::1\]:\d+\/callback\?code=/)
}, 60_000)

test("other pages cannot frame it", async () => {
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  await signIn(page)
  await page.waitForURL(/\/app/)
  const refusals: Array<string> = []
  page.on("console", (message) => refusals.push(message.text()))
  const framed = encodeURIComponent(await authorizeUrl("localhost"))
  await page.goto(`http://localhost:${client.port}/frame?url=${framed}`)
  await until(() => refusals.join("\n").includes("frame-ancestors 'none'"))
  expect(await page.frameLocator("iframe").getByRole("button", { name: "Allow" }).count()).toBe(0)
}, 60_000)

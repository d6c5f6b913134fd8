import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { operations } from "../../src/api.ts"
import { anyDatabase } from "../faults/servers.ts"
import { type ServerProcess, startServer } from "../support/process.ts"
import { openBrowser } from "./chromium.ts"

let database: Awaited<ReturnType<typeof anyDatabase>>
let server: ServerProcess
let shared: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  database = await anyDatabase()
  server = await startServer(database.settings)
  shared = await openBrowser()
}, 60_000)
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** The reference, opened and drawn, with whatever went wrong on it and every host that it asked. */
const openReference = async ({ baseUrl = server.baseUrl, browser = shared } = {}) => {
  const page = await browser.context.newPage()
  const faults: Array<string> = []
  const hosts = new Set<string>()
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host))
  await page.goto(`${baseUrl}/docs`)
  await page.locator(".opblock").first().waitFor()
  return { page, faults, hosts, [Symbol.asyncDispose]: () => page.close() }
}

const authorize = async (page: Page, token: string) => {
  await page.locator(".btn.authorize").click()
  await page.locator(".auth-container input").fill(token)
  await page.locator(".modal-btn.authorize").click()
  await page.locator(".btn-done").click()
}

/** Carries out the operation at hand, and tells the status and body that the page shows. */
const execute = async (page: Page, operation: string) => {
  const block = page.locator(`[id$="-${operation}"].opblock`)
  await block.locator(".opblock-summary-control").click()
  await block.locator(".execute").click()
  const answer = block.locator(".live-responses-table .response").first()
  return {
    status: (await answer.locator(".response-col_status").textContent()) ?? "",
    body: (await answer.locator(".response-col_description pre").first().textContent()) ?? ""
  }
}

test("the reference shows the document that is served, and nothing else", async () => {
  await using reference = await openReference()
  const shown = await reference.page.evaluate("JSON.stringify(ui.specSelectors.specJson().toJS())")
  const served = await (await fetch(`${server.baseUrl}/v1/openapi.json`)).json()
  expect(JSON.parse(String(shown))).toEqual(served)
  const { paths } = served as { readonly paths: Readonly<Record<string, object>> }
  const operations = Object.values(paths).flatMap((path) => Object.keys(path))
  expect(await reference.page.locator(".opblock").count()).toBe(operations.length)
  expect(await reference.page.content()).not.toContain("HttpApiDecodeError")
})

test("its examples are such as the service gives: of what is sent, of what comes back and of every error", async () => {
  await using reference = await openReference()
  const block = reference.page.locator('[id$="-set_body_metrics"].opblock')
  await block.locator(".opblock-summary-control").click()
  const sent = JSON.parse(await block.locator(".body-param__text").inputValue())
  expect(sent).toEqual(operations.find(({ name }) => name === "set_body_metrics")?.example.input)
  const shown = await block.locator(".responses-table").allInnerTexts()
  expect(shown.join("\n")).toContain('"retryAfterSeconds": 2,')
  expect(shown.join("\n")).not.toMatch(/"string"|1000000000/)
})

test("with a token, operations are carried out from it; without one, they are refused", async () => {
  await using stranger = await openReference()
  expect((await execute(stranger.page, "get_context")).status).toStartWith("401")

  await using reference = await openReference()
  const { page, faults, hosts } = reference
  await authorize(page, server.token)
  const context = await execute(page, "get_context")
  expect([context.status.slice(0, 3), context.body]).toEqual(["200", expect.stringContaining('"timezone"')])
  const written = await execute(page, "set_body_metrics")
  expect([written.status.slice(0, 3), written.body]).toEqual(["200", expect.stringContaining('"readings"')])
  const listed = await execute(page, "list_body_metrics")
  expect([listed.status.slice(0, 3), listed.body]).toEqual(["200", expect.stringContaining('"readings"')])
  expect(faults).toEqual([])
  expect([...hosts]).toEqual([new URL(server.baseUrl).host])
})

test("it works by every name of the service's own machine", async () => {
  await using reference = await openReference({ baseUrl: server.baseUrl.replace("localhost", "127.0.0.1") })
  await authorize(reference.page, server.token)
  expect((await execute(reference.page, "get_context")).status).toStartWith("200")
  expect(reference.faults).toEqual([])
})

test("it comes compressed, and once: later visits ask only whether it has changed", async () => {
  await using browser = await openBrowser()
  const requested = async () => {
    await using reference = await openReference({ browser })
    const timings = await reference.page.evaluate(
      "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource')).map(({ transferSize }) => transferSize)"
    )
    return (timings as ReadonlyArray<number>).reduce((sum, size) => sum + size, 0)
  }
  expect(await requested()).toBeLessThan(700_000)
  expect(await requested()).toBeLessThan(100_000)
})

test("it fits a telephone", async () => {
  await using reference = await openReference()
  await reference.page.setViewportSize({ width: 390, height: 844 })
  expect(await reference.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390)
})

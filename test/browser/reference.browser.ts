import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { operations } from "../../src/api.ts"
import { curlOf } from "../../src/surfaces/http/reference/curl.ts"
import { GIVE_TOKEN_SCRIPT, TryToken } from "../../src/surfaces/web/hand-over.tsx"
import { violationsButOfColours, violationsInBothSchemes, violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()
const person = await service.newPerson()
const token = await service.newToken(person)
let shared: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  shared = await openBrowser()
}, 60_000)
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
})

/** Records a page's errors and every host that it requests. */
const watch = (page: Page) => {
  const faults: Array<string> = []
  const hosts = new Set<string>()
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host))
  return { page, faults, hosts, [Symbol.asyncDispose]: () => page.close() }
}

const openReference = async ({ baseUrl = service.baseUrl, browser = shared } = {}) => {
  const page = await browser.context.newPage()
  const watched = watch(page)
  await page.goto(`${baseUrl}/docs`)
  return watched
}

const enter = (page: Page, token: string) => page.locator("#token").fill(token)

/** Opens the form of an operation. */
const formOf = async (page: Page, operation: string) => {
  const details = page.locator(`#${operation} details:has(form)`)
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click()
  return details.locator("form")
}

/** Sends an operation's form, and returns the answer that the page shows. */
const send = async (page: Page, operation: string) => {
  const form = await formOf(page, operation)
  await form.locator("button").click()
  await form.locator(".answer").waitFor()
  const text = async (query: string) => (await form.locator(query).textContent()) ?? ""
  return { status: await text(".status"), headers: await text(".headers"), body: JSON.parse(await text(".body")) }
}

const statusOf = ({ status }: { readonly status: string }) => status.slice(0, 3)

describe("trying operations", () => {
  test("works with a token, for every kind of input, and shows the service's refusal without one", async () => {
    await using reference = await openReference()
    const { page, faults, hosts } = reference
    const refused = await send(page, "get_context")
    expect([statusOf(refused), refused.body.error.code]).toEqual(["401", "unauthorized"])
    expect(faults.splice(0)).toHaveLength(1)

    await enter(page, ` ${token} `)
    const context = await send(page, "get_context")
    expect([statusOf(context), typeof context.body.timezone]).toEqual(["200", "string"])
    expect(context.headers).toMatch(/^Request-Id: req_\w+\nRateLimit: "reads";r=\d+.*\nRateLimit-Policy: /)
    const written = await send(page, "set_body_metrics")
    expect([statusOf(written), written.body.readings.length]).toEqual(["200", 1])
    const listed = await send(page, "list_body_metrics")
    expect([statusOf(listed), listed.body.readings.length]).toEqual(["200", 1])
    expect(faults).toEqual([])
    expect([...hosts]).toEqual([new URL(service.baseUrl).host])
  })

  test("sends what was typed, whether right or wrong: headers, queries and bodies", async () => {
    await using reference = await openReference()
    const { page } = reference
    await enter(page, token)
    const form = await formOf(page, "save_custom_food")
    await form.getByLabel("idempotency-key").fill("twice")
    const first = await send(page, "save_custom_food")
    const again = await send(page, "save_custom_food")
    expect([statusOf(first), again.body]).toEqual(["200", first.body])
    expect([
      first.headers.includes("Idempotent-Replayed"),
      again.headers.includes("Idempotent-Replayed: true")
    ]).toEqual([false, true])
    await form.locator("textarea").fill('{"name": "<b>Oats</b> & \\"more\\"')
    const malformed = await send(page, "save_custom_food")
    expect([statusOf(malformed), malformed.body.error.code]).toEqual(["400", "validation_failed"])

    const query = await formOf(page, "search_foods")
    await query.getByLabel("query").fill("<img src=x onerror=alert(1)> & 50%")
    const found = await send(page, "search_foods")
    expect(statusOf(found)).toBe("200")
    expect(await page.locator("img[src=x]").count()).toBe(0)
  })

  test("says when no answer comes, and can be repeated", async () => {
    await using reference = await openReference()
    const { page } = reference
    await enter(page, token)
    await page.route("**/v1/me", (route) => route.abort())
    const form = await formOf(page, "get_context")
    await form.locator("button").click()
    await page.getByText("The request could not be sent, or no answer came.").waitFor()
    expect(await form.locator(".answer").isVisible()).toBe(false)
    await page.unroute("**/v1/me")
    expect(statusOf(await send(page, "get_context"))).toBe("200")
  })

  test("works under every name of the machine itself", async () => {
    await using reference = await openReference({ baseUrl: service.baseUrl.replace("localhost", "127.0.0.1") })
    await enter(reference.page, token)
    expect(statusOf(await send(reference.page, "get_context"))).toBe("200")
    expect(reference.faults).toEqual([])
  })

  test("works with the keyboard alone", async () => {
    await using reference = await openReference()
    const { page } = reference
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () =>
      page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.textContent")
    await press("Tab")
    expect(await focused()).toBe("#main")
    await press("Enter")
    await page.locator("#token").focus()
    await page.keyboard.type(token)
    // The list of operations comes next: its first link skips the others and leads to the operation.
    await press("Tab", "Enter")
    await page.waitForURL(/#get_context$/)
    await press("Tab")
    expect(await focused()).toBe("#get_context")
    const summaries: Array<unknown> = []
    for (const _ of ["Answer", "Errors", "Example", "Try it"]) {
      await press("Tab")
      summaries.push(await focused())
    }
    expect(summaries).toEqual(["Answer", "Errors", "Example", "Try it"])
    await press("Enter", "Tab", "Enter")
    await page.locator("#get_context .answer").waitFor()
    expect(await page.locator("#get_context .status").textContent()).toStartWith("200 OK")
    expect(await focused()).toBe("Send")
  })
})

describe("a token", () => {
  /** A page of the service that shows a token, like the one on which a token is made. */
  const openGiver = async (token: string) => {
    const page = await shared.context.newPage()
    const link = String(TryToken({ from: "secret" }))
    const html = `<!doctype html><title>New token</title><pre id="secret">${token}</pre>${link}<script>${GIVE_TOKEN_SCRIPT.source}</script>`
    await page.route("**/giver", (route) => route.fulfill({ contentType: "text/html", body: html }))
    await page.goto(`${service.baseUrl}/giver`)
    return page
  }

  const follow = async (giver: Page) => {
    const [page] = await Promise.all([shared.context.waitForEvent("page"), giver.locator("a").click()])
    return page
  }

  test("made on the page is taken over with one click", async () => {
    const tokens = await shared.context.newPage()
    await using watched = watch(tokens)
    await service.signIn(tokens, person)
    await tokens.goto(`${service.baseUrl}/app/settings/tokens`)
    await tokens.getByLabel("Name").fill("Curious")
    await tokens.getByRole("button", { name: "Create token" }).click()
    await tokens.getByRole("heading", { name: "Token “Curious”" }).waitFor()
    const opened = shared.context.waitForEvent("page")
    await tokens.getByRole("link", { name: "Try it in the reference" }).click()
    const page = await opened
    await page.getByText("Your new token is in the field.").waitFor()
    expect(await page.locator("#token").inputValue()).toBe((await tokens.locator("#token").textContent()) ?? "none")
    expect(statusOf(await send(page, "get_context"))).toBe("200")
    expect(watched.faults).toEqual([])
    await page.close()
  })

  test("appears in no address, storage or request path when it is taken over", async () => {
    const giver = await openGiver(token)
    const requested: Array<string> = []
    shared.context.on("request", (request) => requested.push(request.url()))
    const page = await follow(giver)
    await page.getByText("Your new token is in the field.").waitFor()
    expect(await page.locator("#token").inputValue()).toBe(token)
    expect(page.url()).toBe(`${service.baseUrl}/docs`)
    expect(await page.evaluate("history.length")).toBe(1)
    const stored = String(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"))
    expect(stored).not.toContain(token.slice(0, 20))
    expect(stored).not.toContain("fettle_")
    expect(requested.filter((url) => url.includes("fettle_") || url.includes("token"))).toEqual([])
    expect(statusOf(await send(page, "get_context"))).toBe("200")
    // The page on which it was made is still open.
    expect(await giver.locator("#secret").textContent()).toBe(token)

    await page.reload()
    expect(await page.locator("#token").inputValue()).toBe("")
    await page.close()
    await giver.close()
  })

  test("is handed over once, and only to the tab that was opened for it", async () => {
    const giver = await openGiver("fettle_dev_secret")
    const first = await follow(giver)
    await first.getByText("Your new token is in the field.").waitFor()
    const address = (await giver.locator("a").getAttribute("href")) ?? ""
    for (const fragment of [address, `/docs#token-${"0".repeat(32)}`, "/docs#token-fettle_dev_other", "/docs"]) {
      const stranger = await shared.context.newPage()
      await stranger.goto(service.baseUrl + fragment)
      await stranger.locator("#token").waitFor()
      expect(await stranger.locator("#token").inputValue()).toBe("")
      await stranger.close()
    }
    const second = await follow(giver)
    await second.getByText("Your new token is in the field.").waitFor()
    await Promise.all([first, second, giver].map((page) => page.close()))
  })
})

describe("reading", () => {
  test("needs no JavaScript", async () => {
    await using browser = await openBrowser({ javaScriptEnabled: false })
    await using reference = await openReference({ browser })
    const { page, faults } = reference
    await page.locator("noscript p").waitFor()
    expect(await page.locator("form:visible, input:visible").count()).toBe(0)
    for (const { name, title } of operations) {
      expect(await page.locator(`#${name}`).getByRole("heading", { name: title }).isVisible()).toBe(true)
    }
    await page.locator("#log_workout summary", { hasText: "Example" }).click()
    expect(await page.locator("#log_workout .curl").isVisible()).toBe(true)
    expect(faults).toEqual([])
  })

  test("every operation is one link away", async () => {
    await using reference = await openReference()
    const { page } = reference
    for (const { name, title } of operations) {
      await page.getByRole("navigation", { name: "Operations" }).getByRole("link", { name: title, exact: true }).click()
      expect(page.url()).toEndWith(`#${name}`)
    }
  })

  test("it arrives compressed, and once: later visits only ask whether it has changed", async () => {
    await using browser = await openBrowser()
    const requested = async () => {
      await using reference = await openReference({ browser })
      const timings = await reference.page.evaluate(
        "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource')).map(({ transferSize }) => transferSize)"
      )
      return (timings as ReadonlyArray<number>).reduce((sum, size) => sum + size, 0)
    }
    expect(await requested()).toBeLessThan(30_000)
    expect(await requested()).toBeLessThan(2_000)
  })
})

test("at 320, 390 and 1280 px, axe finds nothing in either colour scheme, and nothing scrolls sideways", async () => {
  await using reference = await openReference()
  const { page } = reference
  const atEachWidth = async (look: (width: number) => Promise<void>) => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(
        await page.evaluate(
          "Math.max(document.documentElement.scrollWidth, ...Array.from(document.querySelectorAll('nav, pre, textarea'), (element) => innerWidth + element.scrollWidth - element.clientWidth))"
        )
      ).toBe(width)
      await look(width)
    }
  }
  await atEachWidth(async (width) => {
    await shoot(page, `reference-top-${width}`, false)
    expect([width, await violationsButOfColours(page)]).toEqual([width, []])
  })
  await enter(page, token)
  await send(page, "log_food_entry")
  await shoot(page, "reference-answer", false)
  await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
  await atEachWidth(async (width) => {
    // With everything open, every colour appears; the width in between has the colours of a neighbouring one.
    const lighter = width === 320 ? violationsOn : violationsButOfColours
    const violations = width === 1280 ? violationsInBothSchemes : lighter
    expect([width, await violations(page)]).toEqual([width, []])
    await page.locator("#set_body_metrics").scrollIntoViewIfNeeded()
    await shoot(page, `reference-open-${width}`, false)
  })
}, 120_000)

test("the service accepts every example command", async () => {
  for (const operation of operations) {
    const command = `${curlOf(operation, service.baseUrl)} --silent --show-error --write-out '\\n%{http_code}'`
    const run = Bun.spawn(["sh", "-c", command], { env: { ...process.env, FETTLE_TOKEN: token } })
    const [body = "", status] = (await new Response(run.stdout).text()).split(/\n(?=\d+$)/)
    // Ids in examples exist on no service.
    const code = status === "200" ? undefined : JSON.parse(body).error.code
    expect([operation.name, [undefined, "not_found"].includes(code) || body]).toEqual([operation.name, true])
  }
})

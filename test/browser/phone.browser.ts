import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { scanned } from "../annexes/page/qr.ts"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** Expects that the page breaks no accessibility rule and is no wider than the screen. */
const look = async (name: string, page: Page, width: number) => {
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
  expect([name, await violationsOn(page), wide <= width]).toEqual([name, [], true])
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
}

/** What Life Dashboard Companion sends, according to its published payload. */
const payload = (day: string) => ({
  timestamp: `${day}T00:05:00Z`,
  app_version: "1.21.2",
  source: "health_connect",
  sequence: 1,
  weight: [
    { kilograms: 72.4, time: `${day}T00:01:00Z`, uuid: "11111111-2222-4333-8444-555555555555", source: "com.zepp.app" }
  ],
  heart_rate: [{ bpm: 61, time: `${day}T00:01:00Z`, uuid: "21111111-2222-4333-8444-555555555555" }],
  daily_totals: [{ date: day, steps: 8421 }]
})

test("five taps and one scan lead from the page to the first record; then pause, undo from a day on, and disconnect", async () => {
  await using browser = await openBrowser({ viewport: { width: 320, height: 800 } })
  const { page, faults } = await service.openPage(browser.context)
  const person = await service.newPerson()
  await service.signIn(page, person)
  let taps = 0
  const tap = async (on: Page, role: "link" | "button", name: string | RegExp) => {
    taps++
    await on.getByRole(role, { name }).click()
  }
  await page.goto(`${service.baseUrl}/app/settings`)
  await tap(page, "link", "Phone and scales")
  await page.waitForURL(/\/settings\/phone$/)
  await look("choose", page, 320)
  await tap(page, "button", "Connect Life Dashboard Companion")
  await page.getByRole("img", { name: /^Code/ }).waitFor()
  await look("made", page, 320)

  // The phone has no session. Its camera reads the code, and its browser opens the link.
  await using phone = await openBrowser({ viewport: { width: 390, height: 844 } })
  await phone.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.baseUrl })
  const onPhone = await service.openPage(phone.context)
  const link = scanned(await page.content())
  await onPhone.page.goto(link)
  await onPhone.page.getByText("Webhook Headers").waitFor()
  expect(onPhone.page.url()).toBe(`${service.baseUrl}/app/phone`)
  await look("on-phone", onPhone.page, 390)
  const copied = async (what: string) => {
    await tap(onPhone.page, "button", `Copy ${what}`)
    await onPhone.page.getByText("Copied").last().waitFor()
    return String(await onPhone.page.evaluate("navigator.clipboard.readText()"))
  }
  const address = await copied("the address")
  const authorization = await copied("the header's value")

  // The fifth tap is in the app: Sync Now.
  taps++
  const day = new Date().toISOString().slice(0, 10)
  const sync = () =>
    fetch(address, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(payload(day))
    })
  const answered = await sync()
  expect([answered.status, await answered.json()]).toMatchObject([200, { new: 2, changed: 0 }])
  expect(taps).toBe(5)
  expect(onPhone.faults).toEqual([])

  await page.getByRole("link", { name: "What has arrived" }).click()
  await page.getByText("Weigh-ins: 1").waitFor()
  const row = page.getByRole("row", { name: "Today" })
  expect(await row.getByRole("cell").allTextContents()).toEqual(["1", "1"])
  await page.getByText("What was left out last, and why").click()
  await look("device", page, 320)
  expect(await service.command("import", "list", "--user", person)).toMatchObject({
    imports: [{ source: "life-dashboard", standing: { state: "open", arrivals: 1, new: 2 } }]
  })
  const shown = await fetch(`${service.baseUrl}/v1/me`, { headers: { authorization } })
  expect(shown.status).toBe(401)

  await page.getByRole("button", { name: "Pause" }).click()
  await page.getByText("It is paused. What it sends").waitFor()
  expect((await sync()).ok).toBe(false)
  await page.getByRole("button", { name: "Resume" }).click()
  await page.getByText("It is resumed.").waitFor()
  expect(await (await sync()).json()).toMatchObject({ new: 0, unchanged: 2 })

  await page.getByText("Take back what it brought").click()
  await page.getByLabel("From this day on").fill(day)
  await page.getByRole("button", { name: "Take back…" }).click()
  await page.getByRole("heading", { name: "Take this back?" }).waitFor()
  await look("question", page, 320)
  await page.getByRole("button", { name: "Take it back" }).click()
  await page.getByText("2 removed").waitFor()
  await look("undone", page, 320)
  await page.getByText("Disconnect it").click()
  await page.getByRole("button", { name: /^Disconnect Life/ }).click()
  await page.getByText("The device is disconnected.").waitFor()
  expect((await sync()).status).toBe(401)
  expect(faults).toEqual([])
}, 90_000)

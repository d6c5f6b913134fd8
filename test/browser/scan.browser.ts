import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { connect } from "../../src/client/client.ts"
import { kept } from "../support/kept.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { videoOf } from "./barcode-video.ts"
import { openBrowser } from "./chromium.ts"
import { launch, openProfile } from "./launch.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const folder = mkdtempSync(join(tmpdir(), "fettle-camera-"))
const video = join(folder, "camera.y4m")
const browser = kept(() => launch(["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${video}`]))
afterAll(async () => {
  await (await browser()).close()
  rmSync(folder, { recursive: true, force: true })
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const CODES = { "EAN-13": "4006381333931", "EAN-8": "96385074", "UPC-A": "036000291452" }

/** Somebody with a food for each barcode. */
const newEater = async () => {
  const id = await service.newPerson()
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(id) })
  const food = { protein: 5, carbs: 60, fat: 20, servingSize: 40, servingSizeUnit: "g" } as const
  for (const [name, barcode] of Object.entries(CODES)) await fettle.save_custom_food({ ...food, name, barcode })
  const eaten = async () =>
    (await fettle.list_food_entries({})).entries.map(({ food, servings }) => [food.name, servings] as const)
  return { id, eaten }
}

/** Points the camera at a barcode, turned by `degrees`. Without one, at an empty label. */
const point = (code: string | undefined, degrees = 0) => writeFileSync(video, videoOf(code, degrees))

/** A phone with that camera, which may be used. */
const newPhone = async (permissions: ReadonlyArray<string> = ["camera"]) =>
  openProfile(await browser(), { ...PHONE, permissions: [...permissions] })

/** The diary of somebody who has signed in, and what the page loads from then on. */
const diaryOf = async (page: Page, id: Awaited<ReturnType<typeof newEater>>["id"]) => {
  await service.signIn(page, id)
  const loaded: Array<string> = []
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${service.baseUrl}/app/diary?meal=snack`)
  return { loaded }
}

const scan = (page: Page) => page.getByRole("button", { name: "Scan a barcode" }).tap()

for (const [name, degrees] of [
  ["EAN-13", 0],
  ["EAN-8", 0],
  ["UPC-A", 0],
  ["EAN-13", 25]
] as const) {
  test(`a scan of ${name}${degrees === 0 ? "" : ", tilted,"} is logged with two taps`, async () => {
    point(CODES[name], degrees)
    await using phone = await newPhone()
    const { page, faults } = await service.openPage(phone.context)
    const { id, eaten } = await newEater()
    const { loaded } = await diaryOf(page, id)
    let taps = 0
    const tap = async (button: string | RegExp) => {
      taps++
      await page.getByRole("button", { name: button }).first().tap()
    }
    await tap("Scan a barcode")
    await page
      .getByRole("button", { name: new RegExp(`^Log ${name}`) })
      .first()
      .waitFor()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await tap(new RegExp(`^Log ${name}`))
    await page.getByRole("status").getByText("The food is logged.").first().waitFor()
    expect(taps).toBeLessThanOrEqual(3)
    expect(await eaten()).toEqual([[name, 1]])
    expect(loaded.filter((path) => path.endsWith(".wasm"))).toHaveLength(1)
    expect(faults).toEqual([])
  })
}

test("the reader is loaded on the button only, from this server, with at most 500 kB", async () => {
  point(undefined)
  await using phone = await newPhone()
  const { page, faults } = await service.openPage(phone.context)
  const { id } = await newEater()
  const { loaded } = await diaryOf(page, id)
  await page.waitForLoadState("networkidle")
  const before = new Set(loaded)
  expect([...before].filter((path) => path.endsWith(".wasm"))).toEqual([])
  const session = await phone.context.newCDPSession(page)
  await session.send("Network.enable")
  let bytes = 0
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
  const reader = page.waitForResponse((response) => response.url().endsWith(".wasm"))
  await scan(page)
  await reader
  await Bun.sleep(1000)
  const assets = [...new Set(loaded)].filter((path) => !before.has(path))
  expect(assets).toHaveLength(2)
  for (const path of assets) expect(path).toStartWith("/app/assets/")
  const sizes = await Promise.all(
    assets.map(async (path) => {
      const answer = await fetch(service.baseUrl + path, { headers: { "accept-encoding": "gzip" }, decompress: false })
      return (await answer.bytes()).length
    })
  )
  const sum = sizes.reduce((sum, size) => sum + size, 0)
  expect(sum).toBeGreaterThan(100_000)
  expect(Math.max(sum, bytes)).toBeLessThanOrEqual(500_000)
  expect(await violationsInBothSchemes(page)).toEqual([])
  // Nothing was read, so the dialog stays, until it is cancelled, which ends the camera.
  await page.getByRole("button", { name: "Cancel" }).tap()
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(faults).toEqual([])
})

test("a browser with a reader of its own loads no other", async () => {
  point(undefined)
  await using phone = await newPhone()
  const { page, faults } = await service.openPage(phone.context)
  await page.addInitScript(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ["ean_13", "ean_8", "upc_a", "upc_e", "qr_code"]
    detect = async (source) => source instanceof HTMLVideoElement ? [{ rawValue: "${CODES["EAN-8"]}" }] : []
  }`)
  const { id } = await newEater()
  const { loaded } = await diaryOf(page, id)
  await scan(page)
  await page
    .getByRole("button", { name: /^Log EAN-8/ })
    .first()
    .waitFor()
  expect(loaded.filter((path) => path.endsWith(".wasm"))).toEqual([])
  expect(faults).toEqual([])
})

test("without a camera, or if it is refused, the digits are typed", async () => {
  const { id } = await newEater()
  const typed = async (page: Page, reason: RegExp) => {
    await diaryOf(page, id)
    await scan(page)
    await page.getByRole("status").getByText(reason).waitFor()
    await page.keyboard.type("036000 291452")
    await page.keyboard.press("Enter")
    await page
      .getByRole("button", { name: /^Log UPC-A/ })
      .first()
      .waitFor()
  }
  await using without = await openBrowser({ ...PHONE, permissions: ["camera"] })
  const first = await service.openPage(without.context)
  await typed(first.page, /There is no camera\. Type the digits/)
  expect(first.faults).toEqual([])
  point(CODES["EAN-13"])
  await using refusing = await newPhone([])
  const second = await service.openPage(refusing.context)
  await typed(second.page, /not allowed for this page.*Type the digits/)
  expect(second.faults).toEqual([])
})

test("an unknown barcode leads to its label, and the next scan finds the food", async () => {
  point("4012345678901")
  await using phone = await newPhone()
  const { page, faults } = await service.openPage(phone.context)
  const { id } = await newEater()
  await diaryOf(page, id)
  await scan(page)
  await page.getByText("No food has the barcode 4012345678901.").waitFor()
  await page.getByRole("link", { name: "Make a new food" }).tap()
  expect(await page.locator("#make-barcode").inputValue()).toBe("4012345678901")
  await page.getByLabel("Name", { exact: true }).fill("Rice cakes")
  await page.getByLabel("Carbs, g").fill("80")
  await page.getByRole("button", { name: "Save and log" }).tap()
  await page.getByText("The food is saved and logged.").first().waitFor()
  await scan(page)
  await page
    .getByRole("button", { name: /^Log Rice cakes/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test("without a network, a scanned code waits with the log, and is found when there is one", async () => {
  point(CODES["EAN-13"])
  await using phone = await newPhone()
  const { page } = await service.openPage(phone.context)
  const { id, eaten } = await newEater()
  await diaryOf(page, id)
  await page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
  // The first scan brings the reader to the device.
  await scan(page)
  await page
    .getByRole("button", { name: /^Log EAN-13/ })
    .first()
    .waitFor()
  await page.goto(`${service.baseUrl}/app/diary?meal=snack`)
  await phone.context.setOffline(true)
  await scan(page)
  await page.getByRole("button", { name: "Log this barcode" }).tap()
  await page.getByText("“Barcode 4006381333931” is kept on this device").waitFor()
  expect(await eaten()).toEqual([])
  // One that no food has waits too, and says so when it is refused.
  point("4012345678901")
  await scan(page)
  await page.locator("#scanned-eaten").fill("2")
  await page.getByRole("button", { name: "Log this barcode" }).tap()
  await page.getByText("2 logs on this device only").waitFor()
  await phone.context.setOffline(false)
  await page.getByText(/It could not be logged\. .*no food/).waitFor()
  expect(await eaten()).toEqual([["EAN-13", 1]])
  await page.getByRole("button", { name: "Correct it" }).tap()
  await page.getByRole("link", { name: "Make it from its label", exact: true }).tap()
  expect(await page.locator("#make-barcode").inputValue()).toBe("4012345678901")
})

import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import type { Source } from "../../src/features/history/rows.ts"
import { expectedOf, fixture, fixtureNames } from "../features/history/reading.ts"
import { openBrowser } from "./chromium.ts"
import { startService } from "./service.ts"

const PATH = "/app/settings/history"

/** One source for each way in which files are read: all tables, archives and workbooks go through the same page. */
const TRIED = [
  "hevy",
  "strong",
  "myfitnesspal",
  "cronometer",
  "apple-health",
  "withings",
  "google-fit",
  "fitnotes",
  "macrofactor",
  "csv",
  "strava",
  "samsung-health"
] as const satisfies ReadonlyArray<Source>

/** How the label of the file begins. */
const CHOICE = "The export of an app"

/** Bytes that one request of an upload takes. */
const PART = 750_000

let service: Awaited<ReturnType<typeof startService>>
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  service = await startService()
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** The smallest export of a source that leaves nothing open. */
const smallestOf = (source: Source): string => {
  const [smallest] = fixtureNames
    .filter((name) => {
      const { options, lines } = expectedOf(name)
      const isWhole = !/^(asks|fault|unreadable)/m.test(lines)
      return lines.startsWith(`source ${source}\n`) && Object.keys(options).length === 0 && isWhole
    })
    .sort((one, other) => fixture(one).byteLength - fixture(other).byteLength)
  if (smallest === undefined) throw new Error(`No export of ${source} is read without options`)
  return smallest
}

/** What a script in the page can reach; the project is checked without the types of browsers. */
declare const document: { readonly querySelector: (query: string) => object | null }
declare const sessionStorage: {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, value: string) => void
}
declare const MutationObserver: new (
  notice: () => void
) => { readonly observe: (node: object | null, what: object) => void }

/** Notes what the status of an upload says, also beyond the end of the page. */
const watchStatus = (page: Page) =>
  page.evaluate(() => {
    const status = document.querySelector("form[data-upload] [role=status]")
    sessionStorage.setItem("seen", "[]")
    new MutationObserver(() => {
      const text = status !== null && "textContent" in status ? status.textContent : ""
      sessionStorage.setItem("seen", JSON.stringify([...JSON.parse(sessionStorage.getItem("seen") ?? "[]"), text]))
    }).observe(status, { childList: true })
  })

const seenOn = async (page: Page): Promise<unknown> =>
  JSON.parse(await page.evaluate(() => sessionStorage.getItem("seen") ?? "null"))

/** Chooses a file and uploads it, as a person does, and returns what the page said of the progress. */
const upload = async (page: Page, name: string, content: Uint8Array): Promise<unknown> => {
  await page.goto(service.baseUrl + PATH)
  await page
    .getByLabel(CHOICE)
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })
  await watchStatus(page)
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByRole("button", { name: "Look through it" }).waitFor()
  return seenOn(page)
}

const mainText = async (page: Page): Promise<string> => (await page.locator("main").textContent()) ?? ""

test.each(TRIED.map((source) => [source, smallestOf(source)] as const))(
  "a person uploads an export of %s, looks through it and imports it",
  async (_source, name) => {
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    expect(await upload(page, name, fixture(name))).toEqual([`100 % of ${name}`])
    expect(await page.getByText(name, { exact: true }).count()).toBe(1)

    await page.getByRole("button", { name: "Look through it" }).click()
    await page.getByRole("heading", { name: "What would be done" }).waitFor()
    const [, read = "0"] = /(\d+) rows:/.exec(await mainText(page)) ?? []
    expect(Number(read)).toBeGreaterThan(0)

    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByRole("heading", { name: "What was done" }).waitFor()
    expect(await mainText(page)).toContain(`${read} rows: `)
    await page.getByRole("button", { name: `Undo ${name}` }).waitFor()
    await page.getByRole("button", { name: "Done", exact: true }).click()
    await page.getByLabel(CHOICE).waitFor()
    expect(faults).toEqual([])
    await page.close()
  },
  60_000
)

test("a file of several parts shows how far it is, and can be removed again", async () => {
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  const line = "2026-03-14,weight,80.5,kg\n"
  const content = Buffer.from(`date,metric,value,unit\n${line.repeat(Math.ceil((2.5 * PART) / line.length))}`)
  expect(await upload(page, "long.csv", content)).toEqual([40, 80, 100].map((percent) => `${percent} % of long.csv`))
  await page.getByRole("button", { name: "Cancel, and remove the upload" }).click()
  await page.getByText("Cancelled.").waitFor()
  expect(await page.getByLabel(CHOICE).count()).toBe(1)
  expect(faults).toEqual([])
}, 60_000)

/** So many names are unknown that the page is much longer than a screen. */
const UNKNOWN = 44
const SCREEN = { width: 390, height: 844 }

/** An export of Hevy with names that are like one exercise of the catalogue, and none of it. */
const manyUnknown = (): Uint8Array => {
  const header = "title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps"
  const rows = Array.from(
    { length: UNKNOWN },
    (_, at) => `Legs,"14 Mar 2026, 18:00","14 Mar 2026, 19:00","Zercher Squat, my way ${at + 1}",0,normal,60,5`
  )
  return Buffer.from([header, ...rows].join("\n"))
}

/** How far below the report's beginning a button stands, in pixels. */
const depthOf = async (page: Page, name: string): Promise<number> => {
  const [report, button] = await Promise.all(
    [page.getByRole("heading", { name: "What would be done" }), page.getByRole("button", { name, exact: true })].map(
      (element) => element.boundingBox()
    )
  )
  if (!report || !button) throw new Error(`${name} is not on the page`)
  return button.y - report.y
}

test.each([
  ["one of them, by a tap beside it", "Import with these choices", UNKNOWN - 1],
  ["all of them, by one tap on the first screen", "Take all suggestions, and import", 0]
] as const)(
  "of 44 suggestions, a person takes %s",
  async (_which, button, own) => {
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await page.setViewportSize(SCREEN)
    await upload(page, "many.csv", manyUnknown())
    await page.getByRole("button", { name: "Look through it" }).click()
    await page.getByRole("heading", { name: "What would be done" }).waitFor()
    expect(await depthOf(page, "Import")).toBeLessThan(SCREEN.height)
    expect(await depthOf(page, "Take all suggestions, and import")).toBeLessThan(SCREEN.height)
    if (own > 0) await page.getByLabel("It is Zercher Squats").first().check()
    await page.getByRole("button", { name: button, exact: true }).click()
    await page.getByRole("heading", { name: "What was done" }).waitFor()
    expect(await mainText(page)).toContain(`${UNKNOWN} sets, ${own} exercises of your own`)
    expect(faults).toEqual([])
    await page.close()
  },
  60_000
)

import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { SOURCE_ROWS } from "../../src/annexes/imports/sources.ts"
import { fixture, smallestOf } from "../annexes/imports/reading.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const PATH = "/app/settings/history"

/** What a person can state about a file before the preview, by the command's option. */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ["source", "App"],
  ["weightUnit", "Unit of weights"],
  ["distanceUnit", "Unit of distances"],
  ["locale", "Language of dates"],
  ["person", "Whose readings"]
])

const ASKED = new Set(STATEMENTS.keys())

/** The start of the file field's label. */
const CHOICE = "The export of an app"

/** An export of Strong without the units of its weights and distances. */
const STRONG = `Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2025-03-01 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,
2025-03-01 18:00:00,Legs,1h,Running,1,0,0,5.2,1800,,,
`

/** Bytes in one request of an upload. */
const PART = 750_000

const service = await sharedService()
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
})

/** What a script in the page can reach; the project is checked without browser types. */
declare const document: { readonly querySelector: (query: string) => object | null }
declare const sessionStorage: {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, value: string) => void
}
declare const MutationObserver: new (
  notice: () => void
) => { readonly observe: (node: object | null, what: object) => void }

/** Records the status texts of an upload, also across page loads. */
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

/**
 * Chooses a file and uploads it, as a person does, and returns the progress texts that the page showed. The page then
 * shows the preview, or what it must know first.
 */
const upload = async (page: Page, name: string, content: Uint8Array): Promise<unknown> => {
  await page.goto(service.baseUrl + PATH)
  await page
    .getByLabel(CHOICE)
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })
  await watchStatus(page)
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByRole("heading", { name: "What would be done" }).or(page.getByRole("alert")).waitFor()
  return seenOn(page)
}

const mainText = async (page: Page): Promise<string> => (await page.locator("main").textContent()) ?? ""

/** Answers the questions about a file, as a person does. What is not asked for stands under "More options". */
const answersFor = async (page: Page, option: string, value: string) => {
  const field = page.getByLabel(STATEMENTS.get(option) ?? option)
  if (!(await field.isVisible())) await page.getByText("More options").click()
  if (option === "locale" || option === "person") await field.fill(value)
  else await field.selectOption(value)
}

/** A table, tables in an archive, and a document: what remains of an import is the same for every app, without a browser. */
const UPLOADED = ["hevy", "samsung-health", "apple-health"] as const

test.each(UPLOADED.map((source) => [SOURCE_ROWS[source].name, source] as const))(
  "a person uploads an export of %s, previews it, imports it, and can undo it",
  async (shownName, source) => {
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    const { name, options, content } = smallestOf(source, ASKED)
    expect(await upload(page, name, content)).toEqual([`100 % of ${name}`])
    expect(await page.getByText(name, { exact: true }).count()).toBe(1)

    for (const [option, value] of Object.entries(options)) await answersFor(page, option, String(value))
    if (Object.keys(options).length > 0) await page.getByRole("button", { name: /^Look through it/ }).click()
    await page.getByRole("heading", { name: "What would be done" }).waitFor()
    const text = await mainText(page)
    const [, read = "0"] = /(\d+) rows:/.exec(text) ?? []
    expect(Number(read)).toBeGreaterThan(0)
    expect(text).toContain(shownName)

    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByRole("heading", { name: "What was done" }).waitFor()
    expect(await mainText(page)).toContain(`${read} rows: `)
    await page.getByText(`Undo ${name}`).waitFor()
    await page.getByRole("button", { name: "Done", exact: true }).click()
    await page.getByLabel(CHOICE).waitFor()
    expect(faults).toEqual([])
  },
  60_000
)

test("a file of several parts shows its progress, and can be removed again", async () => {
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

test("a file that states everything asks for nothing, and undoing its import asks first", async () => {
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await upload(page, "weights.csv", Buffer.from("date,kg\n2019-03-01,81.2\n2019-03-02,80.9\n"))
  expect(await page.getByText("2 rows: 2 new.").isVisible()).toBe(true)
  for (const label of STATEMENTS.values()) expect(await page.getByLabel(label).isVisible()).toBe(false)
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole("button", { name: "Import", exact: true }).click()
  await page.getByRole("button", { name: "Done", exact: true }).click()
  const undo = page.getByRole("button", { name: "Undo the import of weights.csv" })
  expect(await undo.isVisible()).toBe(false)
  await page.getByText("Undo weights.csv").click()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await shoot(page, "import-undo")
  await undo.click()
  await page.getByText("2 removed.").waitFor()
  expect(faults).toEqual([])
}, 60_000)

test("a file that leaves its units open asks for them, and keeps what was answered", async () => {
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await upload(page, "strong.csv", Buffer.from(STRONG))
  const [weights, distances] = [page.getByLabel("Unit of weights"), page.getByLabel("Unit of distances")]
  await page.getByText("Choose the unit of weights.").waitFor()
  expect([await weights.isVisible(), await page.getByLabel("Language of dates").isVisible()]).toEqual([true, false])
  await shoot(page, "import-asks")
  await weights.selectOption("lb")
  await page.getByRole("button", { name: "Look through it" }).click()
  await page.getByText("Choose the unit of weights.").waitFor({ state: "detached" })
  await page.getByText("Choose the unit of distances.").waitFor()
  expect(await weights.inputValue()).toBe("lb")
  await distances.selectOption("mi")
  await page.getByRole("button", { name: "Look through it" }).click()
  await page.getByRole("heading", { name: "What would be done" }).waitFor()
  await page.getByText("More options").click()
  expect([await weights.inputValue(), await distances.inputValue()]).toEqual(["lb", "mi"])
  expect(faults).toEqual([])
}, 60_000)

test("the file of a family's scale asks whose readings to take", async () => {
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await upload(page, "weights.csv", fixture("eufy-family.csv"))
  await page.getByText("by “Family Members”: Ann, Bob. Enter which one is you.").waitFor()
  await page.getByLabel("Whose readings").fill("Bob")
  await page.getByRole("button", { name: "Look through it" }).click()
  await page.getByRole("heading", { name: "What would be done" }).waitFor()
  await page.getByRole("button", { name: "Import", exact: true }).click()
  await page.getByRole("heading", { name: "What was done" }).waitFor()
  await page.goto(`${service.baseUrl}/app`)
  const text = await mainText(page)
  expect(text).toContain("91.5 kg")
  expect(text).not.toContain("81.5 kg")
  expect(faults).toEqual([])
}, 60_000)

/** Enough unknown names to make the page much longer than a screen. */
const UNKNOWN = 44
const SCREEN = { width: 390, height: 844 }

/** An export of Hevy with one set of each of these names. */
const exportOf = (names: ReadonlyArray<string>): Uint8Array => {
  const header = "title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps"
  const rows = names.map((name) => `Legs,"14 Mar 2026, 18:00","14 Mar 2026, 19:00","${name}",0,normal,60,5`)
  return Buffer.from([header, ...rows].join("\n"))
}

/** Names that resemble exercises of the catalogue without matching one. */
const RESEMBLING = Array.from({ length: UNKNOWN }, (_, at) => `Zercher Squat, my way ${at + 1}`)

/** How far below the start of the report a button is, in pixels. */
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
  ["one of them, by a tap beside it", "It is Zercher Squat", UNKNOWN - 1],
  ["all of them, by one tap on the first screen", `Take all ${UNKNOWN} suggestions`, 0]
] as const)(
  "of 44 suggestions, a person takes %s",
  async (_which, choice, own) => {
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await page.setViewportSize(SCREEN)
    await upload(page, "many.csv", exportOf(RESEMBLING))
    expect(await depthOf(page, "Import")).toBeLessThan(SCREEN.height)
    if (own > 0) await page.getByText("See them").click()
    await page.getByLabel(choice).first().check()
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByRole("heading", { name: "What was done" }).waitFor()
    expect(await mainText(page)).toContain(`${UNKNOWN} sets${own === 0 ? "" : `, ${own} exercises of your own`}`)
    expect(faults).toEqual([])
    await page.close()
  },
  60_000
)

test("a preview with forty unknown exercises is short: one tick takes all suggestions, the rest come ten at a time", async () => {
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.setViewportSize({ width: 390, height: 844 })
  const names = Array.from({ length: 38 }, (_, index) => `Gargoyle ${"abcdefghij".at(index % 10)}${index} Heave`)
  const mostUsed = Array.from({ length: 3 }, () => "Most Used Thingamajig")
  await upload(page, "unknown.csv", exportOf([...names, ...mostUsed, "Barbell Sqat"]))
  const asked = page.locator("form:has(> .buttons) input[name^='exercise-']:visible")
  expect(await asked.count()).toBe(10)
  expect(await page.locator("form label:visible").allTextContents()).toContain("Most Used Thingamajig")
  expect(Number(await page.evaluate("document.documentElement.scrollHeight"))).toBeLessThan(2500)
  await shoot(page, "import-unknown")
  await page.getByText("The next 10 of 29").click()
  expect(await asked.count()).toBe(20)
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole("checkbox", { name: "Take the suggestion" }).check()
  await page.getByRole("button", { name: "Import", exact: true }).click()
  await page.getByRole("heading", { name: "What was done" }).waitFor()
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: "Legs", exact: true }).click()
  await page.getByRole("link", { name: "Barbell Squat" }).waitFor()
  expect(faults).toEqual([])
}, 120_000)
